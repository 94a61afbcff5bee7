internal import PolicyModel
internal import PolicySyntax

/// Tasks beyond the number of requests that may be pending.
enum PendingLimit {
  /// A task that comes after the first `limit` ones of its type.
  static func issue(
    of task: TaskRequest, limit: Int, noun: String, help: String, in policy: Policy, _ context: RuleContext
  ) -> Issue? {
    guard policy.tasks.count > limit, let type = task.type else { return nil }
    var pending: [Place] = []
    for other in policy.tasks where other.type?.value == type.value && pending.count < limit {
      guard other.name.place != task.name.place else { return nil }
      pending.append(other.name.place)
    }
    guard let last = pending.last else { return nil }
    return context.issue(
      at: .value(type.place),
      "\(task.name.value) is \(noun) task number \(limit + 1) or later, and \(limit) can be pending",
      help: help,
      related: [(.key(last), "the last one that can be pending with it")])
  }
}
