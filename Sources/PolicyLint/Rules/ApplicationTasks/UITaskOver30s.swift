internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let uitaskOver30s = Rule(
    "BGP252", "uitask-over-30s", .applicationTasks, .warning, .stated,
    summary: "A background task of UIApplication that takes longer than the system allows",
    why: "An app has about 30 seconds after it leaves the foreground, for all its background tasks together.",
    guide: RuleGuide(
      symptom: """
        The system calls the expiration handler. If the task has not ended then, the system kills the app; \
        the crash report contains 0x8badf00d.
        """,
      ignoreWhen: "The work usually takes less, and its expiration handler saves the rest.",
      related: ["uitask-expiry-missing", "uitask-unbalanced", "uitask-logic-on-remaining"]),
    citations: [.backgroundTaskNotes],
    triggers: [
      """
      backgroundTasks:
        upload: { name: Upload, expectedRuntime: «3m» }
      """,
      """
      backgroundTasks:
        saveState: { name: Save state, expectedRuntime: 15s }
        upload: { name: Upload, expectedRuntime: «20s» }
      """,
    ],
    passes: [
      """
      backgroundTasks:
        saveState: { name: Save state, expectedRuntime: 5s }
        upload: { name: Upload, expectedRuntime: 25s }
      """
    ],
    check: .policy { policy, context in
      let most = PlatformFacts.backgroundTaskRuntime.value
      let tasks = policy.backgroundTasks.filter { ($0.expectedRuntime?.value ?? .zero) > .zero }
      let long = tasks.compactMap { task in
        task.expectedRuntime.flatMap { $0.value > most ? (name: task.name.value, runtime: $0) : nil }
      }
      guard long.isEmpty else {
        return long.map { name, runtime in
          context.diagnostic(
            at: .value(runtime.node), "\(name) takes \(runtime.value), but the app has about \(most)",
            help: "hand transfers to a background session, and long work to a processing task")
        }
      }
      return Dictionary(grouping: tasks, by: \.target.value).values.compactMap { tasks in
        let all = tasks.compactMap(\.expectedRuntime)
        let sum = all.reduce(.zero) { $0 + $1.value }
        guard sum > most, let longest = all.max(by: { $0.value < $1.value }) else { return nil }
        return context.diagnostic(
          at: .value(longest.node),
          "\(tasks.count) background tasks take \(sum) one after the other, but the app has about \(most) for all",
          help: "run them at the same time, or hand transfers to a background session",
          related: all.filter { $0.node != longest.node }.map { (.value($0.node), "also counts") },
          // The tasks may run at the same time.
          severity: .info)
      }
    }
  )
}
