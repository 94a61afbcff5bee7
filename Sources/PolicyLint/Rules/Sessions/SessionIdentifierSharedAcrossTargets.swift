internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionIdentifierSharedAcrossTargets = Rule(
    "BGP104", "session-identifier-shared-across-targets", .sessions, .error,
    summary: "A background session identifier that two processes use",
    why: """
      A background session belongs to one process. While one of two processes uses it, the other one gets an \
      error.
      """,
    guide: RuleGuide(
      symptom: """
        While one process uses the session, the other one gets \
        URLError.backgroundSessionInUseByAnotherProcess (-996).
        """),
    citations: [.extensionTransfers, .urlErrorReference],
    triggers: [
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share } }
      sessions:
        library: { identifier: com.example.upload, timeoutIntervalForResource: 1d }
        share:
          target: share
          identifier: «com.example.upload»
          sharedContainerIdentifier: group.com.example
          timeoutIntervalForResource: 1d
      """
    ],
    passes: [
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share } }
      sessions:
        library: { identifier: $(PRODUCT_BUNDLE_IDENTIFIER).upload, timeoutIntervalForResource: 1d }
        share:
          target: share
          identifier: $(PRODUCT_BUNDLE_IDENTIFIER).upload
          sharedContainerIdentifier: group.com.example
          timeoutIntervalForResource: 1d
      """,
      """
      targets: { watch: { type: watchApp, bundleIdentifier: com.example.watch } }
      sessions:
        library: { identifier: com.example.upload, timeoutIntervalForResource: 1d }
        watch: { target: watch, identifier: com.example.upload, timeoutIntervalForResource: 1d }
      """,
    ],
    check: .backgroundSessions { session, policy, context in
      guard policy.sessions.count > 1, let identifier = session.identifier,
        let first = context.index.backgroundSession(identified: identifier.value),
        first.target.value != session.target.value, let firstIdentifier = first.identifier,
        // Sessions of a watch app and of the phone app run on different devices.
        policy.isOnWatch(session) == policy.isOnWatch(first)
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "The session \(first.name.value) of \(first.target.value) already has the identifier \(identifier.value.text)",
        help: "give each process its own identifier, for example one that begins with its bundle identifier",
        related: [(.value(firstIdentifier.node), "the session \(first.name.value) of \(first.target.value)")]
      )
    }
  )
}

extension Policy {
  /// Whether a session belongs to the app's watch app.
  fileprivate func isOnWatch(_ session: Policy.Session) -> Bool {
    target(of: session)?.type?.value == .watchApp
  }
}
