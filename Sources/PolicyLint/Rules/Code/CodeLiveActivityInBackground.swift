internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLiveActivityInBackground = Rule(
    "BGP808", "code-live-activity-in-background", .code, .warning,
    summary: "A Live Activity that the app starts while it is in the background",
    why: """
      An app can update and end a Live Activity in the background, but it can start one only in the foreground, or in a \
      LiveActivityIntent. A server starts one by a push.
      """,
    guide: RuleGuide(
      symptom: "Activity.request(attributes:content:pushType:) throws ActivityAuthorizationError.visibility.",
      ignoreWhen: "The code only runs while the app is in the foreground.",
      related: ["code-live-activity-key-missing"]),
    citations: [.activityReference],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import ActivityKit
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            do { _ = try «Activity.request»(attributes: ride(), content: content()) } catch { log(error) }
            task.setTaskCompleted(success: true)
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import ActivityKit
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            Task {
              await Activity<Ride>.activities.first?.update(content())
              task.setTaskCompleted(success: true)
            }
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import ActivityKit
        import AppIntents

        struct StartRide: LiveActivityIntent {
          func perform() async throws -> some IntentResult {
            _ = try Activity.request(attributes: ride(), content: content())
            return .result()
          }
        }
        """),
    ],
    check: .facts([.liveActivity]) { fact, code, _, context in
      guard fact.runsOnlyInBackground, fact[.checksState] != true, !code.isInExtension(fact) else {
        return nil
      }
      return context.diagnostic(
        at: fact.location, in: code,
        "This Live Activity does not start: the code runs while the app is in the background",
        help:
          "start it while the app is in the foreground, in a LiveActivityIntent, or by a push to its pushToStartToken"
      )
    }
  )
}
