import Testing

/// Failures that developers reported, in the forms of their code, from import to the findings, with correct code of the same form.
@Suite struct ReportedFormTests {
  private static let sample = """
    import SwiftUI
    @main struct Sample: App { var body: some Scene { WindowGroup { ContentView() } } }
    """

  private static let update = """
    func update() async throws {}
    func schedule() {
      do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) } catch { print(error) }
    }
    """

  private static func refresh(
    _ name: String, _ code: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"], code: code,
      found: found, silent: silent)
  }

  // MARK: - Views

  private static let registered = """
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: .main) { task in
      schedule()
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      task.setTaskCompleted(success: true)
    }
    """

  static let views = [
    refresh(
      "a view registers in its initializer",
      """
      import BackgroundTasks
      \(sample)
      struct ContentView: View {
        init() { \(registered) }
        var body: some View { Text("Feed").onAppear { schedule() } }
      }
      \(update)
      """, found: ["bg-register-late"]),
    refresh(
      "an object that a view makes registers in its initializer",
      """
      import BackgroundTasks
      \(sample)
      final class Model: ObservableObject { init() { \(registered) } }
      struct ContentView: View {
        @StateObject private var model = Model()
        var body: some View { Text("Feed").onAppear { schedule() } }
      }
      \(update)
      """, found: ["bg-register-late"]),
    refresh(
      "an object that the app makes registers in its initializer",
      """
      import BackgroundTasks
      import SwiftUI
      final class Model { init() { \(registered) } }
      @main struct Sample: App {
        private let model = Model()
        var body: some Scene { WindowGroup { ContentView() } }
      }
      struct ContentView: View { var body: some View { Text("Feed").onAppear { schedule() } } }
      \(update)
      """, silent: ["*"]),
  ]

  // MARK: - Launch handlers

  private static func handler(_ body: String) -> String {
    """
    import BackgroundTasks
    import UIKit
    @main final class Delegate: NSObject, UIApplicationDelegate {
      private var current: BGTask?
      func application(
        _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: .main) { task in
          schedule()
          self.handle(task)
        }
        schedule()
        return true
      }
      func handle(_ task: BGTask) {
        \(body)
      }
    }
    \(update)
    """
  }

  static let handlers = [
    refresh(
      "an error that nobody catches leaves the task open",
      handler(
        """
        let work = Task {
          try await update()
          task.setTaskCompleted(success: true)
        }
        task.expirationHandler = { work.cancel() }
        """), found: ["bg-completion-missing"]),
    refresh(
      "an error that is thrown leaves the task open",
      handler(
        """
        let work = Task {
          guard await isOnline() else { throw CancellationError() }
          task.setTaskCompleted(success: true)
        }
        task.expirationHandler = { work.cancel() }
        """), found: ["bg-completion-missing"]),
    refresh(
      "each error is caught",
      handler(
        """
        let work = Task {
          do {
            try await update()
            task.setTaskCompleted(success: true)
          } catch {
            task.setTaskCompleted(success: false)
          }
        }
        task.expirationHandler = { work.cancel() }
        """), silent: ["*"]),
    refresh(
      "only a canceled task throws",
      handler(
        """
        let work = Task {
          try await Task.sleep(for: .seconds(1))
          try Task.checkCancellation()
          task.setTaskCompleted(success: true)
        }
        task.expirationHandler = {
          work.cancel()
          task.setTaskCompleted(success: false)
        }
        """), silent: ["*"]),
    refresh(
      "the caller of a throwing function catches",
      handler(
        """
        func run(_ task: BGTask) async throws {
          try await update()
          task.setTaskCompleted(success: true)
        }
        let work = Task {
          do { try await run(task) } catch { task.setTaskCompleted(success: false) }
        }
        task.expirationHandler = { work.cancel() }
        """), silent: ["*"]),
    refresh(
      "a property keeps the task, and nothing reads the property",
      handler("current = task\n task.expirationHandler = { schedule() }"), found: ["bg-completion-missing"]),
    refresh(
      "a property keeps the task for another method",
      handler(
        """
        current = task
        task.expirationHandler = { self.finish() }
        }
        func finish() { current?.setTaskCompleted(success: false)
        """), silent: ["*"]),
  ]

  // MARK: - Requests

  static let requests = [
    SmallApp(
      testDescription: "each case of an enumeration makes its own request", modes: ["fetch", "processing"],
      identifiers: ["com.example.app.refresh", "com.example.app.cleanup"],
      code: """
        import BackgroundTasks
        import UIKit
        enum Job: String, CaseIterable {
          case refresh = "com.example.app.refresh"
          case cleanup = "com.example.app.cleanup"
          var request: BGTaskRequest {
            switch self {
            case .refresh:
              let request = BGAppRefreshTaskRequest(identifier: rawValue)
              request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
              return request
            case .cleanup: return BGProcessingTaskRequest(identifier: rawValue)
            }
          }
          func submit() { do { try BGTaskScheduler.shared.submit(request) } catch { print(error) } }
        }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ a: UIApplication, willFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]? = nil
          ) -> Bool {
            for job in Job.allCases {
              BGTaskScheduler.shared.register(forTaskWithIdentifier: job.rawValue, using: .main) { task in
                job.submit()
                task.expirationHandler = { task.setTaskCompleted(success: false) }
                task.setTaskCompleted(success: true)
              }
              job.submit()
            }
            return true
          }
        }
        """, silent: ["code-task-undeclared", "code-task-type-differs", "bg-identifier-two-types"])
  ]

  // MARK: - Modes

  static let modes = [
    SmallApp(
      testDescription: "calls play audio", modes: ["audio", "voip"],
      code: """
        import CallKit
        import UIKit
        @main final class Delegate: NSObject, UIApplicationDelegate {
          let calls = CXProvider(configuration: CXProviderConfiguration())
        }
        """, silent: ["code-mode-unused"])
  ]

  // MARK: - Projects

  static let projects = [
    SmallApp(
      testDescription: "an app without a project file", modes: ["voip"],
      code: sample + "\nstruct ContentView: View { var body: some View { Text(\"x\") } }",
      files: ["project.yml": ""], found: ["code-mode-unused: voip"]),
    SmallApp(
      testDescription: "an app and an extension without a project file",
      code: sample + "\nstruct ContentView: View { var body: some View { Text(\"x\") } }",
      files: [
        "project.yml": "",
        "Share/Info.plist": """
        <plist version="1.0"><dict><key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string>
        </dict></dict></plist>
        """,
        "Share/Share.swift": """
        import UIKit
        final class ShareController: UIViewController, URLSessionTaskDelegate {
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.app.share"), delegate: self, delegateQueue: .main)
        }
        """,
      ], found: ["session-extension-missing-container"]),
  ]

  @Test(arguments: views + handlers + requests + modes + projects)
  func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }
}
