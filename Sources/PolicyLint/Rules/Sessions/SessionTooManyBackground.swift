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
    check: .policy { policy, context in
      let families = policy.sessions.compactMap { diagnostic(ofFamily: $0, context) }
      guard policy.sessions.count > PlatformFacts.backgroundSessions.value else { return families }
      let single = policy.sessions.filter { $0.isBackground && !$0.isFamily }
      let crowds = Dictionary(grouping: single, by: \.target.value).values
      return families + crowds.compactMap { diagnostic(of: $0, context) }
    }
  )
}

private func diagnostic(ofFamily session: Policy.Session, _ context: RuleContext) -> Diagnostic? {
  guard session.isBackground, session.isFamily, let instances = session.instances?.value,
    let most = instances.atMost, let per = instances.per?.value
  else { return nil }
  return context.diagnostic(
    at: .value(most.node),
    "\(session.name.value) is up to \(most.value) background sessions, one for each \(per)",
    help: "use one session for all of them, and distinguish its tasks by taskDescription")
}

/// A diagnostic for the first session of a process that exceeds the advised number and that no other rule
/// reports.
private func diagnostic(of sessions: [Policy.Session], _ context: RuleContext) -> Diagnostic? {
  let others = sessions.dropFirst(PlatformFacts.backgroundSessions.value)
  guard let first = sessions.first, let session = others.first(where: { context.index.isReportable($0) })
  else { return nil }
  return context.diagnostic(
    at: .key(session.name.node),
    "\(session.name.value) is one of \(sessions.count) background sessions of \(session.target.value)",
    help: "use one session for both; a request can be stricter about networks than its session",
    related: [(.key(first.name.node), "the first one")])
}

extension Policy.Session {
  /// Whether the declaration alone may describe more sessions than Apple advises.
  fileprivate var isFamily: Bool {
    mostInstances > PlatformFacts.backgroundSessions.value || identifier?.value.isRuntime == true
  }
}

extension PolicyIndex {
  /// Whether this rule may report a session.
  ///
  /// Other rules report a session that another session could replace, and a session that repeats another
  /// session's identifier.
  fileprivate func isReportable(_ session: Policy.Session) -> Bool {
    guard earlierTwin(of: session) == nil else { return false }
    guard let identifier = session.identifier?.value.text else { return true }
    return !sessions(identified: identifier).contains { other in
      other.isBackground && !other.isFamily && other.target.value == session.target.value
        && other.name.node.isBefore(session.name.node)
    }
  }
}
