import Testing

/// Launch handlers in isolated code, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedIsolationTests {
  private static let registration = """
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
          schedule()
          task.expirationHandler = { task.setTaskCompleted(success: false) }
          task.setTaskCompleted(success: true)
        }
    """

  private static let schedule = """
    func schedule() {
      let request = BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
    }
    """

  /// A project in the language mode of Swift 6.
  private static let project = """
    name: App
    options: { deploymentTarget: { iOS: "17.0" } }
    targets:
      App:
        type: application
        platform: iOS
        sources: [App]
        settings:
          { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist, SWIFT_VERSION: "6.0" }
    """

  static let apps = [
    SmallApp(
      testDescription: "view model @MainActor class",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI

        @MainActor final class Center {
          static let shared = Center()
          func register() {
            \(registration)
          }
        }
        @main struct Sample: App {
          init() { Center.shared.register() }
          var body: some Scene { WindowGroup { Text("x").onAppear { schedule() } } }
        }

        \(schedule)
        """, files: ["project.yml": project],
      found: ["bg-handler-main-actor"]),
    SmallApp(
      testDescription: "app delegate in Swift 6",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh",
              using: nil) { task in
              self.handle(task as! BGAppRefreshTask)
            }
            schedule()
            return true
          }
          func handle(_ task: BGAppRefreshTask) {
            schedule()
            task.expirationHandler = { task.setTaskCompleted(success: false) }
            task.setTaskCompleted(success: true)
          }
        }

        \(schedule)
        """, files: ["project.yml": project],
      found: ["bg-handler-main-actor"]),
    SmallApp(
      testDescription: "Sendable closure",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh",
              using: nil) { @Sendable task in
              schedule()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            schedule()
            return true
          }
        }

        \(schedule)
        """, files: ["project.yml": project],
      silent: ["*"]),
    SmallApp(
      testDescription: "nonisolated static",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI

        @MainActor final class Center {
          nonisolated static func register() {
            \(registration)
          }
        }
        @main struct Sample: App {
          init() { Center.register() }
          var body: some Scene { WindowGroup { Text("x").onAppear { schedule() } } }
        }

        \(schedule)
        """, files: ["project.yml": project],
      silent: ["*"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
