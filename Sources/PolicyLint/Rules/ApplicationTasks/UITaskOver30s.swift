internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let uitaskOver30s = Rule(
    "BGP252", "uitask-over-30s", .applicationTasks, .warning, .stated,
    summary: "A background task of UIApplication that takes longer than it may",
    why: "An app has about 30 seconds after it leaves the foreground, for all its background tasks together.",
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
      guard !policy.backgroundTasks.isEmpty else { return [] }
      let most = PlatformFacts.backgroundTaskRuntime.value
      let tasks = policy.backgroundTasks.filter { ($0.expectedRuntime?.value ?? .zero) > .zero }
      let long = tasks.compactMap { task in
        task.expectedRuntime.flatMap { $0.value > most ? (name: task.name.value, runtime: $0) : nil }
      }
      guard long.isEmpty else {
        return long.map { name, runtime in
          context.diagnostic(
            at: .value(runtime.node), "\(name) takes \(runtime.value), and there are about \(most)",
            help: "hand transfers to a background session, and long work to a processing task")
        }
      }
      guard tasks.count > 1 else { return [] }
      return Dictionary(grouping: tasks, by: \.target.value).values.compactMap { tasks in
        let all = tasks.compactMap(\.expectedRuntime)
        let sum = all.reduce(.zero) { $0 + $1.value }
        guard sum > most, let longest = all.max(by: { $0.value < $1.value }) else { return nil }
        return context.diagnostic(
          at: .value(longest.node),
          "\(tasks.count) background tasks take \(sum) one after the other, and there are about \(most) for all of them",
          help: "let them run at the same time, or hand transfers to a background session",
          related: all.filter { $0.node != longest.node }.map { (.value($0.node), "this counts, too") },
          // They may run side by side.
          severity: .info)
      }
    }
  )
}
