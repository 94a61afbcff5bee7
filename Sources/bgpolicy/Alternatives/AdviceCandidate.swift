internal import PlatformFacts
internal import PolicyLint
internal import PolicyModel
internal import Quantities

/// An edit that may help a policy: what it changes, when it is right, and what it takes.
struct AdviceCandidate {
  /// The kinds of edits, in the order in which equals are proposed.
  enum Kind: String, CaseIterable {
    case batch, oneSession, cellularFlag, discretionary, resourceTimeout, refresh, foregroundStart
  }

  let kind: Kind
  /// What it does, as a verb phrase without a full stop.
  let title: String
  /// Why that helps, on whose word.
  let why: String
  /// What the estimate does not count and whoever makes the edit has to know; `nil` for nothing.
  var caution: String?
  /// What it is about: of several edits of a kind for one subject only the best is proposed.
  let subject: String
  /// The transfers whose own figures may be traded against each other.
  let transfers: [String]
  let edits: [PolicyEdit]
  /// The parameters of the model that its effect rests on.
  let parameters: [String]
  /// Whether it is right only where something is missed that has to be kept: a budget, a deadline, an item.
  var needsNeed = false
}

extension AdviceCandidate {
  /// All edits that are right for a policy, whatever they come to.
  static func all(for policy: Policy) -> [AdviceCandidate] {
    let sessions = policy.sessions.filter(\.isBackground)
    let carried = sessions.flatMap { session in policy.transfers(of: session).map { ($0, session) } }
    return carried.flatMap { batches(of: $0.0) }
      + sessions.flatMap { oneSession(for: $0, in: policy) }
      + carried.flatMap { cellularFlags(of: $0.0, in: $0.1, policy) }
      + sessions.compactMap { discretionary($0, in: policy) }
      + sessions.flatMap { resourceTimeouts(of: $0, in: policy) }
      + policy.pushes.flatMap { refreshes(insteadOf: $0, in: policy) }
      + carried.compactMap { foregroundStart(of: $0.0, in: $0.1, policy) }
  }

  // MARK: - Batches

  /// How many items at a time are tried, besides all.
  private static let batchSizes = [10, 100, 1_000]

  private static func batches(of transfer: Transfer) -> [AdviceCandidate] {
    guard case .batch(let size) = transfer.submit.value, size < transfer.count.value else { return [] }
    let name = transfer.name.value
    func candidate(_ title: String, _ value: String) -> AdviceCandidate {
      AdviceCandidate(
        kind: .batch, title: title,
        why: """
          Each batch that ends resumes the app to start the next, and each resume doubles the delay before the next may \
          start. Apple asks for as many tasks at once as there are, up to about a thousand.
          """,
        caution: transfer.validFor.map {
          "What is handed over early waits in the session; the server has to take it for \($0.value), as validFor says"
        },
        subject: name, transfers: [name],
        edits: [PolicyEdit(PolicyPath("transfers", name, "submit"), .set(value))],
        parameters: ["limiter.base", "limiter.factor", "limiter.lapse"])
    }
    return [candidate("Submit all \(transfer.count.value) items of \(name) at once", "allAtOnce")]
      + batchSizes.filter { $0 > size && $0 < transfer.count.value }.map {
        candidate("Submit \(name) in batches of \($0)", "{ batch: \($0) }")
      }
  }

  // MARK: - One session for two

  /// A flag that a request can set more strictly than its session.
  private struct Flag: Sendable {
    let name: StaticString
    let isAllowed: @Sendable (Session) -> Bool
    let isSet: @Sendable (Transfer) -> Bool
  }

  private static let flags = [
    Flag(
      name: "allowsCellularAccess", isAllowed: { $0.allowsCellularAccess.value },
      isSet: { $0.allowsCellularAccess != nil }),
    Flag(
      name: "allowsExpensiveNetworkAccess", isAllowed: { $0.allowsExpensiveNetworkAccess.value },
      isSet: { $0.allowsExpensiveNetworkAccess != nil }),
    Flag(
      name: "allowsConstrainedNetworkAccess", isAllowed: { $0.allowsConstrainedNetworkAccess.value },
      isSet: { $0.allowsConstrainedNetworkAccess != nil }),
  ]

