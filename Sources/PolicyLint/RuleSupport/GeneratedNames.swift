internal import PolicyModel

/// The names of the policy that become names in Swift.
enum GeneratedNames {
  /// The groups of names that become the same Swift type and include a name that isn't a Swift name as
  /// written.
  static func groups(of policy: Policy) -> [[Located<String>]] {
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
    [policy.ownTasks.map(\.name), policy.transfers.map(\.name)]
      .filter { $0.contains { isCapitalized($0.value) } }
  }

  private static func isCapitalized(_ name: String) -> Bool {
    name.utf8.first.map { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? true
  }

  private static func isUnusual(_ name: String) -> Bool {
    !SwiftName.isPlain(name) || name.utf8.last == UInt8(ascii: "_")
  }
}
