package import PolicyModel

/// A value to try, at a path of the policy.
package struct Assignment: Hashable, Sendable {
  /// The path of the value.
  package let path: PolicyPath
  /// The value as YAML.
  package let value: String

  var edit: PolicyEdit { PolicyEdit(path, .set(value)) }

  /// Assigns a value to a path.
  package init(_ path: PolicyPath, _ value: String) {
    self.path = path
    self.value = value
  }
}

/// The reason why a policy can't have a value.
package enum AssignmentError: Error {
  /// The policy would not be valid; the message is a headline without a full stop.
  case invalid(String)
  /// The model has no parameter of this name.
  case unknownParameter(String)
  /// A section of the policy does not declare this name; `names` are the names that the section declares.
  case unknownName(section: String, name: String, names: [String])
}
