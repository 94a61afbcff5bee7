internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskUnnamed = Rule(
    "BGP251", "uitask-unnamed", .applicationTasks, .info, .stated, reporting: .oncePerFile,
    summary: "Several background tasks of UIApplication without names",
    why: """
      Logs and the debugger show the name of a background task that is not ended in time. Without names they \
      can't distinguish several tasks; a single one needs no name.
      """,
    guide: RuleGuide(
      swift: """
        let task = UIApplication.shared.beginBackgroundTask(withName: "upload") {
          stopUpload()
        }
        """,
      related: ["uitask-unbalanced"]),
    citations: [.backgroundTaskNotes],
    triggers: [
      """
      backgroundTasks:
        «saveState»: { expectedRuntime: 5s }
        «upload»: {‹→ name: Upload,› expectedRuntime: 10s }
      """,
      """
      backgroundTasks:
        saveState: { name: «""», expectedRuntime: 5s }
        upload: { name: «""», expectedRuntime: 10s }
      """,
    ],
    passes: [
      """
      backgroundTasks:
        saveState: { expectedRuntime: 5s }
        upload: { name: { runtime: "{name}" }, expectedRuntime: 10s }
      """
    ],
    check: .policy { policy, context in
      let unnamed = policy.backgroundTasks.filter(\.isUnnamed)
      guard unnamed.count > 1 else { return [] }
      let crowds = Dictionary(grouping: unnamed, by: \.target.value).values
      return crowds.filter { $0.count > 1 }.joined().map { diagnostic(of: $0, context) }
    }
  )
}

private func diagnostic(of task: UIBackgroundTask, _ context: RuleContext) -> Diagnostic {
  let name = task.name.value
  let fix =
    task.taskName.map {
      context.replace($0.node, with: name, "Set its name to \(name)", safety: .changesSwift)
    }
    // Generated code uses the same name if the policy omits the name.
    ?? context.insert("name", text: name, into: task.name.node, "Add name: \(name)", safety: .safe)
  return context.diagnostic(
    at: task.taskName.map { .value($0.node) } ?? .key(task.name.node),
    "The background task \(name) has no name", help: "set name to the text that logs should show",
    fixes: [fix])
}

extension UIBackgroundTask {
  /// Whether the task begins without a name: the key is missing or its text is empty.
  fileprivate var isUnnamed: Bool {
    taskName?.value.isEmpty ?? !writtenKeys.contains { $0.name.isEqual(to: "name") }
  }
}
