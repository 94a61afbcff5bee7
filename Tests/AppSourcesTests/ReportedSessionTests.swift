import Testing

/// Sessions and their results, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedSessionTests {
  private static func uploads(
    _ name: String, events: String = "", session: String = Self.lazySession, found: [String] = [],
    silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        final class Uploads: NSObject, URLSessionTaskDelegate {
          static let shared = Uploads()
          var finish: (() -> Void)?
          \(session)
          func send(_ file: URL) {
            session.uploadTask(with: URLRequest(url: URL(string: "https://example.com")!), fromFile: file).resume()
          }
          func urlSession(_ s: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) { print(error as Any) }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) {
            DispatchQueue.main.async { self.finish?(); self.finish = nil }
          }
        }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ a: UIApplication, handleEventsForBackgroundURLSession id: String, completionHandler: @escaping () -> Void
          ) {
            guard id == "com.example.app.up" else { return completionHandler() }
            Uploads.shared.finish = completionHandler
            \(events)
          }
        }
        final class Screen: UIViewController {
          @IBAction func send(_ sender: Any) { Uploads.shared.send(URL(fileURLWithPath: "/tmp/a")) }
        }
        """, found: found, silent: silent)
  }

  private static let lazySession = """
    lazy var session = URLSession(
      configuration: .background(withIdentifier: "com.example.app.up"), delegate: self, delegateQueue: nil)
    """

  static let apps = [
    uploads(
      "only a person's action makes the session",
      found: ["session-launch-events-unhandled: makes the session again"]),
    uploads(
      "the method for the session's events makes the session", events: "_ = Uploads.shared.session",
      silent: ["*"]),
    uploads(
      "the object's initializer makes the session",
      session: """
        private var session: URLSession!
        override init() {
          super.init()
          session = URLSession(
            configuration: .background(withIdentifier: "com.example.app.up"), delegate: self, delegateQueue: nil)
        }
        """, silent: ["*"]),
    uploads(
      "an object of an unknown type may make the session",
      events: "Container.resolve().session.getAllTasks { _ in }",
      silent: ["*"]),
    SmallApp(
      testDescription: "session only invalidated",
      code: """
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            URLSession(configuration: .background(withIdentifier: "com.example.app.old")).invalidateAndCancel()
            return true
          }
        }
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "websocket headers",
      code: """
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func connect() {
            var request = URLRequest(url: URL(string: "wss://example.com")!)
            request.setValue("websocket", forHTTPHeaderField: "Upgrade")
            request.setValue("Upgrade", forHTTPHeaderField: "Connection")
            request.setValue("example.com", forHTTPHeaderField: "Host")
            let socket = Starscream.WebSocket(request: request)
            socket.connect()
          }
        }
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "headers of a request that a property keeps for a socket",
      code: """
        import UIKit
        final class Client {
          private var request: URLRequest
          init(_ url: URL) {
            var request = URLRequest(url: url)
            request.setValue("example.com", forHTTPHeaderField: "Host")
            self.request = request
          }
          func retry() { request.setValue("other.example.com", forHTTPHeaderField: "Host") }
          func open() { WebSocket(request: request).connect() }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          let client = Client(URL(string: "wss://example.com")!)
          func applicationDidBecomeActive(_ a: UIApplication) { client.open(); client.retry() }
        }
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "headers of a request that a property keeps for a session",
      code: """
        import UIKit
        final class Client {
          private var request: URLRequest
          init(_ url: URL) {
            var request = URLRequest(url: url)
            request.setValue("example.com", forHTTPHeaderField: "Host")
            self.request = request
          }
          func open() { URLSession.shared.dataTask(with: request).resume() }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          let client = Client(URL(string: "https://example.com")!)
          func applicationDidBecomeActive(_ a: UIApplication) { client.open() }
        }
        """,
      found: ["code-reserved-header"]),
    SmallApp(
      testDescription: "a header that is removed",
      code: """
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidBecomeActive(_ a: UIApplication) {
            var request = URLRequest(url: URL(string: "https://example.com")!)
            request.setValue(nil, forHTTPHeaderField: "Host")
            URLSession.shared.dataTask(with: request).resume()
          }
        }
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "handler stored and never called",
      code: """
        import UIKit
        final class Uploads: NSObject, URLSessionTaskDelegate {
          static let shared = Uploads()
          var finish: (() -> Void)?
          lazy var session = URLSession(configuration: .background(withIdentifier: "com.example.app.up"),
            delegate: self, delegateQueue: nil)
          func send(_ file: URL) { session.uploadTask(with: URLRequest(url: URL(string: "https://example.com")!), fromFile: file).resume() }
          func urlSession(_ s: URLSession, task: URLSessionTask,
            didCompleteWithError error: Error?) { print(error as Any) }
        }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          func application(_ a: UIApplication, handleEventsForBackgroundURLSession id: String,
            completionHandler: @escaping () -> Void)
              { Uploads.shared.finish = completionHandler; _ = Uploads.shared.session }
        }
        final class Screen: UIViewController { @IBAction func send(_ s: Any)
          { Uploads.shared.send(URL(fileURLWithPath: "/tmp/a")) } }
        """,
      found: ["handler-completion-missing"]),
    SmallApp(
      testDescription: "download file handled async",
      code: """
        import UIKit
        final class Downloads: NSObject, URLSessionDownloadDelegate {
          static let shared = Downloads()
          var finish: (() -> Void)?
          lazy var session = URLSession(configuration: .background(withIdentifier: "com.example.app.down"),
            delegate: self, delegateQueue: nil)
          func start() { session.downloadTask(with: URL(string: "https://example.com")!).resume() }
          func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask,
            didFinishDownloadingTo location: URL) {
            DispatchQueue.main.async {
              try? FileManager.default.moveItem(at: location, to: URL.documentsDirectory.appending(path: "a"))
            }
          }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession)
            { DispatchQueue.main.async { self.finish?(); self.finish = nil } }
        }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          func application(_ a: UIApplication, handleEventsForBackgroundURLSession id: String,
            completionHandler: @escaping () -> Void)
              { Downloads.shared.finish = completionHandler; _ = Downloads.shared.session }
        }
        final class Screen: UIViewController { @IBAction func send(_ s: Any) { Downloads.shared.start() } }
        """,
      found: ["handler-download-not-moved"]),
    SmallApp(
      testDescription: "two sessions, one completion handler variable",
      code: """
        import UIKit
        final class A: NSObject, URLSessionDownloadDelegate {
          static let shared = A()
          lazy var one = URLSession(configuration: .background(withIdentifier: "com.example.app.one"),
            delegate: self, delegateQueue: nil)
          lazy var two = URLSession(configuration: .background(withIdentifier: "com.example.app.two"),
            delegate: self, delegateQueue: nil)
          func start() { one.downloadTask(with: URL(string: "https://example.com")!).resume(); two.downloadTask(with: URL(string: "https://example.com")!).resume() }
          func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask,
            didFinishDownloadingTo location: URL) {
            try? FileManager.default.moveItem(at: location, to: URL.documentsDirectory.appending(path: "a"))
          }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession)
            { DispatchQueue.main.async { Delegate.finish?(); Delegate.finish = nil } }
        }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          static var finish: (() -> Void)?
          func application(_ a: UIApplication, handleEventsForBackgroundURLSession id: String,
            completionHandler: @escaping () -> Void)
              { Delegate.finish = completionHandler; _ = A.shared.one; _ = A.shared.two }
        }
        final class Screen: UIViewController { @IBAction func send(_ s: Any) { A.shared.start() } }
        """,
      found: ["handler-shared-variable"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
