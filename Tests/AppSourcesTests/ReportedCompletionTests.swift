import Testing

/// Work that is completed too early, or on some ways only, as in failures that developers reported, with correct code of the same form.
@Suite struct ReportedCompletionTests {
  // MARK: - Pushes

  private static func push(_ body: String) -> String {
    """
    import UIKit
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      func application(
        _ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any],
        fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
      ) {
        \(body)
      }
    }
    enum Router {
      static func route(_ info: [AnyHashable: Any]) {
        switch info["kind"] as? String {
        case "message": Messages.shared.fetch()
        default: break
        }
      }
      static func route(_ info: [AnyHashable: Any], then done: @escaping () -> Void) { Messages.shared.fetch(done) }
    }
    final class Messages {
      static let shared = Messages()
      func fetch(_ done: @escaping () -> Void = {}) {
        let task = URLSession.shared.dataTask(with: URL(string: "https://example.com")!) { _, _, _ in done() }
        task.resume()
      }
      private var kept: URLSessionDataTask?
      func keep(_ done: @escaping (Data?) -> Void) {
        kept = URLSession.shared.dataTask(with: URL(string: "https://example.com")!) { data, _, _ in done(data) }
        kept?.resume()
      }
    }
    """
  }

  private static func pushed(
    _ name: String, _ body: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["remote-notification"], code: push(body), found: found, silent: silent)
  }

  static let pushes = [
    pushed(
      "another type starts the transfer of a push", "Router.route(info)\n done(.newData)",
      found: ["push-completed-early"]),
    pushed(
      "a property keeps the transfer of a push", "Messages.shared.keep { print($0) }\n done(.newData)",
      found: ["push-completed-early"]),
    pushed(
      "a property keeps the transfer of a push, whose end completes it",
      "Messages.shared.keep { _ in done(.newData) }", silent: ["push-completed-early"]),
    pushed(
      "the main queue starts the transfer of a push later",
      "DispatchQueue.main.async { Messages.shared.fetch() }\n done(.newData)", found: ["push-completed-early"]
    ),
    pushed(
      "the main queue shows a push later", "DispatchQueue.main.async { print(info) }\n done(.newData)",
      silent: ["push-completed-early"]),
    pushed(
      "a push starts operations",
      "OperationQueue().addOperations([BlockOperation { sleep(3) }], waitUntilFinished: false)\n done(.newData)",
      found: ["push-completed-early"]),
    pushed(
      "a push waits for its operations",
      "OperationQueue().addOperations([BlockOperation { sleep(3) }], waitUntilFinished: true)\n done(.newData)",
      silent: ["push-completed-early"]),
    pushed(
      "another type starts the transfer of a push and tells its end",
      "Router.route(info) { done(.newData) }", silent: ["push-completed-early", "push-completion-missing"]),
  ]

  // MARK: - Background tasks of UIKit

  private static func saved(_ body: String, _ others: String = "") -> String {
    """
    import UIKit
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      private var task: UIBackgroundTaskIdentifier = .invalid
      func applicationDidEnterBackground(_ application: UIApplication) {
        guard task == .invalid else { return }
        task = application.beginBackgroundTask(withName: "send") { [weak self] in
          guard let self else { return }
          application.endBackgroundTask(self.task)
          self.task = .invalid
        }
        \(body)
      }
      \(others)
    }
    func send(_ done: @escaping (Result<Void, Error>) -> Void) { done(.success(())) }
    """
  }

  private static let end = "application.endBackgroundTask(self.task)\n self.task = .invalid"

  private static func wrapper(_ handler: String) -> String {
    """
    import UIKit
    extension UIApplication {
      func withBackgroundTime(_ name: String, perform work: (@escaping () -> Void) -> Void) {
        var identifier = UIBackgroundTaskIdentifier.invalid
        identifier = beginBackgroundTask(withName: name) { \(handler) }
        work { self.endBackgroundTask(identifier) }
      }
    }
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      func applicationDidEnterBackground(_ application: UIApplication) {
        application.withBackgroundTime("send") { done in send { _ in done() } }
      }
    }
    func send(_ done: @escaping (Result<Void, Error>) -> Void) { done(.success(())) }
    """
  }

  static let tasks = [
    SmallApp(
      testDescription: "a failure leaves the task of a property open",
      code: saved(
        "send { [weak self] result in guard let self, case .success = result else { return }\n \(end) }"),
      found: ["uitask-unbalanced"]),
    SmallApp(
      testDescription: "each result ends the task of a property",
      code: saved("send { [weak self] result in guard let self else { return }\n \(end) }"),
      silent: ["uitask-unbalanced"]),
    SmallApp(
      testDescription: "another method ends the task of a property",
      code: saved(
        "send { [weak self] result in guard case .success = result else { self?.stop()\n return }\n self?.stop() }",
        "func stop() { let application = UIApplication.shared\n \(end) }"), silent: ["uitask-unbalanced"]),
    SmallApp(
      testDescription: "an extension of the application begins a task that nothing ends at its expiration",
      code: wrapper("print(\"expired\")\n identifier = .invalid"), found: ["uitask-expiry-missing"]),
    SmallApp(
      testDescription: "an extension of the application ends its task",
      code: wrapper("self.endBackgroundTask(identifier)"),
      silent: ["*"]),
  ]

  // MARK: - Events of sessions

  private static func events(_ method: String) -> String {
    """
    import UIKit
    final class Downloads: NSObject, URLSessionDownloadDelegate {
      static let shared = Downloads()
      lazy var session = URLSession(
        configuration: .background(withIdentifier: "com.example.app.downloads"), delegate: self, delegateQueue: .main)
      func start(_ url: URL) { session.downloadTask(with: url).resume() }
      func waitForEvents() async {}
      func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo place: URL) {
        try? FileManager.default.moveItem(at: place, to: URL.documentsDirectory)
      }
    }
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      func application(
        _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        Downloads.shared.start(URL(string: "https://example.com")!)
        return true
      }
      \(method)
    }
    """
  }

  static let sessions = [
    SmallApp(
      testDescription: "the delegate waits for the events of a session",
      code: events(
        """
        func application(_ a: UIApplication, handleEventsForBackgroundURLSession identifier: String) async {
          await Downloads.shared.waitForEvents()
        }
        """), silent: ["*"]),
    SmallApp(
      testDescription: "the delegate does not wait for the events of a session",
      code: events(
        "func application(_ a: UIApplication, handleEventsForBackgroundURLSession identifier: String) async {}"
      ),
      found: ["handler-completion-early"]),
    SmallApp(
      testDescription: "nothing handles the events of a session", code: events(""),
      found: ["session-launch-events-unhandled"]),
  ]

  // MARK: - Publishers

  private static func publisher(_ chain: String = "") -> SmallApp {
    SmallApp(
      testDescription: "a publisher\(chain)", modes: ["fetch"],
      identifiers: ["com.example.app.lamps"],
      code: """
        import BackgroundTasks
        import Combine
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          private var bag: Set<AnyCancellable> = []
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.lamps", using: .main) { self.refresh($0) }
            return true
          }
          func applicationDidEnterBackground(_ a: UIApplication) { submit() }
          func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.lamps")) }
            catch { print(error) }
          }
          func refresh(_ task: BGTask) {
            submit()
            task.expirationHandler = { [weak self] in self?.bag.removeAll() }
            lamps()\(chain).sink(
              receiveCompletion: { completion in
                if case .failure(let error) = completion { print(error) }
              },
              receiveValue: { lamps in
                print(lamps)
                task.setTaskCompleted(success: true)
              }
            ).store(in: &bag)
          }
          func lamps() -> AnyPublisher<[String], Error> { fatalError() }
        }
        """)
  }

  static let publishers = [
    publisher().expecting("bg-completion-missing"),
    publisher(".replaceError(with: [])").without("bg-completion-missing"),
  ]

  @Test(arguments: pushes + tasks + sessions + publishers) func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }
}

extension SmallApp {
  /// The app with a rule that must report a finding.
  fileprivate func expecting(_ rule: String) -> SmallApp {
    var app = self
    app.found = [rule]
    return app
  }

  /// The app with a rule that must not report a finding.
  fileprivate func without(_ rule: String) -> SmallApp {
    var app = self
    app.silent = [rule]
    return app
  }
}
