import AppFacts
import PolicyLint
import PolicySyntax
import Testing

/// Small apps with failures that developers reported, from import to the findings. Some apps look alike but are correct.
@Suite struct ReportedKindTests {
  private static let flutterDelegate = """
    import Flutter
    import UIKit
    @main
    @objc class AppDelegate: FlutterAppDelegate {
      override func application(
        _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        GeneratedPluginRegistrant.register(with: self)
        CALLS
        return super.application(application, didFinishLaunchingWithOptions: o)
      }
    }
    """

  private static func flutter(_ calls: String, importing module: String) -> String {
    "import \(module)\n" + flutterDelegate.replacing("CALLS", with: calls)
  }

  private static let swiftUI = """
    import SwiftUI
    @main struct Sample: App { var body: some Scene { WindowGroup { Text("Sample") } } }
    """

  // MARK: - Dependencies

  static let dependencies = [
    SmallApp(
      testDescription: "workmanager registers a processing task", modes: ["processing"],
      identifiers: ["com.example.app.sync"],
      code: flutter(
        #"WorkmanagerPlugin.registerBGProcessingTask(withIdentifier: "com.example.app.sync")"#,
        importing: "workmanager_apple"), silent: ["*"]),
    SmallApp(
      testDescription: "workmanager registers what Dart has scheduled", modes: ["fetch"],
      identifiers: ["com.example.app.sync"],
      code: flutter("WorkmanagerPlugin.registerLaunchHandlers()", importing: "workmanager_apple"),
      silent: ["*"]),
    SmallApp(
      testDescription: "workmanager registers another identifier", modes: ["fetch"],
      identifiers: ["com.example.app.sync"],
      code: flutter(
        #"WorkmanagerPlugin.registerPeriodicTask(withIdentifier: "com.example.app.snyc", frequency: nil)"#,
        importing: "workmanager_apple"),
      found: ["code-identifier-not-registered: WorkmanagerPlugin.registerPeriodicTask"],
      silent: ["code-mode-unused"]),
    SmallApp(
      testDescription: "flutter_background_service with an identifier of the app's own", modes: ["fetch"],
      identifiers: ["com.example.app.service"],
      code: flutter(
        #"SwiftFlutterBackgroundServicePlugin.taskIdentifier = "com.example.app.service""#,
        importing: "flutter_background_service_ios"), silent: ["*"]),
    SmallApp(
      testDescription: "background_fetch with an identifier without its prefix",
      modes: ["fetch", "processing"],
      identifiers: ["com.transistorsoft.fetch", "com.example.app.task"],
      code: flutter("", importing: "background_fetch"),
      found: ["code-identifier-not-registered: com.transistorsoft."],
      silent: ["code-mode-unused", "bg-mode-fetch-unused"]),
    SmallApp(
      testDescription: "a mode that the known dependency does not use", modes: ["fetch", "voip"],
      identifiers: ["com.transistorsoft.fetch"], code: flutter("", importing: "background_fetch"),
      found: ["code-mode-unused: voip"]),
    SmallApp(
      testDescription: "a player, a calls package and Bluetooth use their modes",
      modes: ["audio", "bluetooth-central", "voip"],
      code: """
        import AVFoundation
        import CoreBluetooth
        import UIKit
        final class Player { let player = AVQueuePlayer() }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          let player = Player()
          let manager = CBCentralManager(delegate: nil, queue: nil)
        }
        """, files: ["Podfile": "target 'App' do\n  pod 'RNCallKeep', '~> 4.3'\nend\n"], silent: ["*"]),
    SmallApp(
      testDescription: "a package that is not known may use the mode", modes: ["audio"], code: swiftUI,
      files: ["Podfile.lock": "PODS:\n  - SomePlayer (1.0)\n\nDEPENDENCIES:\n  - SomePlayer\n"], silent: ["*"]
    ),
    SmallApp(
      testDescription: "the package list is known, and none uses the mode", modes: ["audio"], code: swiftUI,
      files: ["Podfile.lock": "PODS:\n  - AFNetworking (4.0)\n  - Alamofire (5.0)\n"],
      found: ["code-mode-unused: audio"]),
    SmallApp(
      testDescription: "pushes of OneSignal use the entitlement", entitlements: ["aps-environment"],
      code: "import OneSignalFramework\n" + swiftUI, silent: ["*"]),
    SmallApp(
      testDescription: "Kotlin may use the mode and the identifier", modes: ["processing"],
      identifiers: ["com.example.app.worker"], code: swiftUI,
      files: ["shared/src/iosMain/kotlin/Tasks.kt": "import platform.BackgroundTasks.*"], silent: ["*"]),
    SmallApp(
      testDescription: "Kotlin of Android does not use the mode", modes: ["voip"], code: swiftUI,
      files: ["android/app/src/main/kotlin/Main.kt": "class Main"], found: ["code-mode-unused: voip"]),
  ]

