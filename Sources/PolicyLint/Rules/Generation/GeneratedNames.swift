internal import PolicyModel

/// The names of the policy that become names in Swift.
enum GeneratedNames {
  /// Names that stand beside each other in one type, where any of them is not a Swift name as it is.
  static func groups(of policy: Policy) -> [[Placed<String>]] {
    [policy.sessions.map(\.name), policy.tasks.map(\.name)].filter { names in
      names.contains { !SwiftName.isPlain($0.value) || $0.value.hasSuffix("_") }
    }
  }
}
