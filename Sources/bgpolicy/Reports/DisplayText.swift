/// Text as a terminal shows it.
enum DisplayText {
  /// Text without anything that would move the cursor or turn the reading direction: such characters are spelt out.
  static func safe(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Safe text on one line: line breaks and tabs are blanks.
  static func line(_ text: some StringProtocol) -> String {
    // A carriage return and its line feed are one character.
    safe(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0x2028, 0x2029:
      true
    default: false
    }
  }

  /// How many columns a terminal needs for a text.
  static func width(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x00..<0x300: return 1
    case 0x200D, 0xFE00...0xFE0F: return 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return 0
      default: return scalar.properties.isEmojiPresentation ? 2 : 1
      }
    }
  }

  /// A text with blanks after it, or before it, up to a width in columns.
  static func padded(_ text: String, to width: Int, blanksFirst: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - self.width(of: text)))
    return blanksFirst ? blanks + text : text + blanks
  }

  /// Words in lines of at most `width` columns.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var lastWidth = 0
    for bytes in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) {
      let word = Substring(bytes)
      let wordWidth = self.width(of: word)
      if !lines.isEmpty, lastWidth + 1 + wordWidth <= width {
        lines[lines.count - 1] += " "
        lines[lines.count - 1] += word
        lastWidth += 1 + wordWidth
      } else {
        lines.append(String(word))
        lastWidth = wordWidth
      }
    }
    return lines
  }

  /// Names for a message: all of a few, else the first and how many more there are.
  static func list(_ names: [String]) -> String {
    let most = 10
    let shown = names.prefix(most).joined(separator: ", ")
    return names.count > most ? "\(shown) and \(names.count - most) more" : shown
  }

  /// `count` and a noun, in the plural where it is not one.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
