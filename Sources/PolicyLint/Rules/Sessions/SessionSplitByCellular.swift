internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionSplitByCellular = Rule(
    "BGP107", "session-split-by-cellular", .sessions, .info,
    summary: "Two background sessions that differ only in allowsCellularAccess",
    why: """
      A request can be stricter than its session, so one session with allowsCellularAccess: false on some \
      requests does the same. Every session that ends separately resumes the app, and each resume doubles \
      the delay.
      """,
    guide: RuleGuide(
      swift: """
        var request = URLRequest(url: url)
        request.allowsCellularAccess = false
        let task = session.downloadTask(with: request)
        """,
      related: ["session-too-many-background"]),
    citations: [.wildApps, .urlSessionHeader, .resumeRateLimiter],
    triggers: [
      """
      sessions:
        wifi:
          identifier: com.example.wifi
          timeoutIntervalForResource: 1d
          allowsCellularAccess: false
          allowsExpensiveNetworkAccess: false
        «cellular»: { identifier: com.example.cellular, timeoutIntervalForResource: 1d, allowsExpensiveNetworkAccess: false }
      """
    ],
    passes: [
      """
      sessions:
        wifi: { identifier: com.example.wifi, timeoutIntervalForResource: 7d, allowsCellularAccess: false }
        cellular: { identifier: com.example.cellular, timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        wifi: { identifier: com.example.wifi, timeoutIntervalForResource: 1d, allowsCellularAccess: { runtime: false } }
        cellular: { identifier: com.example.cellular, timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        wifi: { identifier: com.example.wifi, timeoutIntervalForResource: 1d, allowsCellularAccess: false, proxyConfigurations: [corporate] }
        cellular: { identifier: com.example.cellular, timeoutIntervalForResource: 1d }
      """,
    ],
    check: .backgroundSessions { session, policy, context in
      guard let first = context.index.earlierTwin(of: session) else { return nil }
      return context.diagnostic(
        at: .key(session.name.node),
        "\(session.name.value) and \(first.name.value) differ only in allowsCellularAccess",
        help: "use one session for both, and set allowsCellularAccess on the transfers",
        related: [(.key(first.name.node), "the other session")])
    }
  )
}

extension PolicyIndex {
  /// An earlier session of the policy that differs only in `allowsCellularAccess`.
  func earlierTwin(of session: Policy.Session) -> Policy.Session? {
    possibleTwins(of: session).first { $0.name.node.isBefore(session.name.node) && session.isTwin(of: $0) }
  }
}

extension Policy.Session {
  fileprivate func isTwin(of other: Policy.Session) -> Bool {
    guard other.isBackground, other.target.value == target.value,
      other.allowsCellularAccess.value != allowsCellularAccess.value,
      !isRuntime("allowsCellularAccess"), !other.isRuntime("allowsCellularAccess")
    else { return false }
    return SessionDifference.first(of: self, from: other, but: ["identifier", "allowsCellularAccess"]) == nil
  }
}
