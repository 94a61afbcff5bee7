internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedNoProgress = Rule(
    "BGP718", "bg-continued-no-progress", .code, .error,
    summary: "A continued processing task that reports no progress",
    why: """
      The system shows the task's progress, and expires a task that reports none or makes none.
      """,
    guide: RuleGuide(
      symptom: """
        The expiration handler is called while the task works. It can't distinguish missing progress from a \
        person who cancels.
        """,
      seenIn: [.continuedExpiration],
      swift: """
        task.progress.totalUnitCount = Int64(photos.count)
        for photo in photos {
          export(photo)
          task.progress.completedUnitCount += 1
        }
        """,
      related: ["bg-continued-not-user-initiated"]),
    citations: [.wwdc25Background, .taskHeader],
    triggers: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks

        public func register() {
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.export.one", using: nil) { task in
            guard let task = task as? BGContinuedProcessingTask else { return }
            task.expirationHandler = { cancel() }
            export { task.setTaskCompleted(success: true) }
          }
        }
        """)
    ],
    passes: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.export.one", using: nil) { task in
            guard let task = task as? BGContinuedProcessingTask else { return }
            task.expirationHandler = { cancel() }
            task.progress.totalUnitCount = 12
            export { task.setTaskCompleted(success: true) }
          }
        }
        """)
    ],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard fact["task"]?.string == "continuedProcessing", fact["progress"]?.bool == false, code.isComplete
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "\(code.subject(of: fact, in: policy)) reports no progress: nothing in the app mentions one",
        help: "update task.progress while it works", severity: code.severityOfAbsence)
    }
  )
}
