internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgHandlerMainActor = Rule(
    "BGP725", "bg-handler-main-actor", .code, .warning, .reported,
    summary: "A launch handler of the main actor on another queue",
    why: """
      A closure that is written in code of the main actor is isolated to the main actor, too. In the language mode of \
      Swift 6 the isolation is checked when the closure runs, and using: nil runs the handler on a background queue.
      """,
    guide: RuleGuide(
      symptom: "The app crashes in dispatch_assert_queue at the first launch of the task.",
      seenIn: [.mainActorHandler],
      swift: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: .main) { task in
          handle(task)
        }
        """,
      related: ["bg-register-late"]),
    citations: [.taskSchedulerHeader, .dynamicIsolation],
    triggers: [
      .withMainActor(
        RuleExample.refresh,
        """
        import BackgroundTasks

        @MainActor
        public final class Refresher {
          ‹→nonisolated ›public static func register() {
            «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
              task.expirationHandler = { cancel() }
              refresh { task.setTaskCompleted(success: true) }
            }
          }
        }
        """)
    ],
    passes: [
      .withMainActor(
        RuleExample.refresh,
        """
        import BackgroundTasks

        @MainActor
        public final class Refresher {
          public static func register() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: .main) { task in
              task.expirationHandler = { cancel() }
              refresh { task.setTaskCompleted(success: true) }
            }
          }
        }
        """)
    ],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard let queue = fact["queue"]?.string, queue == "nil" || queue == "background",
        code.checksIsolation(fact),
        fact[.mainActor] ?? code.isolatesToMainActor(fact)
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "\(code.subject(of: fact, in: policy)) is isolated to the main actor, and runs on another queue",
        help: "pass using: .main, or register it in a nonisolated function")
    }
  )
}
