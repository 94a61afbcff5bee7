internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let swiftuiTaskAvailability = Rule(
    "BGP242", "swiftui-task-availability", .tasks, .error,
    summary: "SwiftUI's backgroundTask in an app for systems before iOS 16",
    why: """
      Scene.backgroundTask exists from iOS 16, tvOS 16 and watchOS 9 on. A scene can't leave it out on older \
      systems.
      """,
    guide: RuleGuide(
      symptom: """
        The Swift compiler reports “'backgroundTask(_:action:)' is only available in iOS 16.0 or newer”.
        """,
      seenIn: [.swiftDiagnostics],
      swift: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
          handle(task)
        }
        """,
      related: ["bg-register-late"]),
    citations: [.backgroundTaskModifier],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "15.0" } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        generate: { style: «swiftui» }
        """)
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      generate: { style: swiftui }
      """,
      // The scene belongs to the phone app.
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", watchOS: "8.0" } }
        targets: { watch: { type: watchApp, bundleIdentifier: com.example.watch } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        generate: { style: swiftui }
        """),
    ],
    check: .policy { policy, context in
      guard let style = policy.generate.style.written, style.value == .swiftui, let app = policy.app?.value,
        policy.tasks.contains(where: { $0.type?.value == .appRefresh && !$0.isOfDependency })
          || policy.sessions.contains(where: \.isBackground),
        let gap = AvailabilityGap.of(
          "Scene.backgroundTask", PlatformFacts.backgroundTaskModifierAvailability.value, in: app,
          on: policy.hasScenesOnlyInApp ? app.deploymentTarget.withoutWatch : app.deploymentTarget),
        gap.kind == .sdk || !gap.older.isEmpty
      else { return [] }
      return [
        context.diagnostic(
          at: .value(style.node),
          gap.kind == .sdk
            ? gap.message
            : "Scene.backgroundTask is missing on \(gap.older.joined(separator: " and ")), and a scene can't leave it out",
          help: "set style to uikit, or raise the deployment target",
          fixes: [
            context.replace(style.node, withPlain: "uikit", "Set style to uikit", safety: .changesSwift)
          ])
      ]
    }
  )
}

extension Policy {
  /// Whether the app has a watch app, and no scene of the watch app waits for events of background sessions.
  fileprivate var hasScenesOnlyInApp: Bool {
    hasWatchApp && !sessions.contains { $0.isBackground && isForWatch($0) }
  }
}
