/// The values of literals of C.
enum CLiteral {
  /// A number without its suffixes.
  static func number(_ literal: String) -> Expression.Form {
    var digits = literal.filter { $0 != "'" }
    let isHexadecimal = digits.lowercased().hasPrefix("0x")
    while let last = digits.last, (isHexadecimal ? "uUlLzZ" : "uUlLfFzZ").contains(last) {
      digits.removeLast()
    }
    if isHexadecimal {
      return Int(digits.dropFirst(2), radix: 16).map { .number(Double($0)) } ?? .other(literal, [])
    }
    if digits.lowercased().hasPrefix("0b") {
      return Int(digits.dropFirst(2), radix: 2).map { .number(Double($0)) } ?? .other(literal, [])
    }
    if digits.count > 1, digits.hasPrefix("0"), digits.allSatisfy(\.isNumber) {
      return Int(digits, radix: 8).map { .number(Double($0)) } ?? .other(literal, [])
    }
    return Double(digits).flatMap { $0.isFinite ? .number($0) : nil } ?? .other(literal, [])
  }

  /// The text of a literal; `nil` if the literal has an unknown escape.
  static func text(_ literal: String) -> String? {
    guard let open = literal.firstIndex(of: "\""), literal.hasSuffix("\""),
      literal.index(after: open) < literal.endIndex
    else { return nil }
    let prefix = literal[..<open]
    guard ["", "@", "u8"].contains(prefix) else { return nil }
    var text = ""
    var rest = literal[literal.index(after: open)...].dropLast().unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n": text += "\n"
      case "t": text += "\t"
      case "r": text += "\r"
      case let sign? where "\\\"'?/".unicodeScalars.contains(sign): text.unicodeScalars.append(sign)
      case let sign? where sign == "u" || sign == "U":
        let count = sign == "u" ? 4 : 8
        let digits = String(rest.prefix(count))
        guard digits.unicodeScalars.count == count, let value = UInt32(digits, radix: 16),
          let decoded = Unicode.Scalar(value)
        else { return nil }
        text.unicodeScalars.append(decoded)
        rest = rest.dropFirst(count)
      default: return nil
      }
    }
    return text
  }

  /// The parts of a format and its arguments; `nil` if an argument is missing. A conversion such as `%f` leaves the argument's text
  /// unknown.
  static func parts(ofFormat format: String, _ arguments: [Expression]) -> [TextPart]? {
    var parts: [TextPart] = []
    var text = ""
    var values = arguments[...]
    var rest = format[...]
    while let sign = rest.popFirst() {
      guard sign == "%" else {
        text.append(sign)
        continue
      }
      let conversion = rest.prefix { !"@dDuUxXoOfFeEgGcCsSpaAi%".contains($0) }
      rest = rest.dropFirst(conversion.count)
      guard let kind = rest.popFirst() else { return nil }
      if kind == "%" {
        text.append("%")
        continue
      }
      guard let value = values.popFirst() else { return nil }
      parts.append(.string(text))
      text = ""
      let isPlain = "@dDuUsi".contains(kind) && conversion.allSatisfy { "lqhzjt".contains($0) }
      parts.append(
        .interpolation(
          isPlain ? value : Expression(.other("%\(conversion)\(kind)", [value]), at: value.position)))
    }
    return parts + [.string(text)]
  }
}
