import Testing

/// Apps that make the background sessions of their extensions again, as in failures that developers reported. Some apps are correct but look
/// similar.
@Suite struct ReportedShareTests {
  private static let rule = "session-identifier-shared-across-targets"

  private static let project = """
    name: App
    options: { deploymentTarget: { iOS: "16.0" } }
    targets:
      App:
        type: application
        platform: iOS
        sources: [App]
        dependencies: [{ target: Share }]
        settings:
          PRODUCT_BUNDLE_IDENTIFIER: com.example.app
          INFOPLIST_FILE: App/Info.plist
          CODE_SIGN_ENTITLEMENTS: App/App.entitlements
      Share:
        type: app-extension
        platform: iOS
        sources: [Share]
        settings:
          PRODUCT_BUNDLE_IDENTIFIER: com.example.app.share
          INFOPLIST_FILE: Share/Info.plist
          CODE_SIGN_ENTITLEMENTS: App/App.entitlements
    """
  private static func list(_ entries: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \(entries)
    </dict>
    </plist>
    """
  }
  private static let groups =
    "<key>com.apple.security.application-groups</key><array><string>group.com.example.app</string></array>"
  private static let identifier = "<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>"
  private static let point =
    "<key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string></dict>"

  private static func app(
    _ name: String, events: String, launch: String = "", session: String, isFound: Bool
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(launch)
            return true
          }
          func application(
            _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) {
            Uploads.shared.finish = completionHandler
            \(events)
          }
        }
        final class Uploads: NSObject, URLSessionDelegate {
          static let shared = Uploads()
          static let name = "com.example.app.share.uploads"
          var finish: (() -> Void)?
          var session: URLSession?
          \(session)
          func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            DispatchQueue.main.async { self.finish?() }
          }
        }
        """,
      files: [
        "project.yml": project, "App/Info.plist": list(identifier), "App/App.entitlements": list(groups),
        "Share/Info.plist": list(identifier + point),
        "Share/Share.swift": """
        import UIKit
        final class ShareController: UIViewController {
          override func viewDidLoad() {
            super.viewDidLoad()
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.app.share.uploads")
            configuration.sharedContainerIdentifier = "group.com.example.app"
            let session = URLSession(configuration: configuration)
            session.downloadTask(with: URL(string: "https://example.com")!).resume()
          }
        }
        """,
      ], found: isFound ? [rule] : [],
      silent: isFound ? [] : [rule, "code-session-undeclared", "session-delegate-required"])
  }

  private static func attach(_ identifier: String, _ parameter: String = "") -> String {
    """
    func attach(\(parameter)) {
      let configuration = URLSessionConfiguration.background(withIdentifier: \(identifier))
      configuration.sharedContainerIdentifier = "group.com.example.app"
      session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }
    """
  }

  static let apps = [
    app(
      "the extension's session for its events", events: "Uploads.shared.attach()",
      session: attach("Self.name"), isFound: false),
    app(
      "the extension's session by a literal for its events",
      events: "if identifier == Uploads.name { Uploads.shared.attach() }",
      session: attach("\"com.example.app.share.uploads\""), isFound: false),
    app(
      "the session of the events by a parameter", events: "Uploads.shared.attach(identifier)",
      session: attach("identifier", "_ identifier: String"), isFound: false),
    app(
      "the extension's session at launch, too", events: "Uploads.shared.attach()",
      launch: "Uploads.shared.attach()", session: attach("Self.name"), isFound: true),
    app(
      "the extension's session at launch", events: "print(identifier)", launch: "Uploads.shared.attach()",
      session: attach("Self.name"), isFound: true),
  ]

  @Test(arguments: apps) func appMakesTheSession(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Identifiers of configurations

  /// An app whose debug build has an identifier of its own, and a target that the app contains.
  private static func target(
    _ name: String, type: String = "app-extension", identifiers: (debug: String, release: String),
    entries: String = point,
    app: (debug: String, release: String) = ("com.example.app.dev", "com.example.app"),
    isFound: Bool
  ) -> SmallApp {
    func settings(_ values: (debug: String, release: String), _ folder: String) -> String {
      """
      settings:
            base: { INFOPLIST_FILE: \(folder)/Info.plist }
            configs:
              Debug: { PRODUCT_BUNDLE_IDENTIFIER: \(values.debug) }
              Release: { PRODUCT_BUNDLE_IDENTIFIER: \(values.release) }
      """
    }
    let rule = "target-bundle-prefix"
    return SmallApp(
      testDescription: name, code: "import UIKit\n@main final class D: UIResponder, UIApplicationDelegate {}",
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { iOS: "16.0", watchOS: "9.0" } }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            dependencies: [{ target: Share }]
            \(settings(app, "App"))
          Share:
            type: \(type)
            platform: \(type == "application" ? "watchOS" : "iOS")
            sources: [Share]
            \(settings(identifiers, "Share"))
        """,
        "App/Info.plist": list(identifier), "Share/Info.plist": list(identifier + entries),
        "Share/Share.swift": "import UIKit\nfinal class ShareController: UIViewController {}",
      ], found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let targets = [
    target(
      "an extension that follows the app",
      identifiers: ("com.example.app.dev.share", "com.example.app.share"),
      isFound: false),
    target(
      "an extension of another part of the app",
      identifiers: ("com.example.app.dev.x.share", "com.example.app.share"),
      isFound: false),
    target(
      "a watch app that follows the app", type: "application",
      identifiers: ("com.example.app.dev.watch", "com.example.app.watch"),
      entries: "<key>WKApplication</key><true/>", isFound: false),
    target(
      "an extension with one identifier", identifiers: ("com.example.app.share", "com.example.app.share"),
      isFound: true),
    target(
      "an extension that follows another app",
      identifiers: ("com.example.other.share", "com.example.app.share"),
      isFound: true),
  ]

  @Test(arguments: targets) func identifiersBeginLikeTheApp(_ app: SmallApp) { app.expectFindings() }
}
