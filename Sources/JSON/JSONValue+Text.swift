internal import Quantities

extension JSONValue {
  /// The value on one line, without spaces.
  package var compactText: String {
    var text = ""
    append(to: &text, indentation: nil)
    return text
  }

  /// The value over several lines, indented by two spaces, without a line break at the end.
  package var prettyText: String {
    var text = ""
    append(to: &text, indentation: 0)
    return text
  }

  private func append(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += "\(value)"
    case .double(let value): text += Self.text(of: value)
    case .string(let value): Self.append(value, to: &text)
    case .array(let values):
      Self.append(values, between: "[", and: "]", to: &text, indentation: indentation) {
        $0.append(to: &$1, indentation: $2)
      }
    case .object(let members):
      Self.append(members, between: "{", and: "}", to: &text, indentation: indentation) {
        member, text, indentation in
        Self.append(member.name, to: &text)
        text += indentation == nil ? ":" : ": "
        member.value.append(to: &text, indentation: indentation)
      }
    }
  }

  private static func append<Element>(
    _ elements: [Element], between open: String, and close: String, to text: inout String,
    indentation: Int?,
    element: (Element, inout String, Int?) -> Void
  ) {
    text += open
    let inner = indentation.map { $0 + 2 }
    for (index, value) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      element(value, &text, inner)
    }
    if let indentation, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indentation) }
    text += close
  }

  /// A number in its shortest decimal form; whole numbers without `.0`.
  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    return value == value.rounded(.towardZero) && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  private static func append(_ string: String, to text: inout String) {
    // `##[name]` and `##vso[name]` are commands of GitHub's and Azure's runners anywhere in a line.
    let hasCommand = string.contains("##[") || string.contains("##vso[")
    text += string.quoted { scalar in
      // Line breaks, and scalars that change the direction of text, would make the string look like another string.
      scalar.value < 0x20 || scalar.isDeceptive || hasCommand && scalar == "#" ? scalar.fourDigitEscape : nil
    }
  }
}
