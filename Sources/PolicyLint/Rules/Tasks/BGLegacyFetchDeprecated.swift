internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgLegacyFetchDeprecated = Rule(
    "BGP241", "bg-legacy-fetch-deprecated", .tasks, .warning, tags: .deprecated,
    summary: "Legacy background fetch, which is deprecated",
    why: """
      performFetchWithCompletionHandler and setMinimumBackgroundFetchInterval have been deprecated since iOS \
      13, which introduced BGAppRefreshTask.
      """,
    guide: RuleGuide(
      symptom: """
        The Swift compiler warns that 'setMinimumBackgroundFetchInterval' “was deprecated in iOS 13.0”.
        """,
      seenIn: [.swiftDiagnostics],
      ignoreWhen: """
        The app moves to app refresh tasks in a later release. Until then, no permitted identifier may be \
        added.
        """,
      swift: """
        let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        try BGTaskScheduler.shared.submit(request)
        """),
    citations: [.fetchReference],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, legacyFetch: «true» }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, legacyFetch: true }
        permittedIdentifiers: [{ identifier: org.dependency.refresh, owner: sdk }]
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "12.0" }, legacyFetch: true }
        """),
    ],
    check: .policy { policy, context in
      guard let app = policy.app?.value, let fetch = app.legacyFetch.written, fetch.value,
        let target = app.deploymentTarget[.iOS], target.value >= PlatformFacts.legacyFetchDeprecated.value,
        // Permitted identifiers disable the background fetch, which another rule reports.
        policy.effectivePermittedIdentifiers.isEmpty
      else { return [] }
      return [
        context.diagnostic(
          at: .value(fetch.node),
          "Legacy background fetch has been deprecated since iOS \(PlatformFacts.legacyFetchDeprecated.value)",
          help: "declare an app refresh task instead",
          related: [(.value(target.node), "the deployment target")])
      ]
    }
  )
}
