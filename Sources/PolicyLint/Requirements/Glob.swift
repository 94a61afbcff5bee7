internal import Quantities

/// A pattern in which `*` matches any string and `?` any one character.
struct Glob {
  private let pattern: [Unicode.Scalar]

  /// Parses a pattern.
  init(_ pattern: String) {
    self.pattern = Array(pattern.unicodeScalars)
  }

  /// Whether the pattern matches a whole string.
  func matches(_ text: String) -> Bool {
    pattern.matchesWhole(Array(text.unicodeScalars), isStar: { $0 == "*" }) { $0 == "?" || $0 == $1 }
  }
}
