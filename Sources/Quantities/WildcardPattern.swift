/// A pattern of `*`, which matches any characters, `?`, which matches any character, and sets such as `[a-z]` and `[!a]`. After a backslash, a
/// character has no special meaning.
package struct WildcardPattern: Sendable {
  /// The program whose sets the pattern has.
  package enum Dialect: Sendable {
    /// Xcode: a backslash in a set is a character, and a range that ends before its start has no characters.
    case xcode
    /// Git: a backslash in a set takes the meaning of the next character, and a range that ends before its start has the start.
    case git
  }

  private let parts: [Part]
  /// The only text that the pattern matches; `nil` if the pattern may match several texts.
  package let text: String?

  private enum Part: Sendable {
    case any, one
    case scalar(Unicode.Scalar)
    case set(ScalarSet, isNegated: Bool)

    var isAny: Bool { if case .any = self { true } else { false } }

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .any: false
      case .one: true
      case .scalar(let own): own == scalar
      case .set(let set, let isNegated): set.contains(scalar) != isNegated
      }
    }
  }

  /// Whether a text, as a pattern, matches only itself.
  package static func isPlain(_ text: some StringProtocol) -> Bool {
    !text.utf8.contains { "*?[\\".utf8.contains($0) }
  }

  /// Parses a pattern. A bracket that is not closed stands for itself.
  package init(_ pattern: some StringProtocol, _ dialect: Dialect) {
    var parts: [Part] = []
    var rest = Array(pattern.unicodeScalars)[...]
    // If a bracket is not closed, no later bracket is closed either.
    var isClosed = true
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": if parts.last?.isAny != true { parts.append(.any) }
      case "?": parts.append(.one)
      case "\\": parts.append(.scalar(rest.popFirst() ?? "\\"))
      case "[":
        if isClosed, let set = Self.set(&rest, dialect) {
          parts.append(set)
        } else {
          isClosed = false
          parts.append(.scalar("["))
        }
      default: parts.append(.scalar(scalar))
      }
    }
    self.parts = parts
    var text = String.UnicodeScalarView()
    for case .scalar(let scalar) in parts { text.append(scalar) }
    self.text = text.count == parts.count ? String(text) : nil
  }

  /// The set of characters up to the closing bracket; `nil` without a closing bracket. A bracket in the first position is a character.
  private static func set(_ rest: inout ArraySlice<Unicode.Scalar>, _ dialect: Dialect) -> Part? {
    var open = rest
    let isNegated = open.first == "!" || open.first == "^"
    if isNegated { open.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var isFirst = true
    while var lower = open.popFirst() {
      if lower == "]", !isFirst {
        rest = open
        return .set(ScalarSet(ranges), isNegated: isNegated)
      }
      isFirst = false
      if lower == "\\", dialect == .git { lower = open.popFirst() ?? lower }
      guard open.first == "-", let upper = open.dropFirst().first, upper != "]" else {
        ranges.append(lower...lower)
        continue
      }
      open.removeFirst(2)
      if lower <= upper {
        ranges.append(lower...upper)
      } else if dialect == .git {
        ranges.append(lower...lower)
      }
    }
    return nil
  }

  /// Whether a whole text matches. Texts that are equal in Unicode and have other bytes differ.
  package func matches(_ text: some StringProtocol) -> Bool {
    var comparisons = 0
    return matches(text, counting: &comparisons)
  }

  /// Whether a whole text matches. Adds the number of comparisons of characters to `comparisons`.
  package func matches(_ text: some StringProtocol, counting comparisons: inout Int) -> Bool {
    if case .scalar(let last)? = parts.last, text.unicodeScalars.last != last { return false }
    var count = 0
    defer { comparisons += count }
    return parts.matchesWhole(Array(text.unicodeScalars), isStar: \.isAny) { part, scalar in
      count += 1
      return part.matches(scalar)
    }
  }
}
