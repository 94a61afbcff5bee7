internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTimerWithoutRunLoop = Rule(
    "BGP833", "code-timer-without-run-loop", .code, .warning,
    summary: "A timer on a thread of a queue, which no run loop fires",
    why: """
      A timer is a part of the run loop of the thread that schedules it. Nothing runs the run loop of a thread of a queue, and launch handlers \
      and completion handlers run on such threads unless the code states the main queue.
      """,
    guide: RuleGuide(
      symptom: "The timer never fires, in the foreground or in the background.",
      seenIn: [.timerOnQueue],
      ignoreWhen: "The code runs the run loop of the thread.",
      swift: """
        DispatchQueue.main.async {
          Timer.scheduledTimer(withTimeInterval: 10, repeats: false) { _ in finish() }
        }
        """,
      related: ["code-timer-suspended"]),
    citations: [.runLoops],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func finishLater() {
          DispatchQueue.‹global()→main›.async {
            «Timer.scheduledTimer»(withTimeInterval: 10, repeats: false) { _ in finish() }
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: ‹nil→.main›) { task in
            task.expirationHandler = { task.setTaskCompleted(success: false) }
            «Timer.scheduledTimer»(withTimeInterval: 20, repeats: false) { _ in task.setTaskCompleted(success: true) }
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func finishLater() {
          Thread.detachNewThread {
            Timer.scheduledTimer(withTimeInterval: 10, repeats: false) { _ in finish() }
            RunLoop.current.run()
          }
        }
        """)
    ],
    check: .facts([.timer]) { fact, code, _, context in
      guard fact[.withoutRunLoop] == true else { return nil }
      let isTimer = fact["api"]?.string == "Timer"
      return context.diagnostic(
        at: fact.location, in: code,
        "\(isTimer ? "This timer never fires" : "This delayed call is never made"): its thread is one of a queue, and has no run loop",
        help:
          "\(isTimer ? "schedule it" : "make it") on the main queue, or use asyncAfter or a timer of DispatchSource"
      )
    }
  )
}
