internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLegacyFetchDead = Rule(
    "BGP757", "code-legacy-fetch-dead", .code, .warning,
    summary: "Background fetch in the code of an app that permits task identifiers",
    why: """
      From iOS 13 on, the key BGTaskSchedulerPermittedIdentifiers disables performFetchWithCompletionHandler and \
      setMinimumBackgroundFetchInterval: the code never runs.
      """,
    guide: RuleGuide(
      symptom: "From iOS 13 on, the system never calls application(_:performFetchWithCompletionHandler:).",
      ignoreWhen: "The app also runs on iOS 12, where the system calls the method.",
      related: ["bg-legacy-fetch-conflict", "code-legacy-fetch-undeclared"]),
    citations: [.usingBackgroundTasks, .wildApps],
    triggers: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, legacyFetch: true }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """,
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
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, legacyFetch: true }
        backgroundModes: [fetch]
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication,
            performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            completionHandler(.newData)
          }
        }
        """)
    ],
    check: .facts([.performFetch, .minimumBackgroundFetchInterval]) { fact, code, policy, context in
      guard fact["interval"]?.string != "never", !code.isInExtension(fact), policy.isFetchDead else {
        return nil
      }
      let reason = policy.permittedIdentifiers?.node ?? policy.tasks.first?.name.node
      return context.diagnostic(
        at: fact.location, in: code, "The permitted identifiers disable background fetch",
        help: "move its work to an app refresh task, and remove it",
        declared: reason.map { (.key($0), "permitted here") })
    }
  )
}

extension Policy {
  /// Whether permitted identifiers disable the background fetch on every system of the app.
  fileprivate var isFetchDead: Bool {
    guard !effectivePermittedIdentifiers.isEmpty, let oldest = app?.value.deploymentTarget[.iOS]?.value else {
      return false
    }
    return oldest >= PlatformFacts.legacyFetchDeprecated.value
  }
}
