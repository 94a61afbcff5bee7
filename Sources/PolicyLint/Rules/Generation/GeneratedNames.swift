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
    return groups
  }

  private static func isUnusual(_ name: String) -> Bool {
    !SwiftName.isPlain(name) || name.utf8.last == UInt8(ascii: "_")
  }
}
