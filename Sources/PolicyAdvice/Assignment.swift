package import PolicyModel

/// A value to try, at a path of the policy.
package struct Assignment: Hashable, Sendable {
  /// The path of the value.
  package let path: PolicyPath
  /// YAML.
  package let value: String

  /// The change of the policy that it asks for.
  var edit: PolicyEdit { PolicyEdit(path, .set(value)) }

  /// The value that `path` is to have.
  package init(_ path: PolicyPath, _ value: String) {
    self.path = path
    self.value = value
  }
}
