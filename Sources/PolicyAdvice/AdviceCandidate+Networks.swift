internal import PolicyLint
internal import PolicyModel

/// Edits of the networks that sessions and their transfers may use.
extension AdviceCandidate {
  // MARK: - One session for two

  /// The switches that a request can set more strictly than its session.
  static let flags = NetworkSwitch.all

  static func oneSession(for session: Policy.Session, in policy: Policy) -> [AdviceCandidate] {
    policy.sessions.filter { other in
      other.isBackground && other.target.value == session.target.value
        && other.name.value != session.name.value && !other.takesRuntimeValues && !session.takesRuntimeValues
        && other.isConfigured(like: session, butFor: ["identifier"] + flags.map(\.name))
        // The remaining session allows everything that the other one does; of equal ones it is the first.
        && flags.allSatisfy { $0.setting(of: session).value || !$0.setting(of: other).value }
        && (session.name.node.isBefore(other.name.node)
          || flags.contains { $0.setting(of: session).value != $0.setting(of: other).value })
    }.map { other in
      let (kept, gone) = (session.name.value, other.name.value)
      let moved = policy.transfers(of: other)
      let stricter = flags.filter { $0.setting(of: session).value && !$0.setting(of: other).value }
      let edits = moved.flatMap { transfer in
        [PolicyEdit(PolicyPath("transfers", transfer.name.value, "session"), .set(kept))]
          + stricter.filter { $0.value(of: transfer) == nil }.map {
            PolicyEdit(PolicyPath("transfers", transfer.name.value, "\($0.name)"), .set("false"))
          }
      }
      return AdviceCandidate(
        kind: .oneSession, title: "Move the transfers of the session \(gone) to \(kept)",
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

  static func cellularFlags(
    of transfer: Policy.Transfer, in session: Policy.Session, _ policy: Policy
  ) -> [AdviceCandidate] {
    let name = transfer.name.value
    let others = policy.transfers(of: session).filter { $0.name.value != name }
    let networks = flags.prefix(2)
    // Users who may choose the networks have already decided.
    guard !networks.contains(where: { session.isRuntime($0.name) }) else { return [] }
    let requestAllows =
      transfer.allowsCellularAccess?.value ?? true && transfer.allowsExpensiveNetworkAccess?.value ?? true
    if networks.contains(where: { !$0.setting(of: session).value }) {
      // A session that keeps bulk transfers off cellular delays an urgent one.
      guard transfer.isSmall, isUrgent(transfer, in: policy), requestAllows, !others.isEmpty,
        !others.contains(where: \.isSmall)
      else { return [] }
      let closed = networks.filter { !$0.setting(of: session).value }
      let edits = closed.flatMap { flag in
        [PolicyEdit(PolicyPath("sessions", session.name.value, "\(flag.name)"), .set("true"))]
          + others.filter { flag.value(of: $0) == nil }.map {
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
        edits: flags.dropFirst().filter { !session.isRuntime($0.name) }.map {
          PolicyEdit(owner.appending("\($0.name)"), .set("false"))
        },
        parameters: ["lte.throughput", "wifi.throughput", "cell_budget"])
    ]
  }
}
