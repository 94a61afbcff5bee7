internal import JSON
internal import PolicyEditing

// The values of requests. A value of an unexpected type counts as a missing value.
extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a Boolean.
  var isTrue: Bool { self == true }

  /// A whole number, which may be written with a fraction of zero.
  var whole: Int? {
    switch self {
    case .int(let value): Int(value)
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The elements of an array; empty for other values.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The value at a path of member names.
  func at(_ names: String...) -> JSONValue? {
    names.reduce(Optional(self)) { value, name in value.flatMap { $0[name] } }
  }

  /// The value as a position; `nil` if the value is not a position.
  var position: TextPosition? {
    guard let line = self["line"]?.whole, let character = self["character"]?.whole, line >= 0, character >= 0
    else { return nil }
    return TextPosition(line: line, character: character)
  }

  /// The two ends of a range; `nil` if the value is not a range.
  var range: (start: TextPosition, end: TextPosition)? {
    guard let start = self["start"]?.position, let end = self["end"]?.position else { return nil }
    return (start, end)
  }
}

extension TextPosition {
  /// The position in the protocol.
  var json: JSONValue { ["line": .number(line), "character": .number(character)] }
}

extension EditedText {
  /// A range of bytes in the protocol.
  func json(_ range: Range<Int>) -> JSONValue {
    ["start": position(ofByte: range.lowerBound).json, "end": position(ofByte: range.upperBound).json]
  }
}
