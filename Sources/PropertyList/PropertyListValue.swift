/// A value of a property list, as far as a merge looks at it.
package enum PropertyListValue: Sendable {
  case string(String)
  case boolean(Bool)
  /// Lists and dictionaries within it come as `other`.
  case array([PropertyListValue])
  /// A value of another type, by the name that XML has for it: `dict`, `integer`.
  case other(String)

  /// What to call it in a message.
  package var kind: String {
    switch self {
    case .string: "a string"
    case .boolean: "a Boolean"
    case .array: "an array"
    case .other("dict"): "a dictionary"
    case .other("integer"): "an integer"
    case .other("real"), .other("date"), .other("data"): "a value of another type"
    case .other: "a value that is neither string, Boolean nor array"
    }
  }
}

/// Why a property list can't be read or changed.
package struct PropertyListProblem: Error, Hashable {
  /// A headline without a full stop.
  package let message: String
  /// The byte in the file that it is about; `nil` in a binary property list, which has no lines.
  package let offset: Int?

  /// What is wrong, and where.
  package init(_ message: String, at offset: Int?) {
    self.message = message
    self.offset = offset
  }
}

extension String {
  /// Whether both are the same scalars; `==` also takes texts for the same that are only canonically equivalent.
  package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
