import AppFacts
import AppSources
import Testing

/// Background tasks that a function begins for its callers, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedExpirationTests {
  private static let missing = "uitask-expiry-missing: does not end it"

  /// An app with a class that begins background tasks, and code that begins a background task.
  private static func activity(
    _ name: String, _ expiration: String, caller: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit

        final class Activity {
          var task = UIBackgroundTaskIdentifier.invalid
          var isOver = false

          \(expiration)

          func stop() {
            UIApplication.shared.endBackgroundTask(task)
            task = .invalid
          }
        }

        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func applicationDidEnterBackground(_ application: UIApplication) {
            \(caller)
          }
        }

        func send(_ done: @escaping () -> Void) { done() }
        """, found: found, silent: silent)
  }

  /// A method that begins a task with a closure, which runs a handler of the caller.
  private static func optional(_ inner: String) -> String {
    """
    static func start(_ name: String, onExpiration handler: ((Activity) -> Void)? = nil) -> Activity {
      let activity = Activity()
      let expire = {
        activity.isOver = true
        \(inner)
      }
      activity.task = UIApplication.shared.beginBackgroundTask(withName: name, expirationHandler: expire)
      return activity
    }
    """
  }

  /// A method that begins a task with the handler of the caller.
  private static let passed = """
    func start(_ name: String, onExpiration handler: @escaping () -> Void) {
      task = UIApplication.shared.beginBackgroundTask(withName: name, expirationHandler: handler)
    }
    """

  private static let bound = optional("if let handler = handler { handler(activity) }")
  private static let logs = """
    let activity = Activity.start("send") { _ in print("over") }
    send { activity.stop() }
    """

  static let apps = [
    activity("a handler of the caller that only logs", bound, caller: logs, found: [missing]),
    activity(
      "a handler of the caller that only logs, bound by its name",
      optional("if let handler { handler(activity) }"), caller: logs, found: [missing]),
    activity(
      "a handler of the caller that only logs, in an optional chain", optional("handler?(activity)"),
      caller: logs, found: [missing]),
    activity(
      "no handler of the caller", bound,
      caller: "let activity = Activity.start(\"send\")\nsend { activity.stop() }", found: [missing]),
    activity(
      "a handler of the caller that stops the task", bound,
      caller: "let activity = Activity.start(\"send\") { $0.stop() }\nsend { activity.stop() }",
      silent: ["uitask-expiry-missing"]),
    activity(
      "a method that ends the task beside a handler that only logs",
      optional("handler?(activity)\nactivity.stop()"), caller: logs, silent: ["uitask-expiry-missing"]),
    activity(
      "a handler that is passed on, and only logs", passed,
      caller:
        "let activity = Activity()\nactivity.start(\"send\") { print(\"over\") }\nsend { activity.stop() }",
      found: [missing]),
    activity(
      "a handler that is passed on, and ends the task in a task", passed,
      caller:
        "let activity = Activity()\nactivity.start(\"send\") { Task { activity.stop() } }\nsend { activity.stop() }",
      found: ["uitask-expiry-missing: ends it only after"]),
    activity(
      "a handler that is passed on, and ends the task", passed,
      caller:
        "let activity = Activity()\nactivity.start(\"send\") { activity.stop() }\nsend { activity.stop() }",
      silent: ["uitask-expiry-missing"]),
    activity(
      "a handler that is passed on, and comes from elsewhere", passed,
      caller: "let activity = Activity()\nactivity.start(\"send\", onExpiration: handlers.first)",
      silent: ["uitask-expiry-missing"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }

  /// A class that several targets compile, and that begins tasks only in the app.
  private static let shared = """
    import UIKit
    final class Activity {
      var task = 0
      func start(_ name: String, onExpiration handler: @escaping () -> Void) {
        #if !IS_EXTENSION
        task = UIApplication.shared.beginBackgroundTask(withName: name, expirationHandler: handler).rawValue
        #endif
      }
      func stop() { UIApplication.shared.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: task)) }
    }
    """
  private static let appCode = """
    import UIKit
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      func applicationDidEnterBackground(_ application: UIApplication) {
        let activity = Activity()
        activity.start("send") { activity.stop() }
      }
    }
    """
  private static let extensionCode = """
    import UIKit
    final class ShareController: UIViewController {
      override func viewDidLoad() { Activity().start("share") { print("over") } }
    }
    """

  @Test(arguments: [("Share", ExpirationOutcome.ends), ("App", .nothing)])
  func handlersOfAnExtensionDoNotCount(_ target: String, _ outcome: ExpirationOutcome) throws {
    let facts = CodeReader.facts(of: [
      SourceFile(path: "Shared/Activity.swift", text: Self.shared),
      SourceFile(path: "App/App.swift", text: Self.appCode, target: "App"),
      SourceFile(path: "Share/Share.swift", text: Self.extensionCode, target: target),
    ])
    let task = try #require(facts.first { $0.kind == .backgroundTask })
    #expect(task[.expiration] == outcome)
  }

  /// A class whose functions all pass their handler on to all other functions.
  private static func circle(_ count: Int) -> String {
    let functions = (0..<count).map { index in
      let calls = (0..<count).map { "f\($0)(name) { handler(); print(\($0)) }" }.joined(separator: "\n    ")
      return """
          static func f\(index)(_ name: String, onExpiration handler: @escaping () -> Void) {
            \(calls)
          }
        """
    }
    return """
      import UIKit
      enum Activity {
        static func begin(_ name: String, onExpiration handler: @escaping () -> Void) {
          let task = UIApplication.shared.beginBackgroundTask(withName: name) { handler() }
          UIApplication.shared.endBackgroundTask(task)
        }
        static func start(_ name: String, onExpiration handler: @escaping () -> Void) {
          begin(name) { f0(name) { handler() } }
        }
      \(functions.joined(separator: "\n"))
      }
      """
  }

  /// Functions that pass handlers on to each other have more ways than can be followed.
  @Test(.timeLimit(.minutes(1))) func circlesHaveAnEnd() {
    let facts = CodeReader.facts(of: [SourceFile(path: "App/Activity.swift", text: Self.circle(40))])
    #expect(facts.contains { $0.kind == .backgroundTask })
  }
}
