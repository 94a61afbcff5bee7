internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgLegacyFetchConflict = Rule(
    "BGP240", "bg-legacy-fetch-conflict", .tasks, .error,
    summary: "Legacy background fetch in an app with permitted identifiers",
    why: """
      From iOS 13 on, the key BGTaskSchedulerPermittedIdentifiers disables performFetchWithCompletionHandler \
      and setMinimumBackgroundFetchInterval.
      """,
    guide: RuleGuide(
      symptom: "From iOS 13 on, the system never calls application(_:performFetchWithCompletionHandler:).",
      swift: """
        let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        try BGTaskScheduler.shared.submit(request)
        """,
      related: ["bg-legacy-fetch-deprecated", "bg-mode-fetch-unused"]),
    citations: [.usingBackgroundTasks, .wildApps],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, legacyFetch: «true» }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "12.0" }, legacyFetch: true }
        backgroundModes: [fetch]
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "12.0" }, legacyFetch: true }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """),
    ],
    check: .policy { policy, context in
      guard let fetch = policy.app?.value.legacyFetch.written, fetch.value,
        policy.enabledLegacyFetch == nil
      else { return [] }
      let reason = policy.permittedIdentifiers?.node ?? policy.tasks.first?.name.node
      return [
        context.diagnostic(
          at: .value(fetch.node), "Legacy background fetch is disabled by the permitted identifiers",
          help: "move its work to an app refresh task",
          related: reason.map { [(.key($0), "permitted here")] } ?? [],
          fixes: [context.remove(fetch.node, "Remove legacyFetch", safety: .changesPolicyOnly)])
      ]
    }
  )
}
