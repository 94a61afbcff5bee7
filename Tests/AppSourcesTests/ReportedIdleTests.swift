import AppFacts
import Testing

/// Launch handlers that do no work, as developers left them behind. Some handlers work, but look similar.
@Suite struct ReportedIdleTests {
  private static let identifier = "com.example.app.sync"
  private static let modes = ["fetch"]

  private static let submission = """
    enum Sync {
      static func submit() {
        let request = BGAppRefreshTaskRequest(identifier: "com.example.app.sync")
        do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
      }
      static func run() async {}
    }
    """

  private static func handler(_ name: String, _ code: String, members: String = "", isIdle: Bool)
    -> HandlerCase
  {
    HandlerCase(
      app: SmallApp.uikit(
        name, modes: modes, identifiers: [identifier], imports: ["BackgroundTasks"],
        launch: """
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
            \(code)
          }
          Sync.submit()
          """, members: submission + "\n" + members), isIdle: isIdle)
  }

  static let handlers = [
    handler("only a completion", "task.setTaskCompleted(success: true)", isIdle: true),
    handler(
      "a request and a completion", "Sync.submit()\ntask.setTaskCompleted(success: true)", isIdle: true),
    handler(
      "a log, and a completion on the main queue",
      """
      print("refresh")
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      DispatchQueue.main.async { Sync.submit(); task.setTaskCompleted(success: true) }
      """, isIdle: true),
    handler(
      "a function that only completes", "handle(task)",
      members: "func handle(_ task: BGTask) { Sync.submit(); task.setTaskCompleted(success: true) }",
      isIdle: true),
    handler(
      "a cast, and a completion in a task",
      "guard let task = task as? BGAppRefreshTask else { return }\nTask { task.setTaskCompleted(success: true) }",
      isIdle: true),
    HandlerCase(
      app: SmallApp(
        testDescription: "an action of SwiftUI that only submits", modes: modes, identifiers: [identifier],
        code: """
          import BackgroundTasks
          import SwiftUI
          @main struct Main: App {
            var body: some Scene {
              WindowGroup { Text("App") }.backgroundTask(.appRefresh("com.example.app.sync")) { Sync.submit() }
            }
          }
          \(submission)
          """), isIdle: true),
    handler(
      "work in a function", "Store.shared.prune()\ntask.setTaskCompleted(success: true)", isIdle: false),
    handler(
      "work in a task", "Task { await Sync.fetch(); task.setTaskCompleted(success: true) }",
      members:
        "extension Sync { static func fetch() async { _ = try? await URLSession.shared.data(from: url) } }",
      isIdle: false),
    handler(
      "time for the work of the launch",
      "DispatchQueue.main.asyncAfter(deadline: .now() + 20) { task.setTaskCompleted(success: true) }",
      isIdle: false),
    handler(
      "a function of a subclass", "worker.work()\ntask.setTaskCompleted(success: true)",
      members: """
        class Worker { func work() { print("nothing") } }
        final class Fetcher: Worker { override func work() { Store.shared.fetch() } }
        let worker: Worker = Fetcher()
        """, isIdle: false),
    handler(
      "a flag that other code observes",
      "Status.shared.isRefreshing = true\ntask.setTaskCompleted(success: true)",
      members:
        "final class Status { static let shared = Status(); var isRefreshing = false { didSet { fetch() } } }",
      isIdle: false),
    handler(
      "a stream",
      "Task { for await one in Feed.shared.changes { print(one) }; task.setTaskCompleted(success: true) }",
      isIdle: false),
    handler(
      "a notification",
      "NotificationCenter.default.post(name: .refresh, object: task)\ntask.setTaskCompleted(success: true)",
      isIdle: false),
  ]

  @Test(arguments: handlers) func handlersWork(_ one: HandlerCase) {
    let handler = one.app.facts.code.first { $0.kind == .taskRegistration }
    #expect(handler != nil)
    #expect((handler?[.idle] ?? false) == one.isIdle)
  }
}

/// An app with one launch handler, and whether the handler does no work.
struct HandlerCase: Sendable, CustomTestStringConvertible {
  let app: SmallApp
  let isIdle: Bool

  var testDescription: String { app.testDescription }
}
