/// A value of a property list, with the details that lint and merging need.
package enum PropertyListValue: Sendable {
  case string(String)
  case boolean(Bool)
  /// An array. An element that is an array is `other`, and an element that is a dictionary has only its keys.
  case array([PropertyListValue])
  /// The keys of a dictionary, in order.
  case dictionary([String])
  /// A value of another type; the associated value is the type's name in XML, such as `integer`.
  case other(String)

  /// The name of the value's type in a message.
  package var kind: String {
    switch self {
    case .string: "a string"
    case .boolean: "a Boolean"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .other("integer"): "an integer"
    case .other("real"), .other("date"), .other("data"): "a value of another type"
    case .other: "a value that is neither string, Boolean nor array"
    }
  }
}

/// The reason that a property list can't be read or changed.
package struct PropertyListProblem: Error, Hashable {
  /// A headline without a full stop.
  package let message: String
  /// The byte in the file; `nil` in a binary property list, which has no lines.
  package let offset: Int?

  /// Whether the property list is not damaged, but beyond a limit of its reader.
  package let isLimit: Bool

  /// A problem with its headline and its offset.
  package init(_ message: String, at offset: Int?, isLimit: Bool = false) {
    self.message = message
    self.offset = offset
    self.isLimit = isLimit
  }
}

extension String {
  /// Whether two strings have the same scalars. The operator `==` is also true for strings that are canonically equivalent.
  package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
