internal import AppFacts
internal import PolicyModel
internal import PolicySyntax

/// Background modes that no declared task uses.
enum UnusedMode {
  /// A diagnostic if `mode` belongs to the app itself and no task has one of the `types`.
  static func diagnostic(
    of entry: Located<BackgroundMode>, if mode: String, usedBy types: [TaskType], noun: String,
    in policy: Policy,
    _ context: RuleContext
  ) -> Diagnostic? {
    guard let written = entry.value.mode, written.value == mode, entry.value.owner.value == .app,
      // A task whose type can't be read may have one of the types.
      policy.tasks.allSatisfy({ task in task.type.map { !types.contains($0.value) } ?? false }),
      !(types.contains(.processing) && policy.otherWork(of: .exposureNotification) != nil),
      // A dependency's identifier does not show the type of its task.
      !policy.permitsUnknownTaskOfDependency
    else { return nil }
    guard !context.codeDecides(policy) else { return nil }
    return context.diagnostic(
      at: .value(written.node), "No \(noun) task uses the background mode \(mode)",
      help: "declare the task, or write { mode: \(mode), owner: sdk } if a dependency uses it",
      fixes: [
        context.remove(entry.node, "Remove \(mode) from backgroundModes", safety: .removesFromDependencies)
      ])
  }
}

extension Policy {
  /// Whether the policy permits an identifier of a dependency without declaring the task of the dependency.
  fileprivate var permitsUnknownTaskOfDependency: Bool {
    permittedIdentifiers?.value.contains { entry in
      guard entry.value.owner.value == .sdk, let identifier = entry.value.identifier else { return false }
      return !tasks.contains { $0.identifier?.value.text == identifier.value.text }
    } ?? false
  }
}
