internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeProcessNotStarted = Rule(
    "BGP798", "code-process-not-started", .code, .error,
    summary: "Generated code that the app does not start or call",
    why: """
      Generated code registers the launch handlers and makes the sessions when the app calls its start, and receives events and \
      pushes only from the app. The system ends an app that it launches for a task without a launch handler.
      """,
    guide: RuleGuide(
      ignoreWhen:
        "Code outside of the folders that were read starts it, such as that of a binary dependency.",
      swift: """
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          private let background = ExampleBackground.start(ExampleWork())
        }
        """,
      related: ["code-task-not-registered"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        """,
        """
        struct ExampleBackground: BackgroundProcess {
          «static» func start(_ handler: any ExampleBackgroundHandler) -> Self {
            process.first {
              TaskRun.register(ExampleTasks.refresh) { try await handler.refresh() }
              return Self(handler: handler)
            }
          }
        }

        private enum Unused {
          static func run() { _ = ExampleBackground.start(ExampleWork()) }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        struct ExampleBackground: BackgroundProcess, SessionOwner {
          «static» func start(_ handler: any ExampleBackgroundHandler) -> Self {
            process.first { Self(handler: handler) }
          }
        }

        @main final class AppDelegate: UIResponder, UIApplicationDelegate {
          private let background = ExampleBackground.start(ExampleWork())
        }
        """),
    ],
    passes: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        """,
        """
        import BackgroundTasks
        import UIKit

        struct ExampleBackground: BackgroundProcess {
          static func start(_ handler: any ExampleBackgroundHandler) -> Self {
            process.first {
              TaskRun.register(ExampleTasks.refresh) { try await handler.refresh() }
              return Self(handler: handler)
            }
          }
        }

        public func registerAll() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            refresh { task.setTaskCompleted(success: true) }
          }
        }

        @main final class AppDelegate: UIResponder, UIApplicationDelegate {
          private let background = ExampleBackground.start(ExampleWork())
        }
        """)
    ],
    check: .code { code, _, context in
      let facts = code.facts(.generatedProcess)
      // A finding needs certainty: all code was read.
      guard code.unread.isEmpty else { return [] }
      let started = Set(facts.filter { $0[.starts] == true }.compactMap { $0["type"]?.string })
      let withoutScene = Set(
        facts.filter { $0.scope.first == "Scene" && $0[.isConnected] == false }.compactMap {
          $0["type"]?.string
        })
      return facts.compactMap { fact in
        guard fact[.starts] != true, let type = fact["type"]?.string else { return nil }
        if let function = fact["connection"]?.string {
          guard fact[.isConnected] != true, started.contains(type), !code.isInExtension(fact) else {
            return nil
          }
          // A scene that calls the modifier also handles the events.
          if function == "handleEvents", withoutScene.contains(type) { return nil }
          let (message, help) = disconnected(function, of: type)
          return context.diagnostic(at: fact.location, in: code, message, help: help)
        }
        guard fact[.registers] == true, !started.contains(type) else { return nil }
        return context.diagnostic(
          at: fact.location, in: code,
          "No code of the app calls \(type).start, so no launch handler is registered",
          help: "call \(type).start before the app has finished launching")
      }
    }
  )

  /// The message about a function of generated code that no code calls, and the way out.
  private static func disconnected(_ function: String, of type: String) -> (message: String, help: String) {
    switch function {
    case "handleEvents":
      (
        "No code of the app calls handleEvents(forSession:) of \(type), which the system calls the app for",
        "call it in application(_:handleEventsForBackgroundURLSession:completionHandler:)"
      )
    case "handlePush":
      (
        "No code of the app calls handlePush(_:) of \(type), so no silent push arrives there",
        "call it in application(_:didReceiveRemoteNotification:)"
      )
    default:
      (
        "No scene of the app calls \(function)(_:), so no launch handler is registered",
        "add .\(function)(background) to the scene of the app"
      )
    }
  }
}
