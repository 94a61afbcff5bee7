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

/// Why a policy can't have a value.
package enum AssignmentError: Error {
  /// The policy would not be one; a headline without a full stop.
  case invalid(String)
  /// The model has no parameter of this name.
  case unknownParameter(String)
  /// A section of the policy has nothing of this name; `names` are those that it has.
  case unknownName(section: String, name: String, names: [String])
}
