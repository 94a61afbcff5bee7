extension StringProtocol {
  /// The text in which escapes replace the scalars for which `escape` returns an escape.
  @inlinable package func escaping(_ escape: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let escape = escape(scalar) {
        result += escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text as a string literal of Swift, JSON or YAML. The three languages have the same escapes for quotes, backslashes,
  /// line breaks and tabs; `escape` returns the further escapes of one language.
  @inlinable package func quoted(escaping escape: (Unicode.Scalar) -> String?) -> String {
    "\"" + escaping { $0.commonEscape ?? escape($0) } + "\""
  }

  /// The text as code in Markdown. The text must be a single line.
  package var markdownCode: String {
    let mark = String(repeating: "`", count: longestTicks + 1)
    // Markdown would read a tick at an end of the text as part of the mark, and removes one space if both ends have a space.
    let needsPad = isEmpty || "` ".contains { first == $0 || last == $0 }
    let pad = needsPad ? " " : ""
    return mark + pad + self + pad + mark
  }

  /// The length of the longest run of backticks.
  package var longestTicks: Int { split { $0 != "`" }.map(\.count).max() ?? 0 }
}

extension Unicode.Scalar {
  /// The escape that the scalar has in string literals of Swift, JSON and YAML; `nil` if the scalar has no such escape.
  @inlinable package var commonEscape: String? {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: nil
    }
  }

  /// Whether the scalar can make a text look like another text: control characters other than C0, line breaks, direction marks, and
  /// characters that are invisible by themselves. Joiners and selectors, which emoji have, are not among them.
  package var isDeceptive: Bool {
    switch value {
    case 0x7F...0x9F, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200E, 0x200F,
      0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }

  /// The escape by number in Swift, which also replaces unprintable characters: `\u{1F}`.
  package var bracedEscape: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

  /// The escape by number in JSON and YAML, for scalars up to U+FFFF: `\u001f`.
  package var fourDigitEscape: String { "\\u" + String(value + 0x10000, radix: 16).dropFirst() }

  /// The name by number, for scalars up to U+FFFF: `U+001F`.
  package var codePoint: String { "U+" + String(value + 0x10000, radix: 16, uppercase: true).dropFirst() }
}

extension UInt8 {
  /// The byte percent-encoded for a URI: `%1F`.
  package var percentEncoded: String {
    "%" + String(UInt16(self) + 0x100, radix: 16, uppercase: true).dropFirst()
  }
}
