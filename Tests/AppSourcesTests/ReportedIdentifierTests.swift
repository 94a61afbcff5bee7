import Testing

/// Identifiers of background sessions, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedIdentifierTests {
  private static func session(
    _ name: String, _ identifier: String, others: String = "", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        final class Uploads: NSObject, URLSessionTaskDelegate {
          static let shared = Uploads()
          var finish: (() -> Void)?
          let account: String = UserDefaults.standard.string(forKey: "account") ?? "none"
          lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: \(identifier))
            configuration.timeoutIntervalForResource = 86400
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
          \(others)
          func send(_ file: URL) {
            var request = URLRequest(url: URL(string: "https://example.com")!)
            request.httpMethod = "PUT"
            session.uploadTask(with: request, fromFile: file).resume()
          }
          func urlSession(_ s: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
            print(error as Any)
          }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) {
            DispatchQueue.main.async { self.finish?(); self.finish = nil }
          }
        }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]? = nil
          ) -> Bool {
            _ = Uploads.shared.session
            return true
          }
          func application(
            _ a: UIApplication, handleEventsForBackgroundURLSession id: String,
            completionHandler: @escaping () -> Void
          ) { Uploads.shared.finish = completionHandler }
        }
        final class Screen: UIViewController {
          @IBAction func send(_ s: Any) { Uploads.shared.send(URL(fileURLWithPath: "/tmp/a")) }
        }
        """, found: found, silent: silent)
  }

  static let sessions = [
    session("uuid", #"UUID().uuidString"#, found: ["session-identifier-unstable"]),
    session(
      "date string",
      #""upload-\(Date().timeIntervalSince1970)""#, found: ["session-identifier-unstable"]),
    session("random", #""upload-\(Int.random(in: 0..<1000))""#, found: ["session-identifier-unstable"]),
    session(
      "ProcessInfo",
      #"ProcessInfo.processInfo.globallyUniqueString"#, found: ["session-identifier-unstable"]),
    session(
      "process id",
      #""com.example.\(ProcessInfo.processInfo.processIdentifier)""#, found: ["session-identifier-unstable"]),
    session(
      "ObjectIdentifier hash",
      #""com.example.\(ObjectIdentifier(self).hashValue)""#, found: ["session-identifier-unstable"]),
    session(
      "Date.now formatted",
      #""com.example." + Date.now.formatted()"#, found: ["session-identifier-unstable"]),
    session("account", #""com.example.app.\(account)""#, silent: ["*"]),
    session(
      "another session beside an identifier with a known end", #""\(account).background""#,
      others: #"""
        private let fixed = URLSession(
          configuration: .background(withIdentifier: "Downloads"), delegate: Uploads.shared, delegateQueue: nil)
        """#,
      silent: ["session-instances-overlap"]),
    session(
      "another session beside an identifier without a known part", "account",
      others: #"""
        private let fixed = URLSession(
          configuration: .background(withIdentifier: "Downloads"), delegate: Uploads.shared, delegateQueue: nil)
        """#,
      silent: ["session-instances-overlap"]),
    session("bundle", #"Bundle.main.bundleIdentifier! + ".uploads""#, silent: ["*"]),
    session(
      "idfv",
      #""uploads.\(UIDevice.current.identifierForVendor?.uuidString ?? "x")""#, silent: ["*"]),
  ]

  @Test(arguments: sessions) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
