/// The name of a session or a task as the system knows it.
package struct Identifier: Hashable, Sendable {
  /// The name as the policy writes it, with `$(PRODUCT_BUNDLE_IDENTIFIER)`.
  package let written: String
  /// The name with build settings in their place, as the app has it at run time.
  package internal(set) var text: String

  /// A name whose build settings are yet to be put in place.
  package init(_ written: String) {
    self.written = written
    text = written
  }

  /// The build setting that the language knows.
  package static let bundleIdentifierVariable = "$(PRODUCT_BUNDLE_IDENTIFIER)"

  /// Whether it stands for all names that begin like it: `com.example.export.*`.
  package var isWildcard: Bool { text.utf8.contains(UInt8(ascii: "*")) }

  /// Whether its only wildcard is the last component.
  package var isWellFormedWildcard: Bool {
    text.hasSuffix(".*") && !text.utf8.dropLast().contains(UInt8(ascii: "*"))
  }

  /// Whether it stands for `name`, by a final `.*` or letter for letter.
  package func permits(_ name: String) -> Bool {
    guard text.hasSuffix(".*") else { return text == name }
    return text == name || (name.hasPrefix(text.dropLast()) && name.utf8.count >= text.utf8.count)
  }
}

extension String {
  /// Whether it is the same text but for capital and small letters.
  package func isLike(_ other: String) -> Bool {
    utf8.count == other.utf8.count && lowercased() == other.lowercased()
  }
}
