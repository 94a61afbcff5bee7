internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgHealthAvailability = Rule(
    "BGP238", "bg-health-availability", .error,
    summary: "A health research task that the SDK or a system does not have",
    why: "BGHealthResearchTask exists on iOS, Mac Catalyst and tvOS from 17 on, and on visionOS.",
    citations: [.taskHeader],
    triggers: [
      """
      tasks:
        study: { type: «healthResearch», identifier: com.example.study }
      """
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0" } }
        tasks:
          study: { type: healthResearch, identifier: com.example.study }
        """)
    ],
    check: .tasksOfType(.healthResearch) { task, policy, context in
      guard let type = task.type, let app = policy.app?.value,
        let gap = AvailabilityGap.of(
          "BGHealthResearchTask", PlatformFacts.healthResearchAvailability.value, in: app)
      else { return nil }
      return context.issue(at: .value(type.place), gap.message, help: gap.help, severity: gap.severity)
    }
  )
}
