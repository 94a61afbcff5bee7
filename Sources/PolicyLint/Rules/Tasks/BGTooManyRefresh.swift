internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgTooManyRefresh = Rule(
    "BGP220", "bg-too-many-refresh", .tasks, .warning,
    summary: "More than one app refresh task",
    why: """
      Only one app refresh request can be pending at a time in the whole app, including those of \
      dependencies. Submitting a second one fails with tooManyPendingTaskRequests while the first is \
      pending.
      """,
    guide: RuleGuide(
      symptom: "Submitting the second request throws BGTaskScheduler.Error.tooManyPendingTaskRequests.",
      ignoreWhen: "The app never has more than one of the requests pending at a time.",
      swift: """
        func handle(_ task: BGAppRefreshTask) {
          submitNextRequest()
          refreshNews()
          refreshWeather()
          task.setTaskCompleted(success: true)
        }
        """),
    citations: [.taskSchedulerHeader, .wildApps],
    triggers: [
      """
      tasks:
        news: { type: appRefresh, identifier: com.example.news, reschedule: true }
        weather: { type: «appRefresh», identifier: com.example.weather, reschedule: true }
      """,
      """
      backgroundModes: [fetch]
      permittedIdentifiers: [com.example.news, { identifier: org.dependency.refresh, owner: sdk }]
      tasks:
        news: { type: «appRefresh», identifier: com.example.news, reschedule: true }
      """,
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        cleanup: { type: processing, identifier: com.example.cleanup }
      """,
      """
      backgroundModes: [fetch, { mode: processing, owner: sdk }]
      permittedIdentifiers: [com.example.news, { identifier: org.dependency.cleanup, owner: sdk }]
      tasks:
        news: { type: appRefresh, identifier: com.example.news, reschedule: true }
      """,
    ],
    check: .policy { policy, context in
      PendingLimit.diagnostics(
        limit: PlatformFacts.pendingRefreshRequests.value, of: "fetch",
        by: [.appRefresh], noun: "app refresh",
        help: "combine both jobs in one app refresh task", in: policy, context)
    }
  )
}
