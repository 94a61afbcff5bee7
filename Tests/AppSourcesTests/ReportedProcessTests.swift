import Testing

/// Code that the app and an extension share, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedProcessTests {
  private static let rule = "session-made-twice"

  private static func shared(
    _ name: String, identifier: String = #""com.example.app.uploads""#, app: String = "Uploads.shared.send()",
    share: String = "Uploads.shared.send()", isFound: Bool
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(app)
            return true
          }
        }
        """,
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { iOS: "16.0" } }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App, Shared]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
            dependencies: [{ target: Share }]
          Share:
            type: app-extension
            platform: iOS
            sources: [Share, Shared]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app.share }
        """,
        "Share/Share.swift": """
        import UIKit
        final class ShareController: UIViewController {
          override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            \(share)
          }
        }
        """,
        "Shared/Uploads.swift": """
        import Foundation
        final class Uploads: NSObject, URLSessionTaskDelegate {
          static let shared = Uploads()
          private lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: \(identifier))
            configuration.sharedContainerIdentifier = "group.com.example"
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
          func send() {
            let request = URLRequest(url: URL(string: "https://example.com")!)
            session.uploadTask(with: request, fromFile: URL(fileURLWithPath: "/tmp/a")).resume()
          }
        }
        """,
      ], found: isFound ? ["\(rule): Share"] : [], silent: isFound ? [] : [rule])
  }

  static let apps = [
    shared("a session of the app and its extension", isFound: true),
    shared(
      "a session that a method of the extension uses",
      share: "start()\n}\nprivate func start() {\nUploads.shared.send()", isFound: true),
    shared("a session of the extension alone", app: "", isFound: false),
    shared("a session of the app alone", share: "", isFound: false),
    shared(
      "a session with an identifier of each process",
      identifier: #"(Bundle.main.bundleIdentifier ?? "") + ".uploads""#, isFound: false),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
