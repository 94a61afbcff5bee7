internal import PolicyModel

/// The names of the policy that become names in Swift.
enum GeneratedNames {
  /// Names that stand beside each other in one type.
  static func groups(of policy: Policy) -> [[Placed<String>]] {
    [policy.sessions.map(\.name), policy.tasks.map(\.name)]
  }
}
