internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedPlatform = Rule(
    "BGP231", "bg-continued-platform", .tasks, .error,
    summary: "A continued processing task in an app whose systems do not have them",
    why: """
      BGContinuedProcessingTask exists on iOS and iPadOS only, not on macOS, Mac Catalyst, tvOS, visionOS or \
      watchOS.
      """,
    guide: RuleGuide(
      symptom: """
        For macOS, the Swift compiler reports “'BGContinuedProcessingTaskRequest' is unavailable in macOS”, \
        and the same for the other systems.
        """,
      seenIn: [.swiftDiagnostics],
      related: ["platform-not-declared"]),
    citations: [.taskRequestHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { tvOS: "26.0" } }
        tasks:
          export: { type: «continuedProcessing», identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0", visionOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """),
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
      """,
    ],
    check: .tasksOfType(.continuedProcessing) { task, policy, context in
      guard let type = task.type, let app = policy.app?.value,
        let gap = AvailabilityGap.of(
          "BGContinuedProcessingTask", PlatformFacts.continuedProcessingAvailability.value, in: app,
          on: policy.systems(of: task)),
        gap.kind == .platform
      else { return nil }
      return context.diagnostic(at: .value(type.node), gap.message, help: gap.help)
    }
  )
}
