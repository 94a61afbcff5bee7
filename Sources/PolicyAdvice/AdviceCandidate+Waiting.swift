internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// Edits of the conditions for which transfers wait, and of the longest time of this wait.
extension AdviceCandidate {
  // MARK: - Discretionary

  static func discretionary(_ session: Policy.Session, in policy: Policy) -> AdviceCandidate? {
    let carried = policy.transfers(of: session)
    let path = PolicyPath("sessions", session.name.value, "isDiscretionary")
    let name = session.name.value
    if !session.isDiscretionary.value {
      guard carried.contains(where: { $0.isLarge }) else { return nil }
      return AdviceCandidate(
        kind: .discretionary, title: "Make \(name) discretionary",
        why:
          "Apple recommends isDiscretionary for large transfers: the system then waits for Wi-Fi and power.",
        caution: "No user may be waiting for its transfers", subject: name,
        transfers: carried.map(\.name.value),
        edits: [PolicyEdit(path, .set("true"))]
          // In Low Data Mode, the user wants discretionary transfers to be postponed.
          + (session.allowsConstrainedNetworkAccess.value
            && !session.isRuntime("allowsConstrainedNetworkAccess")
            ? [
              PolicyEdit(
                PolicyPath("sessions", name, "allowsConstrainedNetworkAccess"), .set("false"))
            ] : []),
        parameters: ["discretionary.relax", "discretionary.relax_network"])
    }
    // Transfers that start in the background stay discretionary anyway, and larger transfers should wait unless their deadline is short.
    guard !carried.isEmpty,
      carried.allSatisfy({ transfer in
        transfer.startedIn.value == .foreground && isUrgent(transfer, in: policy)
          && (transfer.isSmall || transfer.hasShortDeadline)
      })
    else { return nil }
    return AdviceCandidate(
      kind: .discretionary, title: "Let \(name) begin at once",
      why:
        "Small transfers, and transfers with a deadline of hours, can't wait for Wi-Fi and power, as they do in a discretionary session.",
      caution: carried.allSatisfy(\.isSmall) ? nil : "They may use cellular, unless the session forbids it",
      subject: name, transfers: carried.map(\.name.value), edits: [PolicyEdit(path, .set("false"))],
      parameters: ["discretionary.relax", "discretionary.relax_network"], isOnlyForUnmetGoals: true)
  }

  // MARK: - The resource timeout

  static func resourceTimeouts(of session: Policy.Session, in policy: Policy) -> [AdviceCandidate] {
    let carried = policy.transfers(of: session)
    guard !carried.isEmpty else { return [] }
    let now = session.timeoutIntervalForResource.value
    // Transfers that start in the background are discretionary, too.
    let isDiscretionary =
      session.isDiscretionary.value || carried.contains { $0.startedIn.value == .background }
    let deadlines = carried.compactMap { $0.deadline?.value }.filter {
      !isDiscretionary || $0 >= PlatformFacts.discretionaryResourceTimeout.value
    }
    var seen: Set<TimeSpan> = [now]
    let spans = ([TimeSpan.days(1), .days(2), .days(3), PlatformFacts.resourceTimeout.value] + deadlines)
      .filter {
        seen.insert($0).inserted
      }
    return spans.map { span in
      let name = session.name.value
      return AdviceCandidate(
        kind: .resourceTimeout, title: "Give \(name) a resource timeout of \(span)",
        why: span > now
          ? "Items that are not done by the resource timeout fail, even if they still wait for their turn."
          : "The system drops its conditions, power first and Wi-Fi last, as the resource timeout comes near.",
        caution: span > now
          ? nil : "Items that are not done by then fail, and the app has to submit them again",
        subject: name, transfers: carried.map(\.name.value),
        edits: [PolicyEdit(PolicyPath("sessions", name, "timeoutIntervalForResource"), .set("\(span)"))],
        parameters: ["discretionary.relax", "discretionary.relax_network"], isOnlyForUnmetGoals: true)
    }
  }

  // MARK: - Start in the foreground

  static func foregroundStart(
    of transfer: Policy.Transfer, in session: Policy.Session, _ policy: Policy
  ) -> AdviceCandidate? {
    let name = transfer.name.value
    let starters = policy.tasks.compactMap(\.startsTransfers) + policy.pushes.compactMap(\.startsTransfers)
    let isStartedForIt = starters.contains { $0.value.contains { $0.value == name } }
    // Work that recurs several times a day can't wait until the user opens the app each time.
    let isFrequent = if case .every(let period) = transfer.every.value { period < .days(1) } else { false }
    guard transfer.startedIn.value == .background, !isStartedForIt, !isFrequent else { return nil }
    // A large transfer may begin at once only if it can't use cellular.
    let staysOffCellular =
      session.isDiscretionary.value || flags.prefix(2).contains { !$0.setting(of: session).value }
      || transfer.allowsCellularAccess?.value == false
      || transfer.allowsExpensiveNetworkAccess?.value == false
    guard !transfer.isLarge || staysOffCellular else { return nil }
    return AdviceCandidate(
      kind: .foregroundStart, title: "Start \(name) while the app is in the foreground",
      why: """
        Transfers that an app starts in the background are discretionary, and are held until the delay after the last \
        resume is over. Transfers that it starts in the foreground are neither.
        """,
      caution:
        """
        The figures count the wait until the user opens the app; `bgpolicy estimate` of the changed policy counts from the \
        visit in which the work then begins
        """,
      subject: name, transfers: [name],
      edits: [PolicyEdit(PolicyPath("transfers", name, "startedIn"), .set("foreground"))],
      parameters: ["limiter.base", "discretionary.relax"], waitingTransfers: [name],
      isOnlyForUnmetGoals: true)
  }
}

extension Policy.Transfer {
  /// Whether the deadline is shorter than the time that Apple wants discretionary transfers to have.
  fileprivate var hasShortDeadline: Bool {
    deadline.map { $0.value < PlatformFacts.discretionaryResourceTimeout.value } ?? false
  }
}
