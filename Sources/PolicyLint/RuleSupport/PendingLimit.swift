internal import PolicyModel
internal import PolicySyntax

/// Requests beyond the number that may be pending at a time.
enum PendingLimit {
  /// A diagnostic for a task after the first `limit` requests that use a background mode, including those of dependencies.
  static func diagnostic(
    of task: TaskRequest, limit: Int, of mode: String, where counts: (TaskRequest) -> Bool, noun: String,
    help: String, in policy: Policy, _ context: RuleContext
  ) -> Diagnostic? {
    guard counts(task), let type = task.type else { return nil }
    let dependencies = policy.identifiersOfDependencies(using: mode)
    guard policy.tasks.count + dependencies.count > limit else { return nil }
    var pending: [PolicyNode] = []
    for index in policy.tasks.indices {
      if policy.tasks[index].name.node == task.name.node { break }
      if counts(policy.tasks[index]) { pending.append(policy.tasks[index].name.node) }
    }
    if pending.count >= limit {
      return context.diagnostic(
        at: .value(type.node),
        "\(task.name.value) exceeds the limit of \(limit) pending \(noun) request\(limit == 1 ? "" : "s")",
        help: help, related: [(.key(pending[limit - 1]), "the last request within the limit")])
    }
    guard pending.count + dependencies.count >= limit, let last = dependencies.last else { return nil }
    return context.diagnostic(
      at: .value(type.node),
      "With the requests of dependencies, \(task.name.value) exceeds the limit of \(limit) pending \(noun) request\(limit == 1 ? "" : "s")",
      help: help, related: [(.value(last), "the identifier of a dependency")],
      // The dependency may never submit it.
      severity: .info)
  }
}

extension Policy {
  /// The permitted identifiers of dependencies whose requests need a background mode, as far as that is certain.
  ///
  /// An identifier has no type. The type is known if the app has the mode for only one type of task.
  fileprivate func identifiersOfDependencies(using mode: String) -> [PolicyNode] {
    guard let entries = permittedIdentifiers?.value,
      entries.indices.contains(where: { entries[$0].value.owner.value == .sdk }),
      backgroundMode(mode) != nil, backgroundMode(mode == "fetch" ? "processing" : "fetch") == nil
    else { return [] }
    return entries.compactMap { entry in
      guard entry.value.owner.value == .sdk, let identifier = entry.value.identifier,
        !identifier.value.isWildcard,
        !tasks.contains(where: { $0.identifier?.value.text == identifier.value.text })
      else { return nil }
      return identifier.node
    }
  }
}
