internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLegacyFetchUndeclared = Rule(
    "BGP752", "code-legacy-fetch-undeclared", .code, .warning,
    summary: "Background fetch in the code of an app whose policy does not declare it",
    why: """
      The rules about background fetch and its conflict with BGTaskScheduler depend on legacyFetch.
      """,
    citations: [.fetchReference],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          «func» application(
            _ application: UIApplication,
            performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            completionHandler(.newData)
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import UIKit

        let x = 1
        """)
    ],
    check: .facts([.performFetch]) { fact, code, policy, context in
      guard policy.app?.value.legacyFetch.value == false else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "The app implements background fetch, which the policy does not declare",
        help: "set app.legacyFetch to true, or move the work to an app refresh task")
    }
  )
}
