import Testing

/// Work that reaches another object than the code means, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedTargetTests {
  // MARK: - Delegates

  private static func pushes(_ name: String, _ property: String, _ others: String = "", isFound: Bool)
    -> SmallApp
  {
    let rule = "code-delegate-not-called: UIApplicationDelegateAdaptor"
    return SmallApp(
      testDescription: name, modes: ["remote-notification"], entitlements: ["aps-environment"],
      code: """
        import SwiftUI
        @main struct Main: App {
          \(property)
          var body: some Scene { WindowGroup { Text("x") } }
        }
        class Pushes: NSObject, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            application.registerForRemoteNotifications()
            return true
          }
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
          ) { done(.newData) }
        }
        \(others)
        """, found: isFound ? [rule] : [], silent: isFound ? [] : ["code-delegate-not-called"])
  }

  static let delegates = [
    pushes("a delegate that a property makes", "let pushes = Pushes()", isFound: true),
    pushes("a delegate that nothing makes", "", isFound: true),
    pushes(
      "a delegate that a view's model keeps", "@StateObject var pushes = Holder()",
      "final class Holder: ObservableObject { let pushes = Pushes() }", isFound: true),
    pushes("an adapted delegate", "@UIApplicationDelegateAdaptor var pushes: Pushes", isFound: false),
    pushes(
      "a delegate that code gives to the application",
      "let pushes = Pushes()\ninit() { UIApplication.shared.delegate = pushes }", isFound: false),
  ]

  // MARK: - Identifiers of background tasks

  private static func task(_ name: String, _ ends: String, sets: String = "", isFound: Bool) -> SmallApp {
    let rule = "uitask-expiry-missing"
    return .uikit(
      name,
      members: """
        final class Saver {
          private var current = UIBackgroundTaskIdentifier.invalid
          func save() {
            var own = UIBackgroundTaskIdentifier.invalid
            own = UIApplication.shared.beginBackgroundTask(withName: "save") {
              UIApplication.shared.endBackgroundTask(\(ends))
            }
            \(sets)
            DispatchQueue.global().async { print("save"); UIApplication.shared.endBackgroundTask(own) }
          }
        }
        final class Page: UIViewController {
          let saver = Saver()
          @IBAction func tap() { saver.save() }
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let tasks = [
    task("an expiration handler that ends no task", "self.current", isFound: true),
    task(
      "an expiration handler that ends a reset task", "self.current", sets: "current = .invalid",
      isFound: true),
    task(
      "an expiration handler that ends the kept task", "self.current", sets: "current = own", isFound: false),
    task("an expiration handler that ends its own task", "own", isFound: false),
  ]

  // MARK: - Identifiers of sessions

  private static func events(_ name: String, _ start: String, isFound: Bool) -> SmallApp {
    let rule = "session-launch-events-unhandled: turns"
    return .uikit(
      name,
      delegate: """
        func application(
          _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
          completionHandler: @escaping () -> Void
        ) {
          \(start)
          Loads.shared.done = completionHandler
          _ = Loads.shared.session
        }
        """,
      members: """
        final class Loads: NSObject, URLSessionDownloadDelegate {
          static let shared = Loads()
          static let name = "com.example.app.loads"
          var done: (() -> Void)?
          lazy var session = URLSession(
            configuration: .background(withIdentifier: Self.name), delegate: self, delegateQueue: nil)
          func load(_ url: URL) { session.downloadTask(with: url).resume() }
          func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo file: URL) {
            try? FileManager.default.moveItem(at: file, to: URL.documentsDirectory)
          }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) {
            DispatchQueue.main.async { self.done?(); self.done = nil }
          }
        }
        final class Page: UIViewController {
          @IBAction func tap() { Loads.shared.load(URL(string: "https://example.com")!) }
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : ["session-launch-events-unhandled"])
  }

  static let sessions = [
    events(
      "the events of another session",
      #"guard identifier == "com.example.app.download" else { return completionHandler() }"#,
      isFound: true),
    events(
      "the events of another session, the other way round",
      #"guard "com.example.app.old" == identifier else { return completionHandler() }"#,
      isFound: true),
    events(
      "the events of the session", "guard identifier == Loads.name else { return completionHandler() }",
      isFound: false),
    events("the events of any session", "", isFound: false),
  ]

  @Test(arguments: delegates + tasks + sessions) func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }
}
