internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgHandlerIdle = Rule(
    "BGP828", "bg-handler-idle", .code, .info,
    summary: "A launch handler that does no work",
    why: """
      The system launches the app for the task, and the launch handler only completes the task, or also submits the next request.
      """,
    guide: RuleGuide(
      symptom: "No error: the task runs, and nothing has changed afterwards.",
      ignoreWhen: "The launch itself does the work.",
      related: ["bg-completed-early"]),
    citations: [.taskHeader, .ourInference],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            schedule()
            task.expirationHandler = { task.setTaskCompleted(success: false) }
            ‹→refresh { ›task.setTaskCompleted(success: true)‹→ }›
          }
        }

        public func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import SwiftUI

        @main struct ExampleApp: App {
          var body: some Scene {
            «WindowGroup» { Text("Example") }.backgroundTask(.appRefresh("com.example.refresh")) {
              schedule()
              ‹→await refresh()›
            }
          }
        }

        public func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { Store.shared.cancel() }
            Store.shared.prune()
            task.setTaskCompleted(success: true)
          }
        }
        """)
    ],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard fact[.idle] == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "\(code.subject(of: fact, in: policy)) does no work: it only completes the task, or submits requests",
        help: "do the work before the task is completed, or remove the task")
    }
  )
}
