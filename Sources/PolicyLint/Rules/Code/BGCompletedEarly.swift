internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgCompletedEarly = Rule(
    "BGP707", "bg-completed-early", .code, .warning,
    summary: "A background task that is completed before its work is done",
    why: """
      After setTaskCompleted(success:) the system may suspend the app at once, so that work which it has started stops.
      """,
    guide: RuleGuide(
      symptom: "No error: the work may stop unfinished when the system suspends the app.",
      related: ["bg-completion-missing"]),
    citations: [.taskHeader, .wwdc19Background],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            Task { await refresh() }
            task.setTaskCompleted(success: true)
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            if !isSignedIn { task.setTaskCompleted(success: true) }
            refresh { task.setTaskCompleted(success: true) }
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import SwiftUI

        @main struct ExampleApp: App {
          var body: some Scene {
            «WindowGroup» { Text("Example") }.backgroundTask(.appRefresh("com.example.refresh")) {
              Task { await refresh() }
            }
          }
        }
        """),
    ],
    passes: [.registeredTask],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard fact["completesAtOnce"]?.bool == true else { return nil }
      guard fact["api"]?.string != "SwiftUI" else {
        return context.diagnostic(
          at: fact.location, in: code,
          "\(code.subject(of: fact, in: policy)) returns before its work is done",
          help: "await the work in the action",
          related: [(fact.stated(.completesAtOnce)?.location ?? fact.location, "started here")])
      }
      if let again = fact.stated(.completesAgain)?.location {
        return context.diagnostic(
          at: fact.location, in: code,
          "\(code.subject(of: fact, in: policy)) calls setTaskCompleted(success:), goes on, and calls it again",
          help: "return after the first call",
          related: [
            (fact.stated(.completesAtOnce)?.location ?? fact.location, "called here"),
            (again, "called again here"),
          ])
      }
      return context.diagnostic(
        at: fact.location, in: code,
        "\(code.subject(of: fact, in: policy)) calls setTaskCompleted(success:) before its work is done",
        help: "call it when the work that it starts has ended",
        related: [(fact.stated(.completesAtOnce)?.location ?? fact.location, "called here")])
    }
  )
}
