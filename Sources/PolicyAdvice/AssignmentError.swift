/// Why a policy can't have a value.
package enum AssignmentError: Error {
  /// The policy would not be one; a headline without a full stop.
  case invalid(String)
  /// The model has no parameter of this name.
  case unknownParameter(String)
  /// A section of the policy has nothing of this name; `names` are those that it has.
  case unknownName(section: String, name: String, names: [String])
}
