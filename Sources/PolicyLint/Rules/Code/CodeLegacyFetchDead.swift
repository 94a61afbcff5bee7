internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLegacyFetchDead = Rule(
    "BGP757", "code-legacy-fetch-dead", .code, .warning,
    summary: "Background fetch that never happens",
    why: """
      From iOS 13 on, the key BGTaskSchedulerPermittedIdentifiers disables performFetchWithCompletionHandler and \
      setMinimumBackgroundFetchInterval: the code never runs. Without that key, an app gets no background fetch until it sets a \
      minimum interval, because the default is never.
      """,
    guide: RuleGuide(
      symptom: "From iOS 13 on, the system never calls application(_:performFetchWithCompletionHandler:).",
      ignoreWhen: "The app also runs on iOS 12, where the system calls the method.",
      related: ["bg-legacy-fetch-conflict", "code-legacy-fetch-undeclared"]),
    citations: [.usingBackgroundTasks, .fetchReference, .wildApps],
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
        """),
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, legacyFetch: true }
        backgroundModes: [fetch]
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
        """),
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
          func applicationDidFinishLaunching(_ application: UIApplication) {
            application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
          }

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
      guard fact["interval"]?.string != "never", !code.isInExtension(fact) else { return nil }
      guard policy.isFetchDead else {
        guard fact.kind == .performFetch, code.isComplete, policy.effectivePermittedIdentifiers.isEmpty,
          code.facts(.minimumBackgroundFetchInterval).isEmpty
        else { return nil }
        return context.diagnostic(
          at: fact.location, in: code,
          "The system never calls this method: the app sets no minimum interval of background fetches, whose default is never",
          help:
            "call setMinimumBackgroundFetchInterval(_:) at launch, or move the work to an app refresh task",
          severity: code.severityOfAbsence)
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
