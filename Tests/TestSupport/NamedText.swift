internal import Testing

/// A text of a parameterised test, shown by its name.
package struct NamedText: Sendable, CustomTestStringConvertible {
  /// What the text is about.
  package let name: String
  /// The text.
  package let text: String

  /// A text under a name.
  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  package var testDescription: String { name }
}
