import PolicyLint
import PolicySyntax
import Testing

/// Launch handlers that complete their task at an event, or before they return, as in failures that developers reported. Some apps are
/// correct but look similar.
@Suite struct ReportedEventTests {
  private static func handler(
    _ name: String, _ handler: String, others: String = "", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["processing"], identifiers: ["com.example.app.sync"],
      code: """
        import BackgroundTasks
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          private var channel = Channel(name: "sync")
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: .main) { task in
              self.submit()
              \(handler)
            }
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { submit() }
          func submit() {
            do { try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.app.sync")) }
            catch { print(error) }
          }
          \(others)
        }
        """, found: found, silent: silent)
  }

  /// The end of the work is one of several events.
  static let events = [
    handler(
      "a message from an engine",
      """
      let finish: (Bool) -> Void = { task.setTaskCompleted(success: $0) }
      task.expirationHandler = { finish(false) }
      self.channel.setMethodCallHandler { call, result in
        if call.method == "done" { finish(true) }
        result(nil)
      }
      """, silent: ["*"]),
    handler(
      "a closure that a property keeps for events",
      """
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      self.channel.onMessage = { message in if message.isLast { task.setTaskCompleted(success: true) } }
      self.channel.open()
      """, silent: ["*"]),
    handler(
      "a notification",
      """
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      NotificationCenter.default.addObserver(forName: .syncChanged, object: nil, queue: .main) { note in
        if note.userInfo?["state"] as? String == "done" { task.setTaskCompleted(success: true) }
      }
      """, silent: ["*"]),
    handler(
      "a timer that looks again",
      """
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in
        if Sync.isDone { timer.invalidate(); task.setTaskCompleted(success: true) }
      }
      """, silent: ["*"]),
    handler(
      "a completion that forgets the failure",
      """
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      self.channel.send { error in if error == nil { task.setTaskCompleted(success: true) } }
      """, found: ["bg-completion-missing"]),
    handler(
      "a completion handler that is set, and forgets the failure",
      """
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      self.channel.setCompletionHandler { error in if error == nil { task.setTaskCompleted(success: true) } }
      """, found: ["bg-completion-missing"]),
  ]

  /// A handler without an expiration handler, and whether the finding is an error. The finding is an error if the work goes on after the
  /// handler returns, because time can run out for such work.
  static let durations: [(app: SmallApp, isError: Bool)] = [
    (
      handler(
        "work on the handler's own thread",
        """
        self.count()
        task.setTaskCompleted(success: true)
        """, others: "private func count() { UserDefaults.standard.set(1, forKey: \"count\") }"), false
    ),
    (
      handler(
        "work in a branch",
        """
        if self.channel.isOpen { self.channel.close() }
        task.setTaskCompleted(success: true)
        """), false
    ),
    (handler("work that a closure ends", "self.channel.send { task.setTaskCompleted(success: true) }"), true),
    (
      handler(
        "work in a task",
        """
        Task {
          await self.channel.load()
          task.setTaskCompleted(success: true)
        }
        """), true
    ),
    (
      handler(
        "work that the handler waits for",
        """
        let semaphore = DispatchSemaphore(value: 0)
        self.channel.send { semaphore.signal() }
        semaphore.wait()
        task.setTaskCompleted(success: true)
        """), true
    ),
  ]

  @Test(arguments: durations) func missingExpirationIsAsGraveAsTheWorkIsLong(_ app: SmallApp, _ isError: Bool)
  {
    let found = app.findings.filter { $0.name == "bg-expiration-missing" }
    #expect(found.map(\.severity) == [isError ? .error : .warning])
  }

  @Test(arguments: events) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
