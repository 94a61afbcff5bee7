import Testing

/// Declarations that disagree with the code, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedDeclarationTests {
  private static let schedule = """
    func schedule() {
      let request = BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
    }
    """

  /// An app that registers, submits and completes a refresh as it should.
  private static let refreshingApp = """
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
    """

  static let apps = [
    SmallApp(
      testDescription: "a dependency's identifier without any mode",
      identifiers: ["com.transistorsoft.fetch"],
      code: """
        import Flutter
        import UIKit
        import background_fetch
        @main @objc class AppDelegate: FlutterAppDelegate {}
        """,
      found: ["bg-dependency-mode-missing"]),
    SmallApp(
      testDescription: "packages of React Native that were not read", modes: ["audio", "processing"],
      identifiers: ["com.example.app.sync"],
      code: """
        #import <UIKit/UIKit.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        @end
        """,
      isObjectiveC: true,
      files: [
        "package.json":
          #"{ "dependencies": { "react-native": "0.74.0", "react-native-scheduler": "1.0.0" } }"#
      ],
      silent: ["*"]),
    SmallApp(
      testDescription: "no modes at all", identifiers: ["com.example.app.refresh"],
      code: refreshingApp,
      found: ["bg-refresh-mode-missing"]),
    SmallApp(
      testDescription: "no permitted ids at all", modes: ["fetch"],
      code: refreshingApp,
      found: ["bg-identifier-not-permitted"]),
    SmallApp(
      testDescription: "typo in plist id",
      modes: ["fetch"], identifiers: ["com.example.app.refersh"],
      code: refreshingApp,
      found: ["bg-identifier-not-permitted"]),
    SmallApp(
      testDescription: "silent push without mode", entitlements: ["aps-environment"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            application.registerForRemoteNotifications()
            return true
          }
          func application(_ application: UIApplication,
            didReceiveRemoteNotification userInfo: [AnyHashable: Any],
              fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
            completionHandler(.newData)
          }
          func load(_ done: @escaping (Bool) -> Void) { done(true) }
          func sync() async throws -> Bool { true }
        }
        """,
      found: ["push-mode-missing"]),
    SmallApp(
      testDescription: "processing asked, only fetch mode",
      modes: ["fetch"], identifiers: ["com.example.app.clean"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.clean",
              using: nil) { task in
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            let request = BGProcessingTaskRequest(identifier: "com.example.app.clean")
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
            return true
          }
        }
        """,
      found: ["bg-processing-mode-missing"]),
    SmallApp(
      testDescription: "wrong cast of task",
      modes: ["processing"], identifiers: ["com.example.app.clean"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.clean",
              using: nil) { task in
              self.handle(task as! BGAppRefreshTask)
            }
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { submit() }
          func submit() {
            let request = BGProcessingTaskRequest(identifier: "com.example.app.clean")
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
          func handle(_ task: BGAppRefreshTask) {
            submit()
            task.expirationHandler = { task.setTaskCompleted(success: false) }
            task.setTaskCompleted(success: true)
          }
        }
        """,
      found: ["code-task-type-differs"]),
    SmallApp(
      testDescription: "registered never (only submit)",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: #"""
        import BackgroundTasks
        import SwiftUI

        @main struct Sample: App {
          @Environment(\.scenePhase) var phase
          var body: some Scene { WindowGroup { Text("Hi") }.onChange(of: phase) { if $0 == .background
            { schedule() } } }
        }

        \#(schedule)
        """#,
      found: ["code-task-not-registered"]),
    SmallApp(
      testDescription: "swiftui backgroundTask id differs",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: #"""
        import BackgroundTasks
        import SwiftUI

        @main struct Sample: App {
          @Environment(\.scenePhase) var phase
          var body: some Scene {
            WindowGroup { Text("Hi") }
              .onChange(of: phase) { if $0 == .background { schedule() } }
              .backgroundTask(.appRefresh("refresh")) { schedule() }
          }
        }

        \#(schedule)
        """#,
      found: ["bg-refresh-not-rescheduled"]),
    SmallApp(
      testDescription: "swiftui backgroundTask",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: #"""
        import BackgroundTasks
        import SwiftUI

        @main struct Sample: App {
          @Environment(\.scenePhase) var phase
          var body: some Scene {
            WindowGroup { Text("Hi") }
              .onChange(of: phase) { if $0 == .background { schedule() } }
              .backgroundTask(.appRefresh("com.example.app.refresh")) { schedule(); await load() }
          }
          func load() async {}
        }

        \#(schedule)
        """#,
      silent: ["*"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
