internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgCancelsAll = Rule(
    "BGP713", "bg-cancels-all", .code, .warning,
    summary: "A call that also cancels the requests of dependencies",
    why: """
      cancelAllTaskRequests() cancels every pending request of the app, including those that a dependency has submitted.
      """,
    guide: RuleGuide(
      symptom: "No error: the dependency's tasks do not run until it submits its requests again.",
      ignoreWhen: "No dependency of the app submits requests.",
      swift: """
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "com.example.refresh")
        """),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
          analytics: { type: appRefresh, identifier: com.vendor.analytics, owner: sdk }
        """,
        """
        import BackgroundTasks

        public func schedule() {
          «BGTaskScheduler.shared.cancelAllTaskRequests»()
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func schedule() {
          BGTaskScheduler.shared.cancelAllTaskRequests()
        }
        """)
    ],
    check: .facts([.taskCancellation]) { fact, code, policy, context in
      guard fact["identifier"] == nil, let other = policy.tasks.first(where: \.isOfDependency),
        let identifier = other.identifier
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "This also cancels \(identifier.value.text), which a dependency submits",
        help: "cancel the app's own requests with cancel(taskRequestWithIdentifier:)",
        declared: (.value(identifier.node), "declared here as a dependency's"))
    }
  )
}
