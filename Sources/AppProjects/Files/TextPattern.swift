/// Patterns of `*`, `?` and sets such as `[a-z]` and `[!a]`. After a backslash, a character has no special meaning.
enum TextPattern {
  /// Whether a whole text matches a pattern. Texts that are equal in Unicode and have other bytes differ.
  static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    var pattern = pattern.unicodeScalars
    var text = text.unicodeScalars
    var retry: (pattern: Substring.UnicodeScalarView, text: Substring.UnicodeScalarView)?
    while true {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (pattern, text)
      } else if let next = text.first, let rest = rest(of: pattern, after: next) {
        pattern = rest
        text = text.dropFirst()
      } else if pattern.isEmpty, text.isEmpty {
        return true
      } else if let last = retry, !last.text.isEmpty {
        retry = (last.pattern, last.text.dropFirst())
        pattern = last.pattern
        text = last.text.dropFirst()
      } else {
        return false
      }
    }
  }

  /// The pattern after the part that matches a character; `nil` if the first part does not match the character.
  private static func rest(
    of pattern: Substring.UnicodeScalarView, after character: Unicode.Scalar
  ) -> Substring.UnicodeScalarView? {
    guard let first = pattern.first else { return nil }
    let rest = pattern.dropFirst()
    switch first {
    case "?": return rest
    case "\\":
      guard let escaped = rest.first else { break }
      return escaped == character ? rest.dropFirst() : nil
    case "[":
      guard let set = CharacterSet(rest) else { break }
      return set.contains(character) ? set.rest : nil
    default: break
    }
    return first == character ? rest : nil
  }

  /// A set of characters between brackets.
  private struct CharacterSet {
    private var ranges: [ClosedRange<Unicode.Scalar>] = []
    private let isNegated: Bool
    /// The pattern after the closing bracket.
    let rest: Substring.UnicodeScalarView

    /// The set at the start of a pattern without the opening bracket; `nil` without a closing bracket.
    init?(_ pattern: Substring.UnicodeScalarView) {
      var open = pattern
      isNegated = open.first == "!" || open.first == "^"
      if isNegated { open = open.dropFirst() }
      var isFirst = true
      while let lower = open.first, isFirst || lower != "]" {
        isFirst = false
        open = open.dropFirst()
        guard open.first == "-", let upper = open.dropFirst().first, upper != "]" else {
          ranges.append(lower...lower)
          continue
        }
        open = open.dropFirst(2)
        if lower <= upper { ranges.append(lower...upper) }
      }
      guard open.first == "]" else { return nil }
      rest = open.dropFirst()
    }

    func contains(_ character: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(character) } != isNegated
    }
  }
}