  private static func oneSession(for session: Session, in policy: Policy) -> [AdviceCandidate] {
    policy.sessions.filter { other in
      other.isBackground && other.target.value == session.target.value
        && other.name.value != session.name.value
        && other.isConfigured(like: session, butFor: ["identifier"] + flags.map(\.name))
        // The one that stays allows all that the other does; of equals it is the first.
        && flags.allSatisfy { $0.isAllowed(session) || !$0.isAllowed(other) }
        && (session.name.place.isBefore(other.name.place)
          || flags.contains { $0.isAllowed(session) != $0.isAllowed(other) })
    }.map { other in
      let (kept, gone) = (session.name.value, other.name.value)
      let moved = policy.transfers(of: other)
      let stricter = flags.filter { $0.isAllowed(session) && !$0.isAllowed(other) }
      let edits = moved.flatMap { transfer in
        [PolicyEdit(PolicyPath("transfers", transfer.name.value, "session"), .set(kept))]
          + stricter.filter { !$0.isSet(transfer) }.map {
            PolicyEdit(PolicyPath("transfers", transfer.name.value, "\($0.name)"), .set("false"))
          }
      }
      return AdviceCandidate(
        kind: .oneSession, title: "Let the session \(kept) carry what \(gone) does",
        why: """
          Apple asks for as few background sessions as possible, ideally one: each one that ends resumes the app. A request \
          can be stricter about its networks than its session.
          """,
        caution:
          "Transfers in flight at the update are delivered only to a session with the identifier of \(gone)",
        subject: "\(kept) \(gone)", transfers: moved.map(\.name.value),
        edits: edits + [PolicyEdit(PolicyPath("sessions", gone), .removed)],
        parameters: ["limiter.base", "limiter.concurrency"])
    }
  }

  // MARK: - The cellular flag of requests

  private static func cellularFlags(
    of transfer: Transfer, in session: Session, _ policy: Policy
  ) -> [AdviceCandidate] {
    let name = transfer.name.value
    let others = policy.transfers(of: session).filter { $0.name.value != name }
    let networks = flags.prefix(2)
    let requestAllows =
      transfer.allowsCellularAccess?.value ?? true && transfer.allowsExpensiveNetworkAccess?.value ?? true
    if networks.contains(where: { !$0.isAllowed(session) }) {
      // A session that keeps bulk off cellular holds up the one transfer that somebody waits for.
      guard transfer.isSmall, isUrgent(transfer, in: policy), requestAllows, !others.isEmpty,
        !others.contains(where: \.isSmall)
      else { return [] }
      let closed = networks.filter { !$0.isAllowed(session) }
      let edits = closed.flatMap { flag in
        [PolicyEdit(PolicyPath("sessions", session.name.value, "\(flag.name)"), .set("true"))]
          + others.filter { !flag.isSet($0) }.map {
            PolicyEdit(PolicyPath("transfers", $0.name.value, "\(flag.name)"), .set("false"))
          }
      }
      return [
        AdviceCandidate(
          kind: .cellularFlag,
          title:
            "Let \(name) use cellular, and keep the others of \(session.name.value) off it by their requests",
          why: """
            A session that forbids cellular forbids it to all of its requests. The session may allow it, and the large \
            requests forbid it for themselves.
            """,
          subject: name, transfers: [name], edits: edits, parameters: ["lte.throughput", "cell_budget"],
          needsNeed: true)
      ]
    }
    guard transfer.isLarge, requestAllows else { return [] }
    let owner = others.isEmpty ? PolicyPath("sessions", session.name.value) : PolicyPath("transfers", name)
    return [
      AdviceCandidate(
        kind: .cellularFlag, title: "Keep \(name) off cellular and personal hotspots",
        why: """
          allowsExpensiveNetworkAccess keeps what is large for networks that cost nothing; Apple prefers it to \
          allowsCellularAccess, which knows cellular alone.
          """,
        subject: name, transfers: [name],
        edits: ["allowsExpensiveNetworkAccess", "allowsConstrainedNetworkAccess"].map {
          PolicyEdit(owner.appending($0), .set("false"))
        },
        parameters: ["lte.throughput", "wifi.throughput", "cell_budget"])
    ]
  }

  /// Whether the policy says when it has to be done.
  private static func isUrgent(_ transfer: Transfer, in policy: Policy) -> Bool {
    transfer.deadline != nil
      || policy.budgets.contains { $0.name.value == transfer.name.value && $0.completion != nil }
  }

  // MARK: - Discretionary

  private static func discretionary(_ session: Session, in policy: Policy) -> AdviceCandidate? {
    let carried = policy.transfers(of: session)
    let path = PolicyPath("sessions", session.name.value, "isDiscretionary")
    let name = session.name.value
    if !session.isDiscretionary.value {
      guard carried.contains(where: { $0.isLarge }) else { return nil }
      return AdviceCandidate(
        kind: .discretionary, title: "Make \(name) discretionary",
        why:
          "Apple asks for isDiscretionary where transfers are large: the system waits for Wi-Fi and power.",
        caution: "Nobody may be waiting for what it carries", subject: name,
        transfers: carried.map(\.name.value),
        edits: [PolicyEdit(path, .set("true"))]
          // Low Data Mode is the user's wish to put off just that.
          + (session.allowsConstrainedNetworkAccess.value
            ? [
              PolicyEdit(
                PolicyPath("sessions", name, "allowsConstrainedNetworkAccess"), .set("false"))
            ] : []),
        parameters: ["discretionary.relax", "discretionary.relax_network"])
    }
    // What starts in the background stays discretionary, and what is not small is meant to wait.
    guard !carried.isEmpty,
      carried.allSatisfy({ $0.isSmall && $0.startedIn.value == .foreground && isUrgent($0, in: policy) })
    else { return nil }
    return AdviceCandidate(
      kind: .discretionary, title: "Let \(name) begin at once",
      why:
        "What is small and has a deadline need not wait for Wi-Fi and power, which a discretionary session does.",
      subject: name, transfers: carried.map(\.name.value), edits: [PolicyEdit(path, .set("false"))],
      parameters: ["discretionary.relax", "discretionary.relax_network"], needsNeed: true)
  }

