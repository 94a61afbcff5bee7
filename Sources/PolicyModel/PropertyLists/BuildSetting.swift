/// Build settings in a property list, which Xcode puts in place when it builds.
package enum BuildSetting {
  /// The spellings of the bundle identifier.
  private static let bundleIdentifier = [Identifier.bundleIdentifierVariable, "${PRODUCT_BUNDLE_IDENTIFIER}"]

  /// A text with the bundle identifier in its place; the same text where that is not known.
  package static func expanded(_ text: String, bundleIdentifier: String?) -> String {
    guard let bundleIdentifier, text.utf8.contains(UInt8(ascii: "$")) else { return text }
    return Self.bundleIdentifier.reduce(text) { text, variable in
      text.split(separator: variable, omittingEmptySubsequences: false).joined(separator: bundleIdentifier)
    }
  }

  /// A text with `*` in place of each build setting, `$(NAME)` or `${NAME}`.
  package static func pattern(of text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "$") {
      result += rest[..<start]
      let open = rest.index(after: start)
      let closing: Character? = open < rest.endIndex ? ["(": ")", "{": "}"][rest[open]] : nil
      guard let closing, let end = rest[open...].firstIndex(of: closing) else {
        result += rest[start..<open]
        rest = rest[open...]
        continue
      }
      result += "*"
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