  // MARK: - Identifiers

  private static func session(_ identifier: String, in function: String = "album: Album") -> String {
    """
    import UIKit
    struct Album { let id: UUID; let name: String }
    final class Fetcher: NSObject, URLSessionDownloadDelegate {
      func session(\(function)) -> URLSession {
        let setup = URLSessionConfiguration.background(withIdentifier: \(identifier))
        setup.timeoutIntervalForResource = 3600
        return URLSession(configuration: setup, delegate: self, delegateQueue: nil)
      }
      func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo place: URL) {
        try? FileManager.default.moveItem(at: place, to: URL.documentsDirectory)
      }
      func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) {
        DispatchQueue.main.async { Delegate.finish?(); Delegate.finish = nil }
      }
    }
    @main final class Delegate: NSObject, UIApplicationDelegate {
      static var finish: (() -> Void)?
      let fetcher = Fetcher()
      func open(_ album: Album) { fetcher.session(album: album).downloadTask(with: URL(string: "https://a.b")!).resume() }
      func application(
        _ a: UIApplication, handleEventsForBackgroundURLSession id: String, completionHandler: @escaping () -> Void
      ) { Delegate.finish = completionHandler }
    }
    """
  }

  static let identifiers = [
    SmallApp(
      testDescription: "a session for each album",
      code: session(#""com.example.album.\(album.id.uuidString)""#),
      silent: ["session-identifier-empty", "session-identifier-unstable", "session-identifier-dynamic"]),
    SmallApp(
      testDescription: "a session for each album, by a function", code: session("identifier(of: album)"),
      silent: ["session-identifier-empty", "session-identifier-unstable", "session-identifier-dynamic"]),
    SmallApp(
      testDescription: "a hash", code: session(#""com.example.album.\(album.name.hashValue)""#),
      found: ["session-identifier-unstable: hashValue"]),
    SmallApp(
      testDescription: "a date", code: session(#""com.example.album.\(Date().timeIntervalSince1970)""#),
      found: ["session-identifier-unstable: Date()"]),
    SmallApp(
      testDescription: "a constant with a UUID", code: session("name") + "\nlet name = UUID().uuidString",
      found: ["session-identifier-unstable: UUID()"]),
    SmallApp(
      testDescription: "a UUID that is kept",
      code: session(#"UserDefaults.standard.string(forKey: "id") ?? UUID().uuidString"#),
      silent: ["session-identifier-unstable", "session-identifier-empty"]),
  ]

  // MARK: - Parts that are missing

  static let parts = [
    SmallApp(
      testDescription: "the list of plugins that Flutter writes", modes: ["voip"], code: swiftUI,
      files: [
        "project.yml": """
        name: App
        targets:
          App:
            type: application
            platform: iOS
            sources: [App, App/GeneratedPluginRegistrant.m]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
        """
      ], found: ["code-mode-unused: voip"]),
    SmallApp(
      testDescription: "Flutter's generated settings", modes: ["voip"], code: swiftUI,
      files: [
        "project.yml": """
        name: App
        configFiles: { Debug: Flutter/Debug.xcconfig, Release: Flutter/Debug.xcconfig }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: $(APP_ID), INFOPLIST_FILE: App/Info.plist }
        """, "Flutter/Debug.xcconfig": "#include \"Generated.xcconfig\"\nAPP_ID = com.example.app\n",
      ], found: ["code-mode-unused: voip"]),
    SmallApp(
      testDescription: "a property list by configuration", modes: ["voip"], code: swiftUI,
      files: [
        "project.yml": """
        name: App
        configFiles: { Debug: Config/Base.xcconfig, Release: Config/Base.xcconfig }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/$(TARGET_NAME)-$(CONFIGURATION).plist }
        """, "Config/Base.xcconfig": "#include \"Local.xcconfig\"\n",
        "App/App-Release.plist": """
        <plist version="1.0"><dict><key>UIBackgroundModes</key><array><string>voip</string></array></dict></plist>
        """,
      ], found: ["code-mode-unused: voip"]),
  ]

  @Test(arguments: dependencies + identifiers + parts + continued + watches)
  func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }

  @Test func unknownPartOfAListLosesNoTarget() {
    let app = SmallApp(
      testDescription: "Tuist", code: Self.swiftUI,
      files: [
        "project.yml": "", "Tuist.swift": "",
        "Project.swift": """
        import ProjectDescription
        let features = [Module(name: "Reader")]
        let project = Project(
          name: "App",
          targets: features.targets + [
            .target(
              name: "App", destinations: .iOS, product: .app, bundleId: "com.example.app",
              infoPlist: "App/Info.plist", sources: "App/**")
          ])
        """,
      ])
    #expect(app.policy.contains("bundleIdentifier: com.example.app"), "\(app.policy)")
    #expect(app.facts.unread.contains { $0.reason.contains("features.targets") }, "\(app.facts.unread)")
  }
}
