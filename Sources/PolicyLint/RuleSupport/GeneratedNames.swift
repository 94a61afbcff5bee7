internal import PolicyModel

/// The names of the policy that become names in Swift.
enum GeneratedNames {
  /// The groups of names that become the same Swift type and include a name that isn't a Swift name as
  /// written.
  static func groups(of policy: Policy) -> [[Located<String>]] {
    // Most policies have no such name, so this check has to be cheap.
    guard
      isAny(policy.sessions, \.name, isUnusual) || isAny(policy.tasks, \.name, isUnusual)
        || isAny(policy.pushes, \.name, isUnusual) || isAny(policy.backgroundTasks, \.name, isUnusual)
        || isAny(policy.transfers, \.name, isUnusual) || isAny(policy.targets, \.name, isUnusual)
    else { return [] }
    let groups = [
      policy.sessions.map(\.name), policy.ownTasks.map(\.name), policy.pushes.map(\.name),
      policy.backgroundTasks.map(\.name), policy.transfers.map(\.name), policy.targets.map(\.name),
    ]
    return groups.filter { $0.contains { isUnusual($0.value) } }
  }

  /// The groups of names that become parts of function names in one type, as in `submitRefresh`. Two names of
  /// a group may give the same function name.
  ///
  /// The functions that register tasks and the functions that run tasks use the same names.
  static func inFunctions(of policy: Policy) -> [[Located<String>]] {
    // Function names capitalize the names of the policy. Only a name that begins with another character than
    // a lowercase letter can collide because of this.
    var groups: [[Located<String>]] = []
    if isAny(policy.tasks, \.name, isCapitalized) { groups.append(policy.ownTasks.map(\.name)) }
    if isAny(policy.transfers, \.name, isCapitalized) { groups.append(policy.transfers.map(\.name)) }
    return groups
  }

  /// Reads the declarations by index, because an iteration would copy a whole session for its name.
  @inline(__always)
  private static func isAny<Declaration>(
    _ declarations: [Declaration], _ name: (Declaration) -> Located<String>, _ test: (String) -> Bool
  ) -> Bool {
    for index in declarations.indices where test(name(declarations[index]).value) { return true }
    return false
  }

  private static func isCapitalized(_ name: String) -> Bool {
    name.utf8.first.map { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? true
  }

  private static func isUnusual(_ name: String) -> Bool {
    !SwiftName.isPlain(name) || name.utf8.last == UInt8(ascii: "_")
  }
}
