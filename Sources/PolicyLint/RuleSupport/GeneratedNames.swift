internal import PolicyModel

/// The names of the policy that become names in Swift.
enum GeneratedNames {
  /// The groups of names that share a Swift type and include one that isn't a Swift name as written.
  static func groups(of policy: Policy) -> [[Located<String>]] {
    // Most policies have none, so this check has to be cheap.
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

  /// Indexes the declarations, which avoids copying a whole session for its name.
  @inline(__always)
  private static func isAnyUnusual<Declaration>(
    _ declarations: [Declaration], _ name: (Declaration) -> Located<String>
  ) -> Bool {
    for index in declarations.indices where isUnusual(name(declarations[index]).value) { return true }
    return false
  }

  /// The names that generated functions contain, by the verb that begins the function's name, if two of them may be the same there.
  static func functions(of policy: Policy) -> [(verb: String, names: [Located<String>])] {
    // Functions capitalize the names. Only a name that does not begin with a lowercase letter can be the same as another by that, and
    // most policies have none.
    var all: [(verb: String, names: [Located<String>])] = []
    // The functions that register and run tasks have the same names.
    if hasCapital(policy.tasks, \.name) { all.append(("submit", policy.ownTasks.map(\.name))) }
    if hasCapital(policy.transfers, \.name) { all.append(("submit", policy.transfers.map(\.name))) }
    return all
  }

  @inline(__always)
  private static func hasCapital<Declaration>(
    _ declarations: [Declaration], _ name: (Declaration) -> Located<String>
  ) -> Bool {
    guard declarations.count > 1 else { return false }
    let small = UInt8(ascii: "a")...UInt8(ascii: "z")
    for index in declarations.indices
    where name(declarations[index]).value.utf8.first.map(small.contains) != true {
      return true
    }
    return false
  }

  private static func isUnusual(_ name: String) -> Bool {
    !SwiftName.isPlain(name) || name.utf8.last == UInt8(ascii: "_")
  }
}
