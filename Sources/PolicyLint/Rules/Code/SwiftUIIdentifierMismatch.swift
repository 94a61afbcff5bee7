internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let swiftuiIdentifierMismatch = Rule(
    "BGP715", "swiftui-identifier-mismatch", .code, .error,
    summary: "backgroundTask with an identifier that no request or session has",
    why: """
      The system runs the action for the requests and sessions with that identifier. No other ones reach it.
      """,
    guide: RuleGuide(
      symptom: "No error: the action never runs."),
    citations: [.backgroundTaskModifier],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import SwiftUI

        @main struct ExampleApp: App {
          var body: some Scene {
            WindowGroup { Text("Example") }.backgroundTask(.appRefresh(«"refresh"»)) { await refresh() }
          }

          func schedule() throws {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import SwiftUI

        @main struct ExampleApp: App {
          var body: some Scene {
            WindowGroup { Text("Example") }.backgroundTask(.appRefresh("com.example.refresh")) { await refresh() }
          }

          func schedule() throws {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          }
        }
        """)
    ],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard fact["api"]?.string == "SwiftUI", let value = fact["identifier"],
        let identifier = code.identifier(of: fact, in: policy)
      else { return nil }
      let kind: FactKind = fact["task"]?.string == "urlSession" ? .session : .taskRequest
      guard code.knowsIdentifiers(kind),
        code.facts(kind, identified: identifier).isEmpty
      else { return nil }
      return context.diagnostic(
        at: value.location, in: code,
        "No \(kind == .session ? "session" : "request") of the app has the identifier \(identifier)",
        help: "use one constant for both")
    }
  )
}
