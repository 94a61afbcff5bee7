internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let platformNotDeclared = Rule(
    "BGP165", "platform-not-declared", .sessions, .warning, .defined,
    summary: "A list of platforms with a system that the app is not built for",
    why: """
      `platforms` selects systems of app.deploymentTarget. Nothing is generated for a system that the app is \
      not built for.
      """,
    citations: [.policyLanguage],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" } }
        sessions:
          library: { identifier: com.example.library, platforms: [iOS, «visionOS»], timeoutIntervalForResource: 1d }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" } }
        backgroundModes: [{ mode: audio, «platforms»: [] }]
        """),
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", visionOS: "1.0" } }
        sessions:
          library: { identifier: com.example.library, platforms: [visionOS], timeoutIntervalForResource: 1d }
        """)
    ],
    check: .policy { policy, context in
      guard let target = policy.app?.value.deploymentTarget else { return [] }
      return policy.platformLists.flatMap { list -> [Diagnostic] in
        if list.value.isEmpty {
          return [
            context.diagnostic(
              at: .key(list.node), "platforms is empty",
              help: "list systems, for example [iOS], or remove it for all systems of the app")
          ]
        }
        // Without a deployment target, the systems of the app are unknown.
        guard !target.platforms.isEmpty else { return [] }
        return list.value.filter { target[$0.value] == nil }.map { platform in
          context.diagnostic(
            at: .value(platform.node), "The app is not built for \(platform.value.rawValue)",
            help: "add its oldest version to app.deploymentTarget, or remove it here")
        }
      }
    }
  )
}

extension Policy {
  /// Every list of platforms, in the order of the policy's sections.
  fileprivate var platformLists: [PlatformList] {
    targets.compactMap(\.platforms) + (backgroundModes?.value ?? []).compactMap(\.value.platforms)
      + sessions.compactMap(\.platforms) + tasks.compactMap(\.platforms)
  }
}
