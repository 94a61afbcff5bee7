package import PolicyModel

/// A value to try, at a path of the policy.
package struct Assignment: Hashable, Sendable {
  /// The path of the value.
  package let path: PolicyPath
  /// The value as YAML.
  package let value: String

  /// The change of the policy that it asks for.
  var edit: PolicyEdit { PolicyEdit(path, .set(value)) }

  /// The value that `path` is to have.
  package init(_ path: PolicyPath, _ value: String) {
    self.path = path
    self.value = value
  }
}

/// The reason why a policy can't have a value.
package enum AssignmentError: Error {
  /// The policy would be invalid; a headline without a full stop.
  case invalid(String)
  /// The model has no parameter of this name.
  case unknownParameter(String)
  /// A section of the policy has no entry of this name; `names` are those of its entries.
  case unknownName(section: String, name: String, names: [String])
}
