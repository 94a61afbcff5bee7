internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let swiftuiBareAppRefresh = Rule(
    "BGP721", "swiftui-bare-app-refresh", .code, .error,
    summary: "backgroundTask(.appRefresh) without an identifier outside watchOS",
    why: """
      The form without an identifier exists only on watchOS.
      """,
    guide: RuleGuide(
      symptom: "The code does not compile for other systems.",
      swift: """
        WindowGroup { ContentView() }
          .backgroundTask(.appRefresh("com.example.refresh")) { await refresh() }
        """),
    citations: [.bareAppRefresh],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import SwiftUI

        @main struct ExampleApp: App {
          var body: some Scene {
            «WindowGroup» { Text("Example") }.backgroundTask(.appRefresh) { await refresh() }
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import SwiftUI

        @main struct ExampleApp: App {
          var body: some Scene {
            WindowGroup { Text("Example") }.backgroundTask(.appRefresh("com.example.refresh")) { await refresh() }
          }
        }
        """)
    ],
    check: .facts([.taskRegistration]) { fact, code, _, context in
      guard fact["api"]?.string == "SwiftUI", fact["task"]?.string == "appRefresh", fact["identifier"] == nil,
        code.isNeverOnWatch(fact)
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "backgroundTask(.appRefresh) without an identifier exists only on watchOS",
        help: "pass the identifier of the request: .appRefresh(\"com.example.refresh\")")
    }
  )
}
