internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgSubmitDeprecated = Rule(
    "BGP720", "bg-submit-deprecated", .code, .warning, tags: .deprecated,
    summary: "submit(_:) in an app for iOS 27 and later",
    why: """
      The method is deprecated as of 27.0 in favor of submitTaskRequest.
      """,
    guide: RuleGuide(
      symptom: "The Swift compiler warns that 'submit' “was deprecated in iOS 27.0”.",
      seenIn: [.swiftDiagnostics],
      ignoreWhen: "The app also has to build with an SDK before 27.",
      swift: """
        try await BGTaskScheduler.shared.submitTaskRequest(request)
        """,
      related: ["bg-submit-task-request-main"]),
    citations: [.submitReference],
    triggers: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "27.0" }, sdk: "27.0" }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          try «BGTaskScheduler.shared.submit»(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        }
        """)
    ],
    passes: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "27.0" }, sdk: "27.0" }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        """,
        """
        import BackgroundTasks

        public func schedule() async throws {
          try await BGTaskScheduler.shared.submitTaskRequest(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        }
        """),
      .submittedRequest,
    ],
    check: .facts([.taskSubmission]) { fact, code, policy, context in
      guard fact["method"]?.string == "submit", let app = policy.app?.value,
        let version = app.deploymentTarget[.iOS]?.value,
        let first = PlatformFacts.submitTaskRequestAvailability.value.introduced[.iOS], version >= first
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "submit(_:) is deprecated as of iOS \(first), and the app is for iOS \(version) and later",
        help: "use submitTaskRequest, off the main thread")
    }
  )
}
