internal import PlatformFacts
package import PolicyModel
internal import PolicySim
internal import Quantities

/// An edit that may help a policy.
package struct AdviceCandidate {
  /// The kinds of edits; equally good edits are proposed in this order.
  package enum Kind: String, CaseIterable, Sendable {
    case batch, bundle, ownSession, retries, oneSession, cellularFlag, discretionary, resourceTimeout,
      refresh, pendingRequest, foregroundStart, combination
  }

  /// The kind of the edit.
  package let kind: Kind
  /// The edit as a verb phrase without a full stop.
  package let title: String
  /// The reason why the edit helps, with the source of the reason.
  package let why: String
  /// An effect of the edit that the estimate ignores; `nil` if there is no such effect.
  package var caution: String?
  /// The declaration that the edit changes. Of several edits with the same kind and subject, only the best is proposed.
  package let subject: String
  /// The transfers of which a figure may get worse if a more important figure gets better.
  let transfers: [String]
  /// The changes of the policy.
  package let edits: [PolicyEdit]
  /// The parameters of the model on which the effect of the edit depends.
  package let parameters: [String]
  /// The transfers that have to wait for the user to open the app, although their work comes up at any time.
  var waitingTransfers: [String] = []
  /// The task that the edit lets run more often; `nil` if the edit has another aim.
  var wantedTask: String?
  /// Whether the edit is proposed only if the policy misses a budget or a deadline, or loses items.
  var isOnlyForUnmetGoals = false
  /// The titles of the edits that a combination consists of; empty for a single edit.
  var parts: [String] = []
}

extension AdviceCandidate {
  /// All edits that apply to a policy, whether or not they help.
  static func all(for estimated: EstimatedPolicy) -> [AdviceCandidate] {
    let policy = estimated.alternative.policy
    let sessions = policy.sessions.filter(\.isBackground)
    let carried = sessions.flatMap { session in policy.transfers(of: session).map { ($0, session) } }
    return carried.flatMap { batches(of: $0.0) }
      + carried.flatMap { smallerBatches(of: $0.0, expired: estimated.share(.expiredShare, of: $0.0)) }
      + carried.compactMap { bundle(of: $0.0) }
      + carried.compactMap { ownSession(for: $0.0, in: $0.1, estimated.alternative) }
      + carried.flatMap { retries(of: $0.0, lost: estimated.share(.unfinishedShare, of: $0.0)) }
      + sessions.flatMap { oneSession(for: $0, in: policy) }
      + carried.flatMap { cellularFlags(of: $0.0, in: $0.1, policy) }
      + sessions.compactMap { discretionary($0, in: policy) }
      + sessions.flatMap { resourceTimeouts(of: $0, in: policy) }
      + policy.pushes.flatMap { refreshes(insteadOf: $0, in: policy) }
      + policy.tasks.compactMap { pendingRequest(of: $0) }
      + carried.compactMap { foregroundStart(of: $0.0, in: $0.1, policy) }
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
          Silent pushes are throttled, and a newer one replaces one that waits. An app refresh is launched when the \
          system expects the app to be used, and can hand the work to a background session.
          """,
        caution: "The server no longer needs to send the push for these transfers", subject: push.name.value,
        transfers: started,
        edits: [
          PolicyEdit(
            PolicyPath("tasks", refresh.name.value, "startsTransfers"),
            .set("[\(all.joined(separator: ", "))]")),
          PolicyEdit(PolicyPath("pushes", push.name.value, "startsTransfers"), .removed),
        ], parameters: ["refresh.per_day", "push.min_gap"])
    ]
  }

  // MARK: - Requests that stay pending

  /// Keeps the pending request of a task whose wait begins anew at each visit.
  private static func pendingRequest(of task: TaskRequest) -> AdviceCandidate? {
    guard !task.isOfDependency, !task.unlessPending.value,
      case .after(let wait)? = task.earliestBegin?.value, wait >= PlatformFacts.refreshFloor.value,
      [SubmissionMoment.launch, .enteringBackground].contains(where: { task.isSubmitted(at: $0) })
    else { return nil }
    let name = task.name.value
    return AdviceCandidate(
      kind: .pendingRequest, title: "Submit no request of \(name) while another one is pending",
      why: """
        A request replaces the pending request of the same task, and its earliestBegin counts anew: someone who opens the \
        app more often than that keeps the task from running.
        """,
      caution: "The app has to ask the scheduler for its pending requests before it submits one",
      subject: name, transfers: [],
      edits: [PolicyEdit(PolicyPath("tasks", name, "unlessPending"), .set("true"))],
      parameters: ["refresh.per_day", "processing.per_day"], wantedTask: name)
  }

  /// Whether a transfer has a deadline or a budget for its completion.
  static func isUrgent(_ transfer: Policy.Transfer, in policy: Policy) -> Bool {
    transfer.deadline != nil
      || policy.budgets.contains { $0.name.value == transfer.name.value && $0.limits(.completion) }
  }
}

extension Policy.Transfer {
  /// The maximum total size of the transfer's items; `nil` if the policy doesn't declare their size and count.
  private var wholeSize: ByteCount? { itemCount.flatMap { count in size.map { $0.value.upper * count } } }

  /// Whether the total size of the transfer's items is large.
  var isLarge: Bool { wholeSize.map { $0 >= PlatformFacts.largeTransfer.value } ?? false }

  /// The names of the parameters for the throughput of the transfer on cellular and on Wi-Fi.
  var cellularThroughput: String { direction.value == .upload ? "lte.throughput.up" : "lte.throughput" }
  var wifiThroughput: String { direction.value == .upload ? "wifi.throughput.up" : "wifi.throughput" }

  /// Whether the total size of the transfer's items is small.
  var isSmall: Bool { wholeSize.map { $0 <= PlatformFacts.smallTransfer.value } ?? false }
}
