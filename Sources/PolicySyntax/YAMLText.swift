internal import Quantities

/// Strings as YAML scalars.
package enum YAMLText {
  /// A string as a scalar on one line: plain if every YAML reader reads the plain scalar as the same string, otherwise in
  /// quotes.
  package static func scalar(_ text: String) -> String {
    isPlain(text) ? text : needsEscapes(text) ? doubleQuoted(text) : singleQuoted(text)
  }

  /// A string in single quotes, or in double quotes if the string needs escapes.
  static func singleQuoted(_ text: String) -> String {
    guard !needsEscapes(text) else { return doubleQuoted(text) }
    return "'" + text.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
  }

  /// A string in double quotes. Characters that are invisible or that make a text look like another text are escaped, and
  /// so are the signs of `##[name]` and `##vso[name]`, which are commands of GitHub's and Azure's runners.
  package static func doubleQuoted(_ text: String) -> String {
    let hasCommand = text.contains("##")
    return text.quoted { isControl($0) || hasCommand && $0 == "#" ? $0.fourDigitEscape : nil }
  }

  private static func needsEscapes(_ text: String) -> Bool {
    text.contains("##") || text.unicodeScalars.contains { isControl($0) }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.isDeceptive || scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }

  /// Whether a string needs no quotes, in block and in flow style.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text.unicodeScalars.last != " ",
      text.unicodeScalars.last != ":"
    else {
      return false
    }
    guard Array(text.utf8).withUnsafeBufferPointer(ScalarType.init(plain:)) == .string, !needsEscapes(text)
    else { return false }
    guard !"-?:,[]{}#&*!|>'\"%@` ".unicodeScalars.contains(first) else { return false }
    return !text.unicodeScalars.contains { ",[]{}".unicodeScalars.contains($0) } && !text.contains(": ")
      && !text.contains(" #") && !["yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
  }
}
