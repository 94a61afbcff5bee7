internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgHealthAvailability = Rule(
    "BGP238", "bg-health-availability", .tasks, .error,
    summary: "A health research task that the SDK or a system of the app does not have",
    why: """
      BGHealthResearchTask exists on iOS and Mac Catalyst from version 17 on, and on visionOS. Its header \
      makes the request available on tvOS 17 too, but not the task, so the finding is a warning there.
      """,
    guide: RuleGuide(
      symptom: """
        Without a condition, the Swift compiler reports that 'BGHealthResearchTaskRequest' “is only \
        available in iOS 17.0 or newer”.
        """,
      seenIn: [.swiftDiagnostics],
      ignoreWhen: "On the systems that lack it, the app can do without the study's background work.",
      swift: """
        if #available(iOS 17, *) {
          try BGTaskScheduler.shared.submit(BGHealthResearchTaskRequest(identifier: "com.example.study"))
        }
        """,
      related: ["bg-health-entitlement"]),
    citations: [.taskHeader],
    triggers: [
      """
      tasks:
        study: { type: «healthResearch», identifier: com.example.study }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { ‹tvOS→iOS›: "17.0" } }
        tasks:
          study: { type: «healthResearch», identifier: com.example.study }
        """),
    ],
    passes: [
      // watchOS is the system of the watch app, and the task belongs to the phone app.
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0", watchOS: "10.0" } }
        targets: { watch: { type: watchApp, bundleIdentifier: com.example.watch } }
        tasks:
          study: { type: healthResearch, identifier: com.example.study }
        """)
    ],
    check: .tasksOfType(.healthResearch) { task, policy, context in
      guard let type = task.type, let app = policy.app?.value,
        let gap = AvailabilityGap.of(
          "BGHealthResearchTask", PlatformFacts.healthResearchAvailability.value, in: app,
          on: policy.systems(of: task))
      else { return nil }
      // Apple's documentation contradicts itself about tvOS.
      let isForTV = gap.kind == .platform && policy.systems(of: task)[.tvOS] != nil
      return context.diagnostic(
        at: .value(type.node), gap.message, help: gap.help, severity: isForTV ? .warning : gap.severity)
    }
  )
}
