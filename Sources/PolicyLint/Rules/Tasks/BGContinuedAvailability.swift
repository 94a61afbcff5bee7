internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedAvailability = Rule(
    "BGP230", "bg-continued-availability", .tasks, .error,
    summary: "A continued processing task that the SDK or the oldest iOS of the app does not have",
    why: """
      BGContinuedProcessingTask was introduced in iOS 26. On an older iOS, the generated code does not \
      register the task, and the work runs in the foreground only.
      """,
    guide: RuleGuide(
      symptom: """
        Without a condition, the Swift compiler reports that 'BGContinuedProcessingTaskRequest' “is only \
        available in iOS 26.0 or newer”. With an older SDK, it can't find the type.
        """,
      seenIn: [.swiftDiagnostics],
      ignoreWhen: "On older systems, the work may run in the foreground only.",
      swift: """
        if #available(iOS 26, *) {
          try BGTaskScheduler.shared.submit(request)
        } else {
          exportInForeground()
        }
        """,
      related: ["bg-continued-platform"]),
    citations: [.taskRequestHeader],
    triggers: [
      """
      tasks:
        export: { type: «continuedProcessing», identifier: com.example.export.*, title: Exporting, subtitle: Photos }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "18.0" }, sdk: "18.5" }
        tasks:
          export: { type: «continuedProcessing», identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """),
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0", watchOS: "10.0" } }
        targets: { watch: { type: watchApp, bundleIdentifier: com.example.watch } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """),
    ],
    check: .tasksOfType(.continuedProcessing) { task, policy, context in
      guard let type = task.type, let app = policy.app?.value,
        let gap = AvailabilityGap.of(
          "BGContinuedProcessingTask", PlatformFacts.continuedProcessingAvailability.value, in: app,
          on: policy.systems(of: task)),
        gap.kind != .platform
      else { return nil }
      return context.diagnostic(at: .value(type.node), gap.message, help: gap.help, severity: gap.severity)
    }
  )
}
