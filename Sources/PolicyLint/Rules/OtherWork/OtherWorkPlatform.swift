internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let otherWorkPlatform = Rule(
    "BGP651", "other-work-platform", .otherWork, .warning,
    summary: "Background work by means that no system of the app has",
    why: """
      NSBackgroundActivityScheduler exists only on macOS, which has it in place of BGTaskScheduler.
      """,
    guide: RuleGuide(
      related: ["bg-macos-appkit"]),
    citations: [.backgroundActivity],
    triggers: [
      """
      otherWork:
        index: { kind: «backgroundActivity», identifier: com.example.index, interval: 1h }
      """
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        otherWork:
          index: { kind: backgroundActivity, identifier: com.example.index, interval: 1h }
        """)
    ],
    check: .policy { policy, context in
      guard !policy.otherWork.isEmpty, let app = policy.app?.value, app.deploymentTarget[.macOS] == nil else {
        return []
      }
      return policy.otherWork.compactMap { work in
        guard let kind = work.kind, kind.value == .backgroundActivity else { return nil }
        return context.diagnostic(
          at: .value(kind.node), "No system of the app has NSBackgroundActivityScheduler",
          help: "declare a processing task under tasks, or add macOS to the deployment target")
      }
    }
  )
}
