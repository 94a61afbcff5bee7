internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgProcessingModeMissing = Rule(
    "BGP211", "bg-processing-mode-missing", .modes, .error,
    summary: "A processing or health research task without the background mode processing",
    why: """
      Without processing in UIBackgroundModes, submitting a BGProcessingTaskRequest fails with notPermitted. \
      A BGHealthResearchTaskRequest is one.
      """,
    guide: RuleGuide(
      symptom: "BGTaskScheduler.submit(_:) throws BGTaskScheduler.Error.notPermitted.",
      related: ["bg-refresh-mode-missing"]),
    citations: [.taskHeader, .taskSchedulerHeader],
    triggers: [
      """
      backgroundModes: [‹→processing›]
      tasks:
        cleanup: { type: «processing», identifier: com.example.cleanup }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0" } }
        backgroundModes: [fetch]
        tasks:
          study: { type: «healthResearch», identifier: com.example.study }
        """),
    ],
    check: .tasks { task, policy, context in
      guard task.isProcessing else { return nil }
      return MissingMode.diagnostic(of: task, needing: "processing", in: policy, context)
    }
  )
}
