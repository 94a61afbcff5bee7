internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRegisteredTwice = Rule(
    "BGP709", "bg-registered-twice", .code, .error,
    summary: "Two launch handlers for the same task identifier",
    why: """
      Only one handler can be registered for an identifier: the second registration ends the app.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes with NSInternalInconsistencyException, “Launch handler for task with identifier \
        com.example.refresh has already been registered” (seen in 2023).
        """,
      seenIn: [.secondRegistration]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            refresh { task.setTaskCompleted(success: true) }
          }
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: .main) { task in
            task.expirationHandler = { cancel() }
            refresh { task.setTaskCompleted(success: true) }
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import SwiftUI

        @main struct ExampleApp: App {
          init() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
              task.expirationHandler = { cancel() }
              refresh { task.setTaskCompleted(success: true) }
            }
          }

          var body: some Scene {
            «WindowGroup» { Text("Example") }.backgroundTask(.appRefresh("com.example.refresh")) { await refresh() }
          }
        }
        """),
    ],
    passes: [.registeredTask],
    check: .code { code, policy, context in
      var first: [String: CodeFact] = [:]
      return code.facts(.taskRegistration).compactMap { fact in
        // SwiftUI registers the identifier of an app refresh with the scheduler.
        let isOfSwiftUI = fact["api"]?.string == "SwiftUI" && fact["task"]?.string == "appRefresh"
        guard isOfSwiftUI || fact["api"]?.string == "BGTaskScheduler", fact.conditions.isEmpty,
          let identifier = code.identifier(of: fact, in: policy)
        else { return nil }
        guard let earlier = first[identifier] else {
          first[identifier] = fact
          return nil
        }
        guard code.shareATarget(earlier, fact), !(isOfSwiftUI && earlier["api"]?.string == "SwiftUI") else {
          return nil
        }
        return context.diagnostic(
          at: fact.location, in: code, "The task \(identifier) is registered a second time",
          help: "register each identifier once", related: [(earlier.location, "registered here first")])
      }
    }
  )
}
