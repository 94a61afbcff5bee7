internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskUnnamed = Rule(
    "BGP251", "uitask-unnamed", .applicationTasks, .info, .stated, reporting: .oncePerFile,
    summary: "Several background tasks of UIApplication without names",
    why: """
      The name of a background task is what logs and the debugger show of it when it is not ended in time. \
      Without names they don't tell which of several it was; a single one needs none.
      """,
    citations: [.backgroundTaskNotes],
    triggers: [
      """
      backgroundTasks:
        «saveState»: { expectedRuntime: 5s }
        «upload»: { expectedRuntime: 10s }
      """
    ],
    passes: [
      """
      backgroundTasks:
        saveState: { expectedRuntime: 5s }
        upload: { name: Upload, expectedRuntime: 10s }
      """
    ],
    check: .backgroundTasks { task, policy, context in
      let isAmongOthers = policy.backgroundTasks.contains {
        $0.isUnnamed && $0.name.value != task.name.value && $0.target.value == task.target.value
      }
      guard task.isUnnamed, isAmongOthers else { return nil }
      let name = task.name.value
      let fix =
        task.taskName.map { context.replace($0.node, with: name, "Set its name to \(name)", safety: .safe) }
        ?? context.insert("name", name, into: task.name.node, "Add name: \(name)", safety: .safe)
      return context.diagnostic(
        at: task.taskName.map { .value($0.node) } ?? .key(task.name.node),
        "\(name) is begun without a name", help: "give it the name that you want to read in a log",
        fixes: [fix])
    }
  )
}

extension UIBackgroundTask {
  /// Whether it is begun without a name: the key is missing or its text is empty.
  fileprivate var isUnnamed: Bool {
    taskName?.value.isEmpty ?? !writtenKeys.contains { $0.name.isEqual(to: "name") }
  }
}
