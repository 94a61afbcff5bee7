internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRegisterLate = Rule(
    "BGP708", "bg-register-late", .code, .error,
    summary: "A refresh or processing task registered after the app has launched",
    why: """
      All but continued processing tasks have to be registered before application(_:didFinishLaunchingWithOptions:) \
      returns. Scenes connect, views appear and device tokens arrive later, and so does code that launch puts off with \
      Task or DispatchQueue.main.async.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes with NSInternalInconsistencyException, “All launch handlers must be registered \
        before application finishes launching” (seen on iOS 13.4).
        """,
      seenIn: [.lateRegistration, .engineRegistration],
      swift: """
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            handle(task)
          }
          return true
        }
        """),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidEnterBackground(_ application: UIApplication) {
            «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
              task.expirationHandler = { cancel() }
              refresh { task.setTaskCompleted(success: true) }
            }
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            Task { await register() }
            return true
          }

          private func register() async {
            «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
              task.expirationHandler = { cancel() }
              refresh { task.setTaskCompleted(success: true) }
            }
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
              task.expirationHandler = { cancel() }
              refresh { task.setTaskCompleted(success: true) }
            }
            return true
          }
        }
        """)
    ],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard fact["api"]?.string == "BGTaskScheduler", fact["task"]?.string != "continuedProcessing",
        !fact.moments.isEmpty,
        !fact.moments.contains(.launch)
      else { return nil }
      let identifier = code.identifier(of: fact, in: policy)
      let declared = identifier.flatMap { context.index.task(permitting: $0, ofType: nil) }
      guard declared?.type?.value != .continuedProcessing else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "\(code.subject(of: fact, in: policy)) is \(fact[.guessesMoments] == true ? "probably " : "")registered after the app has launched",
        help:
          "register it in application(_:didFinishLaunchingWithOptions:), or in the initializer of a SwiftUI app",
        severity: fact[.guessesMoments] == true ? .warning : nil)
    }
  )
}
