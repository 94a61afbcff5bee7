internal import PolicyModel
internal import PolicySyntax

/// Background modes that nothing declared makes use of.
enum UnusedMode {
  /// The entry of `mode` where it is the app's own and there is no task of any of `types`.
  static func issues(
    of mode: String, usedBy types: Set<TaskType>, noun: String, in policy: Policy, _ context: RuleContext
  ) -> [Issue] {
    // A task whose type cannot be read may be one of them.
    let isUsed = policy.tasks.contains { task in task.type.map { types.contains($0.value) } ?? true }
    guard !isUsed, let entry = policy.backgroundMode(mode), entry.value.owner.value == .app,
      let written = entry.value.mode
    else { return [] }
    return [
      context.issue(
        at: .value(written.place), "No \(noun) task uses the background mode \(mode)",
        help: "declare the task, or write { mode: \(mode), owner: sdk } if a dependency uses it",
        fixes: [context.remove(entry.place, "Remove \(mode) from backgroundModes", safety: .unsafe)])
    ]
  }
}
