internal import PolicyModel
internal import PolicySyntax

/// Tasks beyond the number of requests that may be pending.
enum PendingLimit {
  /// The tasks of a type that come after the first `limit` ones.
  static func issues(
    of type: TaskType, limit: Int, noun: String, help: String, in policy: Policy, _ context: RuleContext
  ) -> [Issue] {
    let types = policy.tasks(ofType: type).compactMap { task in task.type.map { (name: task.name, type: $0) }
    }
    guard let last = types.prefix(limit).last else { return [] }
    return types.dropFirst(limit).map { task in
      context.issue(
        at: .value(task.type.place),
        "\(task.name.value) is \(noun) task number \(limit + 1) or later, and \(limit) can be pending",
        help: help,
        related: [(.key(last.name.place), "the last one that can be pending with it")])
    }
  }
}
