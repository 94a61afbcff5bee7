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
  package var isWildcard: Bool { text.contains(byte: UInt8(ascii: "*")) }

  /// Whether its only wildcard is the last component.
  package var isWellFormedWildcard: Bool {
    text.hasSuffix(".*") && !text.utf8.dropLast().contains(UInt8(ascii: "*"))
  }

  /// Whether it stands for `name`, by a final `.*` or letter for letter.
  package func permits(_ name: String) -> Bool {
    if text == name { return true }
    guard isWildcard, text.hasSuffix(".*") else { return false }
    return name.hasPrefix(text.dropLast()) && name.utf8.count >= text.utf8.count
  }
}

extension String {
  /// Whether it is the same string, ignoring case.
  package func isLike(_ other: String) -> Bool {
    guard self != other else { return true }
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    let isLike = left.withUTF8 { left in right.withUTF8 { right in Self.isLike(left, right) } }
    // Letters beyond ASCII take the long way.
    return isLike ?? (lowercased() == other.lowercased())
  }
}

extension String {
  /// Whether two ASCII strings of one length are the same, ignoring case; `nil` for other strings.
  private static func isLike(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool? {
    // From the end, because most identifiers of a policy begin alike.
    for index in left.indices.reversed() {
      if left[index] | right[index] >= 0x80 { return nil }
      if left[index].smallLetter != right[index].smallLetter { return false }
    }
    return true
  }

  /// Whether a byte is in its UTF-8.
  func contains(byte: UInt8) -> Bool {
    var text = self
    return text.withUTF8 { $0.contains(byte) }
  }
}

extension UInt8 {
  /// The small letter of an ASCII capital one; any other byte itself.
  fileprivate var smallLetter: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
