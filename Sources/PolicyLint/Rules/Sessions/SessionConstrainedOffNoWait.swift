internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionConstrainedOffNoWait = Rule(
    "BGP132", "session-constrained-off-no-wait", .sessions, .warning,
    summary: "A session that fails at once on an expensive or constrained network",
    why: """
      Unless the session waits for connectivity, a task fails on a network that is not allowed. Only \
      background sessions always wait.
      """,
    guide: RuleGuide(
      symptom: "The task fails with a URLError whose networkUnavailableReason is constrained or expensive.",
      ignoreWhen: "The app handles the error, for example by showing an older copy.",
      swift: """
        configuration.allowsConstrainedNetworkAccess = false
        configuration.waitsForConnectivity = true
        """,
      related: ["session-waits-for-connectivity-noop"]),
    citations: [.configurationReference, .urlErrorReference],
    triggers: [
      """
      sessions:
        «api»: { type: default, allowsConstrainedNetworkAccess: false }
      """,
      """
      sessions:
        api: { type: default, allowsExpensiveNetworkAccess: false, allowsConstrainedNetworkAccess: false,
               waitsForConnectivity: «false» }
      """,
    ],
    passes: [
      """
      sessions:
        api: { type: default, allowsConstrainedNetworkAccess: false, waitsForConnectivity: true }
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, allowsConstrainedNetworkAccess: false }
      """
    ],
    check: .foregroundSessions { session, _, context in
      guard !session.waitsForConnectivity.value else { return nil }
      let flags = [session.allowsConstrainedNetworkAccess, session.allowsExpensiveNetworkAccess]
      guard let off = flags.compactMap(\.written).first(where: { !$0.value }) else { return nil }
      let waits = session.waitsForConnectivity.written
      let fix =
        waits.map {
          context.replace(
            $0.node, withPlain: "true", "Set waitsForConnectivity to true", safety: .changesSwift)
        }
        ?? context.insert(
          "waitsForConnectivity", plain: "true", into: session.name.node, "Add waitsForConnectivity: true",
          safety: .changesSwift)
      return context.diagnostic(
        at: waits.map { .value($0.node) } ?? .key(session.name.node),
        "Tasks of \(session.name.value) fail on a network that is not allowed, instead of waiting for another",
        related: [(.value(off.node), "not allowed here")], fixes: [fix])
    }
  )
}
