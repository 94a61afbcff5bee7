internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let sessionResourceTimeoutImplicit = Rule(
    "BGP122", "session-resource-timeout-implicit", .sessions, .info, reporting: .oncePerFile,
    summary: "A background session that leaves its resource timeout to the default of seven days",
    why: """
      A background session retries until the resource timeout, silently for seven days where none is set. \
      Credentials and upload ids rarely live as long.
      """,
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        «library»: { identifier: com.example.library }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 7d }
        api: { type: default }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForRequest: 30s }
      """,
    ],
    check: .backgroundSessions { session, _, context in
      guard !session.hasKey("timeoutIntervalForResource"),
        // A request timeout that is taken for it has a rule of its own.
        session.timeoutIntervalForRequest.isDefault
      else { return nil }
      let timeout = PlatformFacts.resourceTimeout.value
      return context.diagnostic(
        at: .key(session.name.node),
        "\(session.name.value) gives up after \(timeout), because nothing else is said",
        fixes: [
          context.insert(
            "timeoutIntervalForResource", plain: timeout.description, into: session.name.node,
            "Write it out: timeoutIntervalForResource: \(timeout)", safety: .changesSwift)
        ])
    }
  )
}
