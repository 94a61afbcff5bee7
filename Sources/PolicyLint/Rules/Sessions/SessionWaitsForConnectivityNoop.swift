internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionWaitsForConnectivityNoop = Rule(
    "BGP110", "session-waits-for-connectivity-noop", .sessions, .warning, reporting: .oncePerFile,
    tags: .unnecessary,
    summary: "waitsForConnectivity on a background session, which ignores it",
    why: """
      Background sessions always wait for a network. The property matters only to sessions that work while \
      the app runs, and taskIsWaitingForConnectivity is never called for a background session.
      """,
    guide: RuleGuide(
      symptom: """
        No error: transfers wait for a network in any case, and urlSession(_:taskIsWaitingForConnectivity:) \
        is never called.
        """,
      related: ["session-constrained-off-no-wait"]),
    citations: [.urlSessionHeader, .wwdc17Networking],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «waitsForConnectivity»: true }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «waitsForConnectivity»: false }
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        api: { type: default, waitsForConnectivity: true }
      """
    ],
    check: .backgroundSessions { session, policy, context in
      session.waitsForConnectivity.written.map { written in
        context.diagnostic(
          at: .key(written.node),
          written.value
            ? "waitsForConnectivity: true has no effect on the background session \(session.name.value), which always waits"
            : "waitsForConnectivity: false has no effect on the background session \(session.name.value), which always waits",
          fixes: [context.remove(written.node, "Remove waitsForConnectivity", safety: .changesSwift)],
          severity: written.value ? .info : nil)
      }
    }
  )
}
