import Testing

/// Configurations of sessions that code makes in one expression, and timeouts of sessions, after false findings that developers reported.
@Suite struct ReportedConfigurationTests {
  private static func session(
    _ name: String, _ configuration: String, others: String = "", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        \(others)
        final class Downloads: NSObject, URLSessionDownloadDelegate {
          static let shared = Downloads()
          var finish: (() -> Void)?
          lazy var session = URLSession(configuration: \(configuration), delegate: self, delegateQueue: nil)
          func start() { session.downloadTask(with: URL(string: "https://example.com")!).resume() }
          func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
            try? FileManager.default.moveItem(at: location, to: URL.documentsDirectory.appending(path: "a"))
          }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) {
            DispatchQueue.main.async { self.finish?(); self.finish = nil }
          }
        }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]? = nil
          ) -> Bool {
            Downloads.shared.start()
            return true
          }
          func application(
            _ a: UIApplication, handleEventsForBackgroundURLSession id: String,
            completionHandler: @escaping () -> Void
          ) { Downloads.shared.finish = completionHandler; _ = Downloads.shared.session }
        }
        """, found: found, silent: silent)
  }

  private static let background = ".background(withIdentifier: \"com.example.app.files\")"

  /// Each configuration sets the resource timeout to a day.
  static let dayLong = [
    session(
      "a closure that is called at once",
      "{ $0.timeoutIntervalForResource = 86_400; return $0 }(URLSessionConfiguration\(background))"),
    session(
      "a closure with a named parameter that is called at once",
      """
      { (configuration: URLSessionConfiguration) in
        configuration.timeoutIntervalForResource = 86_400
        return configuration
      }(URLSessionConfiguration\(background))
      """),
    session(
      "a function of a package",
      "with(URLSessionConfiguration\(background)) { $0.timeoutIntervalForResource = 86_400 }"),
    session(
      "a method of the configuration",
      "URLSessionConfiguration\(background).configure { $0.timeoutIntervalForResource = 86_400 }",
      others: """
        extension URLSessionConfiguration {
          func configure(_ edit: (URLSessionConfiguration) -> Void) -> URLSessionConfiguration { edit(self); return self }
        }
        """),
  ]

  @Test(arguments: dayLong) func configurationHasItsProperties(_ app: SmallApp) {
    #expect(app.policy.contains("timeoutIntervalForResource: 1d"), "\(app.policy)")
  }

  private static func foreground(
    _ name: String, _ settings: String, found: [String] = [], silent: [String] = []
  )
    -> SmallApp
  {
    SmallApp(
      testDescription: name,
      code: """
        import SwiftUI
        @main struct Sample: App {
          let api = API()
          var body: some Scene { WindowGroup { Text("A").task { await api.load() } } }
        }
        final class API {
          let session: URLSession = {
            let configuration = URLSessionConfiguration.default
            \(settings)
            return URLSession(configuration: configuration)
          }()
          func load() async { _ = try? await session.data(from: URL(string: "https://example.com")!) }
        }
        """, found: found, silent: silent)
  }

  static let timeouts = [
    foreground(
      "a resource timeout below a minute", "configuration.timeoutIntervalForResource = 30", silent: ["*"]),
    foreground(
      "both timeouts",
      "configuration.timeoutIntervalForRequest = 10\nconfiguration.timeoutIntervalForResource = 30",
      silent: ["*"]),
    foreground(
      "a request timeout above the resource timeout",
      "configuration.timeoutIntervalForRequest = 90\nconfiguration.timeoutIntervalForResource = 30",
      found: ["session-request-timeout-exceeds-resource"]),
  ]

  @Test(arguments: timeouts) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
