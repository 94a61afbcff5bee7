internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

/// Diagnostics about tasks that never run because a background mode is missing.
enum MissingMode {
  /// A diagnostic if the policy lists background modes, but not the `mode` that a task needs.
  static func diagnostic(
    of task: TaskRequest, needing mode: String, in policy: Policy, _ context: RuleContext
  ) -> Diagnostic? {
    guard let type = task.type, let modes = policy.backgroundModes,
      context.index.backgroundMode(mode) == nil, policy.hasMode(mode)
    else { return nil }
    return context.diagnostic(
      at: .value(type.node),
      "The \(type.value.rawValue) task \(task.name.value) needs the background mode \(mode)",
      related: [(.key(modes.node), "the list to add it to")],
      fixes: [
        context.append(mode, to: modes.node, "Add \(mode) to backgroundModes", safety: .changesInfoPlist)
      ])
  }
}

extension Policy {
  /// Whether at least one of the app's systems has a background mode.
  func hasMode(_ name: String) -> Bool {
    guard let platforms = app?.value.deploymentTarget.platforms, !platforms.isEmpty else { return true }
    return PlatformFacts.backgroundMode(name)?.platforms.contains(where: platforms.contains) ?? true
  }
}
