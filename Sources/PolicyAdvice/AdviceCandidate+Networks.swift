internal import PolicyLint
internal import PolicyModel

/// Edits of sessions, and of the networks that transfers may use.
extension AdviceCandidate {
  // MARK: - One session instead of two

  /// The network switches that a request can set more strictly than its session.
  static let flags = NetworkSwitch.all

  static func oneSession(for session: Policy.Session, in policy: Policy) -> [AdviceCandidate] {
    policy.sessions.filter { other in
      other.isBackground && other.target.value == session.target.value
        && other.name.value != session.name.value && !other.takesRuntimeValues && !session.takesRuntimeValues
        && other.isConfigured(like: session, butFor: ["identifier"] + flags.map(\.name))
        // The session that stays allows at least the networks of the removed session; if both allow the same networks, the
        // first session stays.
        && flags.allSatisfy { $0.setting(of: session).value || !$0.setting(of: other).value }
        && (session.name.node.isBefore(other.name.node)
          || flags.contains { $0.setting(of: session).value != $0.setting(of: other).value })
    }.map { other in
      let (kept, removed) = (session.name.value, other.name.value)
      let moved = policy.transfers(of: other)
      let stricter = flags.filter { $0.setting(of: session).value && !$0.setting(of: other).value }
      let edits = moved.flatMap { transfer in
        [PolicyEdit(PolicyPath("transfers", transfer.name.value, "session"), .set(kept))]
          + stricter.filter { $0.value(of: transfer) == nil }.map {
            PolicyEdit(PolicyPath("transfers", transfer.name.value, "\($0.name)"), .set("false"))
          }
      }
      return AdviceCandidate(
        kind: .oneSession, title: "Move the transfers of the session \(removed) to \(kept)",
        why: """
          Apple recommends as few background sessions as possible, ideally one: each one that ends resumes the app. A \
          request can allow fewer networks than its session.
          """,
        caution:
          "Transfers in flight at the update are delivered only to a session with the identifier of \(removed)",
        subject: "\(kept) \(removed)", transfers: moved.map(\.name.value),
        edits: edits + [PolicyEdit(PolicyPath("sessions", removed), .removed)],
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
    // Networks that the user chooses at run time stay as they are.
    guard !networks.contains(where: { session.isRuntime($0.name) }) else { return [] }
    let requestAllows =
      transfer.allowsCellularAccess?.value ?? true && transfer.allowsExpensiveNetworkAccess?.value ?? true
    if networks.contains(where: { !$0.setting(of: session).value }) {
      // A session that keeps large transfers off cellular also delays a small, urgent transfer.
      guard transfer.isSmall, isUrgent(transfer, in: policy), requestAllows, !others.isEmpty,
        !others.contains(where: \.isSmall)
      else { return [] }
      let forbidden = networks.filter { !$0.setting(of: session).value }
      let edits = forbidden.flatMap { flag in
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
          subject: name, transfers: [name], edits: edits,
          parameters: [transfer.cellularThroughput, "cell_budget"],
          isOnlyForUnmetGoals: true)
      ]
    }
    guard transfer.isLarge, requestAllows else { return [] }
    let owner = others.isEmpty ? PolicyPath("sessions", session.name.value) : PolicyPath("transfers", name)
    return [
      AdviceCandidate(
        kind: .cellularFlag, title: "Keep \(name) off cellular and personal hotspots",
        why: """
          Without allowsExpensiveNetworkAccess, large transfers use only networks that are not expensive. Apple prefers it \
          to allowsCellularAccess, which covers only cellular.
          """,
        subject: name, transfers: [name],
        edits: flags.dropFirst().filter { !session.isRuntime($0.name) }.map {
          PolicyEdit(owner.appending("\($0.name)"), .set("false"))
        },
        parameters: [transfer.cellularThroughput, transfer.wifiThroughput, "cell_budget"])
    ]
  }

  // MARK: - A session of its own

  static func ownSession(
    for transfer: Policy.Transfer, in session: Policy.Session, _ alternative: Alternative
  ) -> AdviceCandidate? {
    let policy = alternative.policy
    let (name, shared) = (transfer.name.value, session.name.value)
    guard transfer.isSmall, isUrgent(transfer, in: policy),
      policy.transfers(of: session).contains(where: { $0.name.value != name && !$0.isSmall }),
      session.instances == nil, !session.takesRuntimeValues,
      let identifier = session.identifier?.value.written,
      let values = alternative.value(at: PolicyPath("sessions", shared))
    else { return nil }
    let own = policy.sessions.contains { $0.name.value == name } ? "\(name)Now" : name
    guard !policy.sessions.contains(where: { $0.name.value == own }) else { return nil }
    let path = PolicyPath("sessions", own)
    let networks = flags.prefix(2).filter { !$0.setting(of: session).value }
    var edits = [
      PolicyEdit(path, .set(values)),
      PolicyEdit(path.appending("identifier"), .set("\"\(identifier).\(name)\"")),
    ]
    edits += networks.map { PolicyEdit(path.appending("\($0.name)"), .set("true")) }
    // Transfers that start in the background are discretionary in any session.
    let beginsAtOnce = !policy.startsInBackground(transfer)
    if session.isDiscretionary.value, beginsAtOnce {
      edits.append(PolicyEdit(path.appending("isDiscretionary"), .set("false")))
    }
    edits.append(PolicyEdit(PolicyPath("transfers", name, "session"), .set(own)))
    let words = (beginsAtOnce ? ", which begins at once" : "") + (networks.isEmpty ? "" : ", on any network")
    return AdviceCandidate(
      kind: .ownSession, title: "Give \(name) a session of its own\(words)",
      why: """
        In a session with large transfers, a small one waits for its turn, and for the conditions that suit the large ones. \
        Apple recommends as few background sessions as possible, so only what is urgent gets one.
        """,
      caution: "Transfers in flight at the update are delivered only to the session \(shared)",
      subject: name, transfers: [name], edits: edits,
      parameters: ["limiter.base", "limiter.concurrency", "discretionary.relax"], isOnlyForUnmetGoals: true)
  }
}
