internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let swiftuiProcessingAvailability = Rule(
    "BGP243", "swiftui-processing-availability", .tasks, .info, reporting: .oncePerFile,
    summary: "A processing task that SwiftUI can't register yet",
    why: """
      SwiftUI has .processingTask from iOS 27 on. Before that, the generated code registers the task with \
      BGTaskScheduler, outside the scene.
      """,
    guide: RuleGuide(
      ignoreWhen: """
        The task works as well when it is registered with BGTaskScheduler, as the generated code does.
        """,
      swift: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.cleanup", using: nil) { task in
          handle(task)
        }
        """,
      related: ["swiftui-task-availability", "bg-register-late"]),
    citations: [.backgroundTaskModifierBeta],
    triggers: [
      """
      tasks:
        cleanup: { type: «processing», identifier: com.example.cleanup }
      generate: { style: swiftui }
      """
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "27.0" }, sdk: "27.0" }
        tasks:
          cleanup: { type: processing, identifier: com.example.cleanup }
        generate: { style: swiftui }
        """)
    ],
    check: .tasksOfType(.processing) { task, policy, context in
      guard policy.generate.style.value == .swiftui, !task.isOfDependency, let type = task.type,
        let app = policy.app?.value,
        AvailabilityGap.of(
          "BackgroundTask.processingTask", PlatformFacts.processingModifierAvailability.value, in: app,
          on: policy.systems(of: task)) != nil
      else { return nil }
      return context.diagnostic(
        at: .value(type.node),
        "\(task.name.value) is registered with BGTaskScheduler, because .processingTask needs iOS 27")
    }
  )
}
