internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let sessionResourceTimeoutImplicit = Rule(
    "BGP122", "session-resource-timeout-implicit", .sessions, .info, reporting: .oncePerFile,
    summary: "A background session with the default resource timeout of seven days",
    why: """
      A background session retries until the resource timeout, and its default is seven days. Credentials \
      and upload ids rarely live that long.
      """,
    guide: RuleGuide(
      ignoreWhen: "Seven days is right for every transfer of the session.",
      swift: "configuration.timeoutIntervalForResource = 24 * 60 * 60",
      related: ["session-resource-timeout-short-discretionary"]),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        «library»: { identifier: com.example.library‹→, timeoutIntervalForRequest: 30s› }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 7d }
        api: { type: default }
      """
    ],
    check: .backgroundSessions { session, _, context in
      guard !session.hasKey("timeoutIntervalForResource"),
        // Another rule reports a request timeout that was meant as the resource timeout.
        session.timeoutIntervalForRequest.isDefault
      else { return nil }
      let timeout = PlatformFacts.resourceTimeout.value
      return context.diagnostic(
        at: .key(session.name.node),
        "\(session.name.value) gives up after \(timeout), the default of timeoutIntervalForResource",
        fixes: [
          context.insert(
            "timeoutIntervalForResource", plain: timeout.description, into: session.name.node,
            "Add timeoutIntervalForResource: \(timeout)", safety: .changesSwift)
        ])
    }
  )
}
