internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionTooManyBackground = Rule(
    "BGP103", "session-too-many-background", .sessions, .info,
    summary: "More than one background session in a target",
    why: """
      Apple asks for a small number of background sessions, ideally one. Each one that ends while the app is \
      suspended resumes it, and each resume doubles the delay for all of them.
      """,
    guide: RuleGuide(
      ignoreWhen: "The sessions need different properties, which a request can't set."),
    citations: [.downloadingInBackground, .resumeRateLimiter],
    triggers: [
      """
      sessions:
        wifi: { identifier: com.example.wifi, timeoutIntervalForResource: 1d, allowsExpensiveNetworkAccess: false,
                allowsConstrainedNetworkAccess: false }
        «cellular»: { identifier: com.example.cellular, timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library:
          identifier: com.example.library.{account}
          instances: { per: account, atMost: «3» }
          timeoutIntervalForResource: 1d
      """,
    ],
    passes: [
      """
      sessions:
        wifi:
          identifier: com.example.wifi
          timeoutIntervalForResource: 1d
          allowsCellularAccess: false
          allowsExpensiveNetworkAccess: false
        any: { identifier: com.example.any, timeoutIntervalForResource: 1d, allowsExpensiveNetworkAccess: false }
      """,
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share } }
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        share:
          target: share
          identifier: com.example.share.upload
          sharedContainerIdentifier: group.com.example
          timeoutIntervalForResource: 1d
        api: { type: default }
      """,
    ],
    check: .backgroundSessions { session, policy, context in
      if let most = session.instances?.value.atMost, let per = session.instances?.value.per?.value,
        session.isFamily
      {
        return context.diagnostic(
          at: .value(most.node),
          "\(session.name.value) is up to \(most.value) background sessions, one for each \(per)",
          help: "use one session for all of them, and distinguish its tasks by taskDescription")
      }
      guard policy.sessions.count > PlatformFacts.backgroundSessions.value else { return nil }
      let siblings = policy.sessions.filter {
        $0.isBackground && !$0.isFamily && $0.target.value == session.target.value
      }
      let others = siblings.dropFirst(PlatformFacts.backgroundSessions.value)
      guard let first = siblings.first, first.name.node != session.name.node,
        session.isReportable(among: siblings, in: policy),
        others.first(where: { $0.isReportable(among: siblings, in: policy) })?.name.node == session.name.node
      else { return nil }
      return context.diagnostic(
        at: .key(session.name.node),
        "\(session.name.value) is one of \(siblings.count) background sessions of \(session.target.value)",
        help: "use one session for both; a request can be stricter about networks than its session",
        related: [(.key(first.name.node), "the first one")])
    }
  )
}

extension Policy.Session {
  /// Whether it alone is more sessions than Apple advises.
  fileprivate var isFamily: Bool { mostInstances > PlatformFacts.backgroundSessions.value }

  /// Whether it may be the one that is reported: other rules report one that another could replace, and one with the
  /// identifier of another.
  fileprivate func isReportable(among siblings: [Policy.Session], in policy: Policy) -> Bool {
    earlierTwin(in: policy) == nil && !sharesIdentifier(withEarlierOf: siblings)
  }

  /// Whether a session before this one has the same identifier.
  private func sharesIdentifier(withEarlierOf sessions: [Policy.Session]) -> Bool {
    guard let identifier = identifier?.value.text else { return false }
    return sessions.prefix { $0.name.node != name.node }.contains {
      $0.identifier?.value.text == identifier
    }
  }
}
