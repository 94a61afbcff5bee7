internal import PolicyModel
internal import PolicySyntax

/// Diagnostics about requests beyond the number that may be pending at a time.
enum PendingLimit {
  /// Diagnostics for the tasks after the first `limit` requests that use a background mode. The requests of
  /// dependencies count.
  static func diagnostics(
    limit: Int, of mode: String, by types: [TaskType], noun: String, help: String,
    in policy: Policy, _ context: RuleContext
  ) -> [Diagnostic] {
    let pending = policy.tasks.filter { task in task.type.map { types.contains($0.value) } == true }
    guard !pending.isEmpty else { return [] }
    let dependencies = policy.identifiersOfDependencies(using: mode, context.index)
    guard pending.count + dependencies.count > limit else { return [] }
    let plural = limit == 1 ? "" : "s"
    return pending.enumerated().compactMap { earlier, task in
      guard let type = task.type else { return nil }
      if earlier >= limit {
        return context.diagnostic(
          at: .value(type.node),
          "\(task.name.value) exceeds the limit of \(limit) pending \(noun) request\(plural)",
          help: help,
          related: [(.key(pending[limit - 1].name.node), "the last request within the limit")])
      }
      guard earlier + dependencies.count >= limit, let last = dependencies.last else { return nil }
      return context.diagnostic(
        at: .value(type.node),
        "With the requests of dependencies, \(task.name.value) exceeds the limit of \(limit) pending \(noun) request\(plural)",
        help: help, related: [(.value(last), "the identifier of a dependency")],
        // The dependency may never submit its request.
        severity: .info)
    }
  }
}

extension Policy {
  /// The permitted identifiers of dependencies whose requests certainly need a background mode.
  ///
  /// An identifier does not give the type of the task. The type is known only if the app has the mode for a
  /// single type of task.
  fileprivate func identifiersOfDependencies(
    using mode: String, _ index: PolicyIndex
  ) -> [PolicyNode] {
    guard let entries = permittedIdentifiers?.value,
      entries.contains(where: { $0.value.owner.value == .sdk }),
      backgroundMode(mode) != nil, backgroundMode(mode == "fetch" ? "processing" : "fetch") == nil
    else { return [] }
    return entries.compactMap { entry in
      guard entry.value.owner.value == .sdk, let identifier = entry.value.identifier,
        !identifier.value.isWildcard,
        index.task(identified: identifier.value.text) == nil
      else { return nil }
      return identifier.node
    }
  }
}
