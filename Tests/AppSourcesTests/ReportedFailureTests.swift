import PolicyLint
import PolicySyntax
import Testing

/// Failures that developers reported and that nothing but a crash or a missing result shows: a delegate that forgets a failure, a session
/// that is used after its end, an extension that ends before its transfer. Some apps are correct but look similar.
@Suite struct ReportedFailureTests {
  // MARK: - Delegates

  private static func located(
    _ name: String, start: String = "manager.requestLocation()", _ methods: String, found: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import CoreLocation
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          private let updater = Updater()
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: .main) { task in
              self.submit()
              self.updater.start(task)
            }
            return true
          }
          func applicationDidEnterBackground(_ a: UIApplication) { submit() }
          func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
            catch { print(error) }
          }
        }
        final class Updater: NSObject, CLLocationManagerDelegate {
          private let manager = CLLocationManager()
          private var task: BGTask?
          func start(_ task: BGTask) {
            self.task = task
            task.expirationHandler = { [weak self] in self?.finish(false) }
            manager.delegate = self
            \(start)
          }
          private func finish(_ success: Bool) {
            task?.setTaskCompleted(success: success)
            task = nil
          }
          \(methods)
        }
        """, found: found, silent: found.isEmpty ? ["*"] : [])
  }

  private static let success =
    "func locationManager(_ m: CLLocationManager, didUpdateLocations l: [CLLocation]) { finish(true) }\n"

  private static func failed(_ body: String) -> String {
    "func locationManager(_ m: CLLocationManager, didFailWithError error: Error) { \(body) }"
  }

  static let delegates = [
    located(
      "the delegate of a location forgets a failure", success + failed("print(error)"),
      found: ["bg-completion-missing"]),
    located("the delegate of a location completes each way", success + failed("finish(false)")),
    located(
      "the delegate completes a failure on one way only",
      success + failed("if (error as? CLError)?.code == .denied { finish(false) }"),
      found: ["bg-completion-missing"]),
    located(
      "the delegate waits for another location if one is not known", start: "manager.startUpdatingLocation()",
      success + failed("if (error as? CLError)?.code != .locationUnknown { finish(false) }")),
    located(
      "a timer completes the task if no location comes",
      start:
        "manager.requestLocation()\n DispatchQueue.main.asyncAfter(deadline: .now() + 10) { self.finish(false) }",
      success + failed("print(error)")),
    SmallApp(
      testDescription:
        "the delegate of a location, which keeps a push's completion handler, forgets a failure",
      modes: ["remote-notification"], entitlements: ["aps-environment"],
      code: """
        import CoreLocation
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          private var finder: Finder?
          func application(
            _ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any],
            fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            finder = Finder { done($0 == nil ? .noData : .newData) }
            finder?.find()
          }
        }
        final class Finder: NSObject, CLLocationManagerDelegate {
          private let manager = CLLocationManager()
          private let done: (CLLocation?) -> Void
          init(done: @escaping (CLLocation?) -> Void) {
            self.done = done
            super.init()
            manager.delegate = self
          }
          func find() { manager.requestLocation() }
          func locationManager(_ m: CLLocationManager, didUpdateLocations l: [CLLocation]) { done(l.last) }
          func locationManager(_ m: CLLocationManager, didFailWithError error: Error) { print(error) }
        }
        """, found: ["push-completion-missing"]),
  ]

  // MARK: - Sessions

  private static func downloads(
    _ name: String, _ session: String, _ others: String, isShared: Bool = true, found: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          var done: (() -> Void)?
          func application(
            _ a: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) {
            done = completionHandler
            \(isShared ? "_ = Downloads.shared.session" : "")
          }
        }
        final class Catalog: UIViewController {
          \(isShared ? "" : "private let downloads = Downloads()")
          @IBAction func load() { \(isShared ? "Downloads.shared" : "downloads").load(URL(string: "https://example.com")!) }
        }
        final class Downloads: NSObject, URLSessionDownloadDelegate {
          \(isShared ? "static let shared = Downloads()" : "")
          \(session)
          func load(_ url: URL) { session.downloadTask(with: url).resume() }
          func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo file: URL) {
            try? FileManager.default.moveItem(at: file, to: URL(fileURLWithPath: "/tmp/catalog"))
          }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) {
            DispatchQueue.main.async { (UIApplication.shared.delegate as? Delegate)?.done?() }
          }
          \(others)
        }
        """, found: found, silent: found.isEmpty ? ["session-used-after-invalidation"] : [])
  }

  private static let made = """
    lazy var session = URLSession(
      configuration: .background(withIdentifier: "com.example.app.catalog"), delegate: self, delegateQueue: nil)
    """

  private static let ended =
    "func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError e: Error?) { session.finishTasksAndInvalidate() }"

  static let sessions = [
    downloads(
      "a shared session ends after its first transfer", made, ended,
      found: ["session-used-after-invalidation"]),
    downloads(
      "a person ends a shared session", made, "@IBAction func stop() { session.invalidateAndCancel() }",
      found: ["session-used-after-invalidation"]),
    downloads(
      "a shared session is made anew after its end",
      """
      private var current: URLSession?
      var session: URLSession {
        if let current { return current }
        let made = URLSession(
          configuration: .background(withIdentifier: "com.example.app.catalog"), delegate: self, delegateQueue: nil)
        current = made
        return made
      }
      """, ended + "\nfunc urlSession(_ s: URLSession, didBecomeInvalidWithError e: Error?) { current = nil }"
    ),
    downloads(
      "the end of its owner ends a shared session", made, "deinit { session.invalidateAndCancel() }"),
    downloads(
      "the end of the app ends a shared session", made,
      "func applicationWillTerminate(_ a: UIApplication) { session.finishTasksAndInvalidate() }"),
    downloads("a view's session ends with its transfer", made, ended, isShared: false),
  ]

  // MARK: - Extensions

  private static func share(_ name: String, _ body: String, found: [String] = []) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: "import SwiftUI\n@main struct Sample: App { var body: some Scene { WindowGroup {} } }",
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { iOS: "16.0" } }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
            dependencies: [{ target: Share }]
          Share:
            type: app-extension
            platform: iOS
            sources: [Share]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app.share }
        """,
        "Share/Share.swift": """
        import UIKit
        final class ShareController: UIViewController {
          private let file = URL(fileURLWithPath: "/tmp/photo")
          private let request = URLRequest(url: URL(string: "https://example.com")!)
          override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            \(body)
          }
          private func end() { extensionContext?.completeRequest(returningItems: nil) }
          private func send() { URLSession.shared.uploadTask(with: request, fromFile: file).resume() }
        }
        """,
      ], found: found, silent: found.isEmpty ? ["extension-transfer-in-foreground"] : [])
  }

  private static let rule = "extension-transfer-in-foreground"

  static let extensions = [
    share(
      "an extension ends while its upload runs",
      "URLSession.shared.uploadTask(with: request, fromFile: file).resume()\n extensionContext?.completeRequest(returningItems: nil)",
      found: [rule]),
    share(
      "an extension ends while another method's upload runs",
      "send()\n extensionContext?.completeRequest(returningItems: nil)", found: [rule]),
    share(
      "an extension ends while a task uploads",
      "Task { _ = try await URLSession.shared.upload(for: request, fromFile: file) }\n extensionContext?.completeRequest(returningItems: nil)",
      found: [rule]),
    share(
      "an extension ends after its upload",
      "URLSession.shared.uploadTask(with: request, fromFile: file) { _, _, _ in self.extensionContext?.completeRequest(returningItems: nil) }.resume()"
    ),
    share(
      "an extension waits for its upload",
      "Task { _ = try await URLSession.shared.upload(for: request, fromFile: file)\n extensionContext?.completeRequest(returningItems: nil) }"
    ),
  ]

  @Test(arguments: delegates + sessions + extensions) func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }

  // MARK: - Registration

  private static func registered(_ name: String, _ launch: String, _ others: String) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import Settings
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(launch)
            return true
          }
          \(others)
        }
        final class Jobs {
          init() { register() }
          func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
            catch { print(error) }
          }
          func register() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: .main) { task in
              self.submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
          }
        }
        """, found: [], silent: ["*"])
  }

  /// A lazy property registers once, however often code uses the property.
  @Test func lazyPropertyRegistersOnce() {
    Self.registered(
      "a lazy property that launch and the background use", "_ = jobs",
      "lazy var jobs = Jobs()\n func applicationDidEnterBackground(_ a: UIApplication) { jobs.submit() }"
    ).expectFindings()
  }

  /// The name of a function of another module is no proof that its closure runs late.
  @Test func guessIsNoError() {
    let app = Self.registered(
      "a function of another module", "Settings.fetchDefaults { self.jobs = Jobs() }",
      "var jobs: Jobs?\n func applicationDidEnterBackground(_ a: UIApplication) { jobs?.submit() }")
    let found = app.findings.filter { $0.name == "bg-register-late" }
    #expect(found.map(\.severity) == [.warning], "\(app.findings.map(\.diagnostic.message))")
  }
}
