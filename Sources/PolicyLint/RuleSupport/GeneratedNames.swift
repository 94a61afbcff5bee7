internal import PolicyModel

/// The names of the policy that become names in Swift.
enum GeneratedNames {
  /// Names that stand beside each other in one type, where any of them is not a Swift name as it is.
  static func groups(of policy: Policy) -> [[Located<String>]] {
    // Most policies have none, which has to be found out at little cost.
    guard
      isAnyUnusual(policy.sessions, \.name) || isAnyUnusual(policy.tasks, \.name)
        || isAnyUnusual(policy.pushes, \.name) || isAnyUnusual(policy.backgroundTasks, \.name)
        || isAnyUnusual(policy.transfers, \.name) || isAnyUnusual(policy.targets, \.name)
    else { return [] }
    let groups = [
      policy.sessions.map(\.name), policy.ownTasks.map(\.name), policy.pushes.map(\.name),
      policy.backgroundTasks.map(\.name), policy.transfers.map(\.name), policy.targets.map(\.name),
    ]
    return groups.filter { $0.contains { isUnusual($0.value) } }
  }

  /// Asks things by their indices: a session is large to hand about for its name alone.
  @inline(__always)
  private static func isAnyUnusual<Thing>(_ things: [Thing], _ name: (Thing) -> Located<String>) -> Bool {
    for index in things.indices where isUnusual(name(things[index]).value) { return true }
    return false
  }

  /// Names that functions are called after, by the verb that such a function begins with.
  static func functions(of policy: Policy) -> [(verb: String, names: [Located<String>])] {
    var all: [(verb: String, names: [Located<String>])] = []
    // Indices, because a task is large to hand about for its name alone.
    let wildcards = policy.tasks.indices.filter { index in
      policy.tasks[index].type?.value == .continuedProcessing
        && policy.tasks[index].identifier?.value.isWildcard == true && !policy.tasks[index].isOfDependency
    }
    if wildcards.count > 1 { all.append(("register", wildcards.map { policy.tasks[$0].name })) }
    if policy.transfers.count > 1 { all.append(("submit", policy.transfers.map(\.name))) }
    return all
  }

  private static func isUnusual(_ name: String) -> Bool {
    !SwiftName.isPlain(name) || name.utf8.last == UInt8(ascii: "_")
  }
}
