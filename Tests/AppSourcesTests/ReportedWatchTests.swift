import Testing

/// Watch apps, as in failures that developers reported, with correct code of the same form.
@Suite struct ReportedWatchTests {
  private static func watch(
    _ name: String, _ code: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, code: code,
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { watchOS: "10.0" } }
        targets:
          App:
            type: application
            platform: watchOS
            sources: [App]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
        """
      ], found: found, silent: silent)
  }

  private static func view(_ handler: String, task: String = "await schedule()") -> String {
    """
    import SwiftUI
    import WatchKit
    @main struct Sample: App {
      var body: some Scene {
        WindowGroup { Text("Weather").task { \(task) } }
          .backgroundTask(.appRefresh("weather")) { _ in \(handler) }
      }
      func update() async {}
      func schedule() async {
        try? await WKApplication.shared().scheduleBackgroundRefresh(
          withPreferredDate: .now + 1800, userInfo: "weather" as NSString)
      }
    }
    """
  }

  private static func delegate(_ refresh: String, launch: String = "schedule()", _ others: String = "")
    -> String
  {
    """
    import WatchKit
    @main final class Delegate: NSObject, WKApplicationDelegate {
      func applicationDidFinishLaunching() { \(launch) }
      func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
        for task in backgroundTasks {
          switch task {
          case let refresh as WKApplicationRefreshBackgroundTask:
            \(refresh)
          default: task.setTaskCompletedWithSnapshot(false)
          }
        }
      }
      \(others)
      private func schedule() {
        WKApplication.shared().scheduleBackgroundRefresh(withPreferredDate: .now + 1800, userInfo: nil) { print($0 as Any) }
      }
    }
    """
  }

  private static let complete = "refresh.setTaskCompletedWithSnapshot(false)"

  static let apps = [
    watch("SwiftUI's refresh schedules the next one", view("await schedule()"), silent: ["*"]),
    watch(
      "SwiftUI's refresh schedules no other", view("await update()"), found: ["watch-refresh-not-rescheduled"]
    ),
    watch(
      "only SwiftUI's refresh schedules a refresh", view("await schedule()", task: "await update()"),
      found: ["watch-refresh-not-rescheduled: never runs"]),
    watch("a refresh schedules the next one", delegate("schedule()\n\(complete)"), silent: ["*"]),
    watch(
      "a refresh schedules the next one after its work",
      delegate("Task { await update()\n self.schedule()\n \(complete) }", "func update() async {}"),
      silent: ["watch-refresh-not-rescheduled"]),
    watch("a refresh schedules no other", delegate(complete), found: ["watch-refresh-not-rescheduled"]),
    watch(
      "each visit schedules a refresh",
      delegate(complete, launch: "", "func applicationDidEnterBackground() { schedule() }"),
      found: ["watch-refresh-not-rescheduled"]),
    watch(
      "a person asks for each refresh",
      delegate(complete, launch: "", "@IBAction func later() { schedule() }"),
      silent: ["watch-refresh-not-rescheduled"]),
    watch(
      "the end of a transfer schedules the next refresh",
      delegate(
        complete,
        """
        }
        extension Delegate: URLSessionDownloadDelegate {
          func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo file: URL) {
            try? FileManager.default.moveItem(at: file, to: URL.documentsDirectory)
            schedule()
          }
        """
      ).replacing("private func", with: "func"), silent: ["watch-refresh-not-rescheduled"]),
  ]

  /// A system may pass several tasks at once.
  static let loops = [
    watch(
      "a return after the first task", delegate("schedule()\n\(complete)\nreturn"),
      found: ["watch-task-not-completed: leaves the other tasks"]),
    watch(
      "a continue after the first task", delegate("schedule()\n\(complete)\ncontinue"), silent: ["*"]),
    watch(
      "a return after all tasks",
      delegate(
        "schedule()\nfor other in backgroundTasks { other.setTaskCompletedWithSnapshot(false) }\nreturn"),
      silent: ["watch-task-not-completed"]),
    watch(
      "a return of a closure", delegate("schedule()\n\(complete)\n[1].forEach { if $0 > 0 { return } }"),
      silent: ["*"]),
  ]

  private static func kept(_ loop: String, _ member: String = "private var current: WKRefreshBackgroundTask?")
    -> String
  {
    """
    import WatchKit
    @main class Delegate: NSObject, WKApplicationDelegate {
      \(member)
      func applicationDidFinishLaunching() { schedule() }
      func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
        for task in backgroundTasks {
          \(loop)
        }
      }
      func finish() { current?.setTaskCompletedWithSnapshot(false) }
      func session(_ session: WCSession, didReceiveApplicationContext context: [String: Any]) { finish() }
      private func schedule() {
        WKApplication.shared().scheduleBackgroundRefresh(withPreferredDate: Date(timeIntervalSinceNow: 3600), userInfo: nil) { _ in }
      }
    }
    """
  }
  private static let overwritten = ["watch-task-not-completed: keeps only one of them"]
  private static func kinds(_ refresh: String, _ other: String) -> String {
    """
    switch task {
    case let refresh as WKApplicationRefreshBackgroundTask:
      \(refresh)
      schedule()
    case let connectivity as WKWatchConnectivityRefreshBackgroundTask: \(other)
    default: task.setTaskCompletedWithSnapshot(false)
    }
    """
  }

  /// A property holds one task, and the system may pass several.
  static let keepers = [
    watch(
      "a property for tasks of two kinds",
      kept(kinds("current = refresh\nfinish()", "current = connectivity")),
      found: overwritten),
    watch("a property for all tasks", kept("current = task\nschedule()"), found: overwritten),
    watch(
      "a property for tasks of one kind",
      kept(kinds("refresh.setTaskCompletedWithSnapshot(false)", "current = connectivity")), silent: ["*"]),
    watch(
      "a property for the task that the loop completes", kept("current = task\nschedule()\nfinish()"),
      silent: ["*"]),
    watch(
      "a property that completes its earlier task",
      kept("current?.setTaskCompletedWithSnapshot(false)\ncurrent = task\nschedule()"),
      silent: ["*"]),
    watch(
      "a property with an observer that completes its earlier task",
      kept(
        "current = task\nschedule()",
        "private var current: WKRefreshBackgroundTask? { didSet { oldValue?.setTaskCompletedWithSnapshot(false) } }"
      ),
      silent: ["*"]),
    watch(
      "a list of tasks",
      kept(
        "all.append(task)\nschedule()",
        "private var all: [WKRefreshBackgroundTask] = []\nvar current: WKRefreshBackgroundTask?"),
      silent: ["*"]),
  ]

  @Test(arguments: keepers) func tasksAreKept(_ app: SmallApp) { app.expectFindings() }

  private static func download(
    _ name: String, _ events: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    watch(
      name,
      """
      import WatchKit
      @main final class Delegate: NSObject, WKApplicationDelegate {
        func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
          for task in backgroundTasks {
            switch task {
            case let events as WKURLSessionRefreshBackgroundTask:
              \(events)
            default: task.setTaskCompletedWithSnapshot(false)
            }
          }
        }
      }
      final class Loader: NSObject, URLSessionDownloadDelegate {
        static let shared = Loader()
        var waiting: [WKURLSessionRefreshBackgroundTask] = []
        lazy var session = URLSession(
          configuration: .background(withIdentifier: "com.example.app.load"), delegate: self, delegateQueue: nil)
        func load() { session.downloadTask(with: URL(string: "https://example.com")!).resume() }
        func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo file: URL) {
          try? FileManager.default.moveItem(at: file, to: URL.documentsDirectory)
        }
        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
          for task in waiting { task.setTaskCompletedWithSnapshot(false) }
          waiting = []
        }
      }
      final class Page: WKInterfaceController { @IBAction func load() { Loader.shared.load() } }
      """, found: found, silent: silent)
  }

  private static let unhandled = "session-launch-events-unhandled"

  /// The events of a background session, whose task is completed after the events.
  static let sessions = [
    download(
      "the task of a session that is completed at once", "events.setTaskCompletedWithSnapshot(false)",
      found: ["\(unhandled): completed before the session has delivered the events"]),
    download(
      "the task of a session that is kept until its events have come",
      "_ = Loader.shared.session\nLoader.shared.waiting.append(events)", silent: [unhandled]),
  ]

  @Test(arguments: apps + loops + sessions) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
