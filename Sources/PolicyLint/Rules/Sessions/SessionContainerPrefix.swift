internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionContainerPrefix = Rule(
    "BGP146", "session-container-prefix", .sessions, .error,
    summary: "A shared container whose name lacks the prefix of app groups",
    why: """
      On iOS the names of app groups begin with `group.`. With any other shared container, the session is \
      invalid from the start.
      """,
    guide: RuleGuide(
      symptom: """
        The session is invalid from the start, with URLError.backgroundSessionRequiresSharedContainer \
        (-995).
        """),
    citations: [.applicationGroups, .urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, sharedContainerIdentifier: «com.example.shared» }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, sharedContainerIdentifier: group.com.example }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        sessions:
          library:
            identifier: com.example.library
            timeoutIntervalForResource: 1d
            sessionSendsLaunchEvents: false
            sharedContainerIdentifier: TEAM123456.com.example
        """),
    ],
    check: .sessions { session, policy, context in
      let prefix = PlatformFacts.appGroupPrefix.value
      guard let container = session.sharedContainerIdentifier, let name = container.value, !name.isEmpty,
        !name.hasPrefix(prefix), !name.hasPrefix("$("),
        case let platforms = policy.systems(of: session).platforms,
        platforms.isEmpty || !platforms.allSatisfy({ $0 == .macOS || $0 == .macCatalyst })
      else { return nil }
      return context.diagnostic(
        at: .value(container.node), "The shared container \(name) does not begin with \(prefix)",
        help: "write the app group as in the entitlement, for example \(prefix)com.example",
        fixes: [
          context.replace(
            container.node, with: prefix + name, "Add the prefix \(prefix)", safety: .guesses)
        ])
    }
  )
}