  // MARK: - The resource timeout

  private static func resourceTimeouts(of session: Session, in policy: Policy) -> [AdviceCandidate] {
    let carried = policy.transfers(of: session)
    guard !carried.isEmpty else { return [] }
    let now = session.timeoutIntervalForResource.value
    // What starts in the background is discretionary, too.
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
          ? "What is not done by the resource timeout fails, also where it only waits for its turn."
          : "The system drops its conditions, power first and Wi-Fi last, as the resource timeout comes near.",
        caution: span > now ? nil : "What is not done by then fails, and the app has to submit it again",
        subject: name, transfers: carried.map(\.name.value),
        edits: [PolicyEdit(PolicyPath("sessions", name, "timeoutIntervalForResource"), .set("\(span)"))],
        parameters: ["discretionary.relax", "discretionary.relax_network"], needsNeed: true)
    }
  }

  // MARK: - Refresh and transfer instead of chains of pushes

  private static func refreshes(insteadOf push: Push, in policy: Policy) -> [AdviceCandidate] {
    let started = (push.startsTransfers?.value ?? []).map(\.value)
    guard !started.isEmpty, let refresh = policy.tasks(ofType: .appRefresh).first else { return [] }
    let own = (refresh.startsTransfers?.value ?? []).map(\.value)
    let all = own + started.filter { !own.contains($0) }
    return [
      AdviceCandidate(
        kind: .refresh,
        title:
          "Let \(refresh.name.value) start \(started.joined(separator: ", ")) instead of \(push.name.value)",
        why: """
          Silent pushes are throttled, and a newer one takes the place of one that waits. An app refresh comes when the \
          system expects the app to be used, and can hand the work to a background session.
          """,
        caution: "The server sends the push no more for this alone", subject: push.name.value,
        transfers: started,
        edits: [
          PolicyEdit(
            PolicyPath("tasks", refresh.name.value, "startsTransfers"),
            .set("[\(all.joined(separator: ", "))]")),
          PolicyEdit(PolicyPath("pushes", push.name.value, "startsTransfers"), .removed),
        ], parameters: ["refresh.per_day", "push.min_gap"])
    ]
  }

  // MARK: - Start in the foreground

  private static func foregroundStart(
    of transfer: Transfer, in session: Session, _ policy: Policy
  ) -> AdviceCandidate? {
    let name = transfer.name.value
    let starters = policy.tasks.compactMap(\.startsTransfers) + policy.pushes.compactMap(\.startsTransfers)
    let isStartedForIt = starters.contains { $0.value.contains { $0.value == name } }
    // Work that comes up several times a day can't wait for a visit each time.
    let isFrequent = if case .every(let period) = transfer.every.value { period < .days(1) } else { false }
    guard transfer.startedIn.value == .background, !isStartedForIt, !isFrequent else { return nil }
    // What is large may begin at once only where that can't be on cellular.
    let staysOffCellular =
      session.isDiscretionary.value || flags.prefix(2).contains { !$0.isAllowed(session) }
      || transfer.allowsCellularAccess?.value == false
      || transfer.allowsExpensiveNetworkAccess?.value == false
    guard !transfer.isLarge || staysOffCellular else { return nil }
    return AdviceCandidate(
      kind: .foregroundStart, title: "Start \(name) while the app is in the foreground",
      why: """
        What an app starts in the background is discretionary, and held while the delay of the last resume runs. What it \
        starts in the foreground is neither.
        """,
      caution:
        "The work then begins when the user opens the app, and the time until that is not counted here",
      subject: name, transfers: [name],
      edits: [PolicyEdit(PolicyPath("transfers", name, "startedIn"), .set("foreground"))],
      parameters: ["limiter.base", "discretionary.relax"], needsNeed: true)
  }
}

extension Transfer {
  /// The largest size of all its items together; `nil` where the policy doesn't say.
  private var wholeSize: ByteCount? { size.map { $0.value.upper * count.value } }

  /// Whether its items are large together.
  fileprivate var isLarge: Bool { wholeSize.map { $0 >= PlatformFacts.largeTransfer.value } ?? false }

  /// Whether its items are small together.
  fileprivate var isSmall: Bool { wholeSize.map { $0 <= PlatformFacts.smallTransfer.value } ?? false }
}
