internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeProcessNotStarted = Rule(
    "BGP798", "code-process-not-started", .code, .error,
    summary: "Generated code that no code of the app starts",
    why: """
      Generated code registers the launch handlers and makes the sessions when the app calls its start. The system ends an app \
      that it launches for a task without a launch handler.
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
        """)
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
      let started = Set(facts.filter { $0[.starts] == true }.compactMap { $0["type"]?.string })
      // A finding needs certainty: the process registers launch handlers, and all code was read.
      guard code.unread.isEmpty else { return [] }
      return facts.compactMap { fact in
        guard fact[.starts] != true, fact[.registers] == true, let type = fact["type"]?.string,
          !started.contains(type)
        else { return nil }
        return context.diagnostic(
          at: fact.location, in: code,
          "No code of the app calls \(type).start, so no launch handler is registered",
          help: "call \(type).start before the app has finished launching")
      }
    }
  )
}
