import PolicyLint
import PolicySyntax
import Testing

/// Small apps of continued tasks and of watchOS.
extension ReportedKindTests {
  // MARK: - Continued processing

  private static func export(title: String, subtitle: String) -> String {
    """
    import BackgroundTasks
    import SwiftUI
    @main struct Sample: App {
      init() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.export", using: .main) { task in
          guard let task = task as? BGContinuedProcessingTask else {
            task.setTaskCompleted(success: false)
            return
          }
          task.expirationHandler = { task.setTaskCompleted(success: false) }
          task.progress.completedUnitCount += 1
          task.setTaskCompleted(success: true)
        }
      }
      var body: some Scene { WindowGroup { Button("Export") { export(["a", "b"]) } } }
      func export(_ names: [String]) {
        let request = BGContinuedProcessingTaskRequest(
          identifier: "com.example.app.export", title: \(title), subtitle: \(subtitle))
        do { try BGTaskScheduler.shared.submit(request) } catch { print("cannot submit", error) }
      }
    }
    """
  }

  private static func exporting(_ description: String, title: String, subtitle: String) -> SmallApp {
    SmallApp(
      testDescription: description, identifiers: ["com.example.app.export"],
      code: export(title: title, subtitle: subtitle),
      files: ["project.yml": project(platform: "iOS", version: "26.0")], silent: ["*"])
  }

  private static func project(platform: String, version: String) -> String {
    """
    name: App
    options: { deploymentTarget: { \(platform): "\(version)" } }
    targets:
      App:
        type: application
        platform: \(platform)
        sources: [App]
        settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
    """
  }

  static let continued: [SmallApp] = [
    exporting("a subtitle with a count", title: #""Export""#, subtitle: #""\(names.count) documents""#),
    exporting("a title and a subtitle of functions", title: "name(of: names)", subtitle: "names.joined()"),
    exporting("fixed texts", title: #""Export""#, subtitle: #""Documents""#),
  ]

  // MARK: - Background tasks of UIKit

  @Test(arguments: ["name: String", "name: String = #function", "name: String?"])
  func nameThatIsAParameterIsNotOpen(_ parameter: String) {
    let app = SmallApp(
      testDescription: "a task with the name of a parameter, and another without a name",
      code: """
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          var task = UIBackgroundTaskIdentifier.invalid
          func applicationDidEnterBackground(_ application: UIApplication) { begin(name: names()) }
          var other = UIBackgroundTaskIdentifier.invalid
          func applicationWillResignActive(_ application: UIApplication) {
            other = application.beginBackgroundTask { application.endBackgroundTask(self.other) }
          }
          func names() -> String { ProcessInfo.processInfo.globallyUniqueString }
          func begin(\(parameter)) {
            task = UIApplication.shared.beginBackgroundTask(withName: name) {
              UIApplication.shared.endBackgroundTask(self.task)
            }
          }
        }
        """)
    #expect(app.policy.contains("name: { runtime: "), "\(app.policy)")
    #expect(!app.policy.contains("TODO: name"))
    #expect(app.findings.allSatisfy { $0.name.text != "uitask-unnamed" })
  }

  // MARK: - watchOS

  private static func watch(_ description: String, session: String, properties: String = "", isFound: Bool)
    -> SmallApp
  {
    SmallApp(
      testDescription: description,
      code: """
        import SwiftUI
        import WatchKit
        @main struct Sample: App {
          @WKApplicationDelegateAdaptor var delegate: Delegate
          var body: some Scene { WindowGroup { Text("Sample") } }
        }
        final class Delegate: NSObject, WKApplicationDelegate, URLSessionDelegate {
          \(properties)
          func applicationDidFinishLaunching() {
            WKApplication.shared().scheduleBackgroundRefresh(withPreferredDate: .now + 900, userInfo: nil) { _ in }
          }
          func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
            for task in backgroundTasks {
              guard let refresh = task as? WKApplicationRefreshBackgroundTask else {
                task.setTaskCompletedWithSnapshot(false)
                continue
              }
              \(session)
              refresh.setTaskCompletedWithSnapshot(false)
            }
          }
        }
        """, files: ["project.yml": project(platform: "watchOS", version: "10.0")],
      found: isFound ? ["watch-transfer-in-foreground"] : [],
      silent: isFound ? [] : ["watch-transfer-in-foreground"])
  }

  private static let transfer = #".downloadTask(with: URL(string: "https://example.com")!).resume()"#

  static let watches: [SmallApp] = [
    watch(
      "a default configuration in a variable",
      session: """
        let configuration = URLSessionConfiguration.default
        URLSession(configuration: configuration)\(transfer)
        """, isFound: true),
    watch(
      "a default configuration in a property", session: "session\(transfer)",
      properties: """
        private let configuration = URLSessionConfiguration.ephemeral
        private lazy var session = URLSession(configuration: configuration)
        """, isFound: true),
    watch("the shared session", session: "URLSession.shared\(transfer)", isFound: true),
    watch(
      "a background configuration in a variable",
      session: """
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.app")
        URLSession(configuration: configuration, delegate: self, delegateQueue: nil)\(transfer)
        """, isFound: false),
    watch(
      "a background configuration in a property", session: "session\(transfer)",
      properties: """
        private let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.app")
        private lazy var session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        """, isFound: false),
  ]
}
