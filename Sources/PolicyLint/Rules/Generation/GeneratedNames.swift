internal import PolicyModel

/// The names of the policy that become names in Swift.
enum GeneratedNames {
  /// Names that stand beside each other in one type, where any of them is not a Swift name as it is.
  static func groups(of policy: Policy) -> [[Placed<String>]] {
    var groups: [[Placed<String>]] = []
    // Indices, because a session is large to hand about for its name alone.
    if policy.sessions.indices.contains(where: { isUnusual(policy.sessions[$0].name.value) }) {
      groups.append(policy.sessions.map(\.name))
    }
    if policy.tasks.indices.contains(where: { isUnusual(policy.tasks[$0].name.value) }) {
      groups.append(policy.tasks.map(\.name))
    }
    let others = [
      policy.pushes.map(\.name), policy.backgroundTasks.map(\.name), policy.transfers.map(\.name),
      policy.targets.map(\.name),
    ]
    groups += others.filter { $0.contains { isUnusual($0.value) } }
    return groups
  }

  /// Names that functions are called after, by the verb that such a function begins with.
  static func functions(of policy: Policy) -> [(verb: String, names: [Placed<String>])] {
    // Indices, because a task is large to hand about for its name alone.
    let wildcards = policy.tasks.indices.filter { index in
      policy.tasks[index].type?.value == .continuedProcessing
        && policy.tasks[index].identifier?.value.isWildcard == true
    }
    let all = [
      (verb: "register", names: wildcards.map { policy.tasks[$0].name }),
      (verb: "submit", names: policy.transfers.map(\.name)),
    ]
    return all.filter { $0.names.count > 1 }
  }

  private static func isUnusual(_ name: String) -> Bool {
    !SwiftName.isPlain(name) || name.utf8.last == UInt8(ascii: "_")
  }
}
