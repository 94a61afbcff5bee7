internal import Testing

/// A text of a parameterized test, shown by its name.
package struct NamedText: Sendable, CustomTestStringConvertible {
  /// The name, such as the subject of the text.
  package let name: String
  /// The text that the test uses.
  package let text: String

  /// A text with a name.
  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  package var testDescription: String { name }
}
