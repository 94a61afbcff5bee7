internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgRefreshWaits = Rule(
    "BGP807", "bg-refresh-waits", .code, .warning,
    summary: "A launch handler of an app refresh task that waits for longer than the task may run",
    why: """
      An app refresh task has up to 30 seconds. The system then calls its expiration handler, and ends an app that does not complete the \
      task in time.
      """,
    guide: RuleGuide(
      symptom: "The task expires before its work has ended, and the system may end the app.",
      related: ["bg-refresh-over-budget"]),
    citations: [.backgroundStrategies, .wwdc19Background],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            let work = Task {
              try? await «Task.sleep»(nanoseconds: 120_000_000_000)
              task.setTaskCompleted(success: true)
            }
            task.expirationHandler = { work.cancel() }
          }
        }

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { task.setTaskCompleted(success: false) }
            refresh()
            «DispatchQueue.main.asyncAfter»(deadline: .now() + ‹60→5›) { task.setTaskCompleted(success: true) }
          }
        }

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            let work = Task {
              for _ in 0..<3 { try? await Task.sleep(for: .seconds(2)) }
              task.setTaskCompleted(success: true)
            }
            task.expirationHandler = { work.cancel() }
          }
        }

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        }
        """)
    ],
    check: .facts([.wait]) { fact, code, policy, context in
      let most = PlatformFacts.refreshRuntime.value
      guard let seconds = fact["seconds"]?.number, seconds > most.seconds, !code.isOnWatch(fact) else {
        return nil
      }
      let names = fact.all(.handler).map { $0.string.flatMap { code.expanded($0, in: policy) } }
      let refreshes = Set(
        (code.facts(.taskRequest) + code.facts(.taskRegistration)).compactMap { other in
          other["task"]?.string == "appRefresh" ? code.identifier(of: other, in: policy) : nil
        })
      guard let name = names.first ?? nil, names.allSatisfy({ $0.map(refreshes.contains) ?? false }) else {
        return nil
      }
      return context.diagnostic(
        at: fact.location, in: code,
        "\(name) is an app refresh task, which has \(most), and its launch handler waits for \(TimeSpan(milliseconds: Int64(seconds * 1_000)))",
        help: "do the work without waiting, or make it a processing task")
    }
  )
}
