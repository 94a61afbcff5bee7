internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let uitaskOver30s = Rule(
    "BGP252", "uitask-over-30s", .warning, .stated,
    summary: "A background task of UIApplication that takes longer than it may",
    why: "An app has about 30 seconds after it leaves the foreground, for all its background tasks together.",
    citations: [.backgroundTaskNotes],
    triggers: [
      """
      backgroundTasks:
        upload: { name: Upload, expectedRuntime: «3m» }
      """
    ],
    passes: [
      """
      backgroundTasks:
        saveState: { name: Save state, expectedRuntime: 5s }
      """
    ],
    check: .backgroundTasks { task, _, context in
      let most = PlatformFacts.backgroundTaskRuntime.value
      guard let runtime = task.expectedRuntime, runtime.value > most else { return nil }
      return context.issue(
        at: .value(runtime.place), "\(task.name.value) takes \(runtime.value), and there are about \(most)",
        help: "hand transfers to a background session, and long work to a processing task")
    }
  )
}
