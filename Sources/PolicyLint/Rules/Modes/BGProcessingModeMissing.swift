internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgProcessingModeMissing = Rule(
    "BGP211", "bg-processing-mode-missing", .error,
    summary: "A processing task without the background mode processing",
    why: """
      Without processing in UIBackgroundModes, submitting a BGProcessingTaskRequest fails with \
      notPermitted.
      """,
    citations: [.taskHeader, .taskSchedulerHeader],
    triggers: [
      """
      backgroundModes: []
      tasks:
        cleanup: { type: «processing», identifier: com.example.cleanup }
      """
    ],
    passes: [
      """
      backgroundModes: [processing]
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup }
      """
    ],
    check: .tasksOfType(.processing) { task, policy, context in
      MissingMode.issue(of: task, needing: "processing", in: policy, context)
    }
  )
}
