internal import PolicyModel
internal import PolicySyntax

/// Tasks that never run because a background mode is missing.
enum MissingMode {
  /// The tasks of a type where the policy lists modes and `mode` is not among them.
  static func issues(
    ofTasks type: TaskType, needing mode: String, in policy: Policy, _ context: RuleContext
  ) -> [Issue] {
    guard let modes = policy.backgroundModes, policy.backgroundMode(mode) == nil else { return [] }
    return policy.tasks(ofType: type).compactMap { task in
      guard let written = task.type else { return nil }
      return context.issue(
        at: .value(written.place),
        "The \(type.rawValue) task \(task.name.value) needs the background mode \(mode)",
        related: [(.key(modes.place), "the list that it belongs to")],
        fixes: [context.append(mode, to: modes.place, "Add \(mode) to backgroundModes")])
    }
  }
}
