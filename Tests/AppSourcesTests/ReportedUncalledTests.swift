import Testing

/// Methods that the system never calls, and calls that a release lacks, after failures that developers reported, with correct code of the same form.
@Suite struct ReportedUncalledTests {
  // MARK: - Delegates in SwiftUI

  private static func adapted(_ name: String, _ property: String, found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: #"""
        import BackgroundTasks
        import SwiftUI
        @main struct Sample: App {
          \#(property)
          @Environment(\.scenePhase) private var phase
          var body: some Scene {
            WindowGroup { Text("Hi") }.onChange(of: phase) { phase in if phase == .background { submit() } }
          }
        }
        final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]? = nil
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
              submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            return true
          }
        }
        func submit() {
          do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
          catch { print(error) }
        }
        """#, found: found, silent: silent)
  }

  static let delegates = [
    adapted("SwiftUI makes no delegate", "", found: ["code-delegate-not-called: uses no Delegate"]),
    adapted(
      "SwiftUI makes the delegate", "@UIApplicationDelegateAdaptor(Delegate.self) private var delegate",
      silent: ["*"]),
    adapted(
      "SwiftUI makes the delegate, by the property's type",
      "@UIApplicationDelegateAdaptor private var delegate: Delegate", silent: ["*"]),
  ]

  // MARK: - Methods of delegates

  private static func downloads(
    _ name: String, _ finish: String, others: String = "", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate, URLSessionDownloadDelegate {
          private var finished: (() -> Void)?
          private lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.app.down"), delegate: self, delegateQueue: nil)
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            session.downloadTask(with: URL(string: "https://example.com")!).resume()
            return true
          }
          func application(
            _ a: UIApplication, handleEventsForBackgroundURLSession id: String, completionHandler: @escaping () -> Void
          ) { if id == "com.example.app.down" { finished = completionHandler } }
          func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo file: URL) {
            try? FileManager.default.moveItem(at: file, to: URL.documentsDirectory.appending(path: "a"))
          }
          \(finish) {
            DispatchQueue.main.async { self.finished?(); self.finished = nil }
          }
          \(others)
        }
        """, found: found, silent: silent)
  }

  private static func fetching(_ name: String, _ launch: String, found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp(
      testDescription: name, modes: ["fetch"],
      code: """
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(launch)
            return true
          }
          func application(
            _ a: UIApplication, performFetchWithCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
          ) { done(.noData) }
        }
        """, found: found, silent: silent)
  }

  private static func pushed(
    _ name: String, _ method: String, imports: String = "", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["remote-notification"],
      code: """
        import UIKit
        import UserNotifications
        \(imports)
        @main final class Delegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            UNUserNotificationCenter.current().delegate = self
            a.registerForRemoteNotifications()
            return true
          }
          func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification
          ) async -> UNNotificationPresentationOptions { [.banner] }
          \(method)
        }
        """, found: found, silent: silent)
  }

  static let methods = [
    downloads(
      "the method that calls the stored handler has another name",
      "func urlSessionDidFinishEvents(_ session: URLSession)", found: ["handler-completion-missing"]),
    downloads(
      "the app itself calls the method with another name",
      "func urlSessionDidFinishEvents(_ session: URLSession)",
      others:
        "func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) { urlSessionDidFinishEvents(s) }",
      silent: ["*"]),
    downloads(
      "the system calls the stored handler's method",
      "func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession)", silent: ["*"]),
    fetching(
      "the app sets no interval of fetches", "", found: ["code-legacy-fetch-dead: no minimum interval"]),
    fetching(
      "the app sets an interval of fetches",
      "a.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)",
      silent: ["code-legacy-fetch-dead"]),
    pushed("only the notification center gets pushes", "", found: ["code-push-not-handled"]),
    pushed(
      "the method for pushes has another label",
      "func application(_ a: UIApplication, didReceiveRemoteNotification i: [AnyHashable: Any], done: @escaping (UIBackgroundFetchResult) -> Void) { done(.newData) }",
      found: ["code-push-not-handled"]),
    pushed(
      "the application delegate gets silent pushes",
      "func application(_ a: UIApplication, didReceiveRemoteNotification i: [AnyHashable: Any]) async -> UIBackgroundFetchResult { .noData }",
      silent: ["*"]),
    pushed(
      "a dependency gets the pushes", "", imports: "import FirebaseMessaging",
      silent: ["code-push-not-handled"]),
    pushed("CloudKit gets the pushes", "", imports: "import CloudKit", silent: ["code-push-not-handled"]),
  ]

  // MARK: - Debug builds

  private static func submitting(
    _ name: String, _ background: String, found: [String] = [], silent: [String] = []
  )
    -> SmallApp
  {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
              self.submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            return true
          }
          func applicationDidEnterBackground(_ a: UIApplication) {
        \(background)
          }
          func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
            catch { print(error) }
          }
        }
        """, found: found, silent: silent)
  }

  static let builds = [
    submitting("only a debug build submits", "#if DEBUG\nsubmit()\n#endif", found: ["bg-never-starts"]),
    submitting("only a release submits", "#if !DEBUG\nsubmit()\n#endif", silent: ["*"]),
    submitting("each build submits", "#if DEBUG\nprint(\"background\")\n#endif\nsubmit()", silent: ["*"]),
  ]

  @Test(arguments: delegates + methods + builds) func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }
}
