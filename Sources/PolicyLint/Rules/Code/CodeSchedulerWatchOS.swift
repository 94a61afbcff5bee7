internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeSchedulerWatchOS = Rule(
    "BGP797", "code-scheduler-watchos", .code, .warning,
    summary: "BGTaskScheduler in the code of a watch app built with an older SDK",
    why: """
      SDK 26 has no BGTaskScheduler for watchOS. Watch apps schedule work with WKApplication.scheduleBackgroundRefresh.
      """,
    guide: RuleGuide(
      symptom: "The code does not compile for watchOS with SDK 26.",
      ignoreWhen: "The app is built with a later SDK, which app.sdk of the policy states.",
      swift: """
        WKApplication.shared().scheduleBackgroundRefresh(
          withPreferredDate: Date(timeIntervalSinceNow: 60 * 60), userInfo: nil
        ) { error in
          if let error { logger.error("\\(error)") }
        }
        """,
      related: ["bg-scheduler-watchos", "watch-refresh-not-rescheduled"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withWatchApp(
        """
        otherWork: { refresh: { kind: watchRefresh } }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(«BGAppRefreshTaskRequest»(identifier: "com.example.refresh"))
        }
        """)
    ],
    passes: [.submittedRequest],
    check: .code { code, policy, context in
      guard let app = policy.app?.value, app.sdk.value < PlatformFacts.watchSchedulerSDK.value else {
        return []
      }
      let facts = (code.facts(.taskRegistration) + code.facts(.taskRequest)).filter { fact in
        fact["api"]?.string != "SwiftUI" && code.isOnWatch(fact)
      }
      return facts.min { $0.location < $1.location }.flatMap { fact in
        context.diagnostic(
          at: fact.location, in: code,
          "BGTaskScheduler is not available on watchOS with SDK \(app.sdk.value)",
          help: "schedule the work with WKApplication.scheduleBackgroundRefresh in the watch app")
      }.map { [$0] } ?? []
    }
  )
}
