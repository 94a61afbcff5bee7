internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionWaitsForConnectivityNoop = Rule(
    "BGP110", "session-waits-for-connectivity-noop", .sessions, .warning, reporting: .oncePerFile,
    summary: "waitsForConnectivity on a background session, which ignores it",
    why: """
      Background sessions always wait for a network. The property only matters to sessions that work while \
      the app runs, and taskIsWaitingForConnectivity is never called for a background session.
      """,
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
            ? "waitsForConnectivity says of the background session \(session.name.value) what holds anyway"
            : "The background session \(session.name.value) waits for a network, whatever waitsForConnectivity says",
          fixes: [context.remove(written.node, "Remove waitsForConnectivity", safety: .changesSwift)],
          severity: written.value ? .info : nil)
      }
    }
  )
}
