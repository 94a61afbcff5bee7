internal import PlatformFacts
package import PolicyModel
internal import Quantities

/// An edit that may improve a policy, with its reason and its risk.
package struct AdviceCandidate {
  /// The kinds of edits, in the order in which equals are proposed.
  package enum Kind: String, CaseIterable, Sendable {
    case batch, oneSession, cellularFlag, discretionary, resourceTimeout, refresh, foregroundStart
  }

  /// The kind of the edit.
  package let kind: Kind
  /// The change, as a verb phrase without a full stop.
  package let title: String
  /// The reason why it helps, with its source.
  package let why: String
  /// An effect that the estimate does not count and that users have to consider before the edit; `nil` if
  /// there is none.
  package var caution: String?
  /// The subject: of several edits of a kind for one subject, only the best is proposed.
  package let subject: String
  /// The transfers whose own figures may be traded against each other.
  let transfers: [String]
  /// The changes of the policy.
  package let edits: [PolicyEdit]
  /// The parameters of the model that its effect depends on.
  package let parameters: [String]
  /// Whether it is proposed only if the policy misses a budget, a deadline or an item.
  var needsNeed = false
}

extension AdviceCandidate {
  /// All edits that apply to a policy, whatever their effects are.
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

  /// The batch sizes that are tried, in addition to all items at once.
  private static let batchSizes = [10, 100, 1_000]

  private static func batches(of transfer: Policy.Transfer) -> [AdviceCandidate] {
    guard case .batch(let size) = transfer.submit.value, let count = transfer.itemCount, size < count else {
      return []
    }
    let name = transfer.name.value
    func candidate(_ title: String, _ value: String) -> AdviceCandidate {
      AdviceCandidate(
        kind: .batch, title: title,
        why: """
          Each batch that ends resumes the app to start the next, and each resume doubles the delay before the next may \
          start. Apple asks for as many tasks at once as there are, up to about a thousand.
          """,
        caution: transfer.validFor.map {
          "Items wait in the session after an early submission; the server has to accept them for \($0.value) (validFor)"
        },
        subject: name, transfers: [name],
        edits: [PolicyEdit(PolicyPath("transfers", name, "submit"), .set(value))],
        parameters: ["limiter.base", "limiter.factor", "limiter.lapse"])
    }
    return [candidate("Submit all \(count) items of \(name) at once", "allAtOnce")]
      + batchSizes.filter { $0 > size && $0 < count }.map {
        candidate("Submit \(name) in batches of \($0)", "{ batch: \($0) }")
      }
  }

  // MARK: - Refresh and transfer instead of chains of pushes

  private static func refreshes(insteadOf push: Policy.Push, in policy: Policy) -> [AdviceCandidate] {
    let started = (push.startsTransfers?.value ?? []).map(\.value)
    guard !started.isEmpty,
      let refresh = policy.tasks(ofType: .appRefresh).first(where: { !$0.isOfDependency })
    else { return [] }
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
        caution: "The server no longer sends the push for this alone", subject: push.name.value,
        transfers: started,
        edits: [
          PolicyEdit(
            PolicyPath("tasks", refresh.name.value, "startsTransfers"),
            .set("[\(all.joined(separator: ", "))]")),
          PolicyEdit(PolicyPath("pushes", push.name.value, "startsTransfers"), .removed),
        ], parameters: ["refresh.per_day", "push.min_gap"])
    ]
  }

  /// Whether the policy limits the time of its completion.
  static func isUrgent(_ transfer: Policy.Transfer, in policy: Policy) -> Bool {
    transfer.deadline != nil
      || policy.budgets.contains { $0.name.value == transfer.name.value && $0.completion != nil }
  }
}

extension Policy.Transfer {
  /// The largest size of all its items together; `nil` if the policy doesn't state it.
  private var wholeSize: ByteCount? { itemCount.flatMap { count in size.map { $0.value.upper * count } } }

  /// Whether its items are large together.
  var isLarge: Bool { wholeSize.map { $0 >= PlatformFacts.largeTransfer.value } ?? false }

  /// Whether its items are small together.
  var isSmall: Bool { wholeSize.map { $0 <= PlatformFacts.smallTransfer.value } ?? false }
}
