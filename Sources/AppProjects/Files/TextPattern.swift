internal import Quantities

/// A pattern of `*`, `?` and sets such as `[a-z]` and `[!a]`. After a backslash, a character has no special meaning.
struct TextPattern {
  private let parts: [Part]

  private enum Part {
    case any, one
    case scalar(Unicode.Scalar)
    case set(ScalarSet, isNegated: Bool)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .any: false
      case .one: true
      case .scalar(let own): own == scalar
      case .set(let set, let isNegated): set.contains(scalar) != isNegated
      }
    }
  }

  /// Whether a text is the only one that it matches as a pattern.
  static func isPlain(_ text: some StringProtocol) -> Bool {
    !text.utf8.contains { "*?[\\".utf8.contains($0) }
  }

  /// Parses a pattern. A bracket that is not closed stands for itself.
  init(_ text: Substring) {
    var parts: [Part] = []
    var rest = Array(text.unicodeScalars)[...]
    // After a bracket that is not closed, no other bracket is.
    var isClosed = true
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*":
        if case .any? = parts.last { continue }
        parts.append(.any)
      case "?": parts.append(.one)
      case "\\": parts.append(.scalar(rest.popFirst() ?? "\\"))
      case "[":
        if isClosed, let set = Self.set(&rest) {
          parts.append(set)
        } else {
          isClosed = false
          parts.append(.scalar("["))
        }
      default: parts.append(.scalar(scalar))
      }
    }
    self.parts = parts
  }

  /// The set of characters up to the closing bracket; `nil` without a closing bracket.
  private static func set(_ rest: inout ArraySlice<Unicode.Scalar>) -> Part? {
    var open = rest
    let isNegated = open.first == "!" || open.first == "^"
    if isNegated { open = open.dropFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
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
    return .set(ScalarSet(ranges), isNegated: isNegated)
  }

  /// Whether a whole text matches. Texts that are equal in Unicode and have other bytes differ.
  func matches(_ text: Substring) -> Bool {
    var comparisons = 0
    return matches(text, counting: &comparisons)
  }

  /// Whether a whole text matches. Adds the number of comparisons of characters to `comparisons`.
  func matches(_ text: Substring, counting comparisons: inout Int) -> Bool {
    var count = 0
    defer { comparisons += count }
    return parts.matchesWhole(
      Array(text.unicodeScalars), isStar: { if case .any = $0 { true } else { false } }
    ) { part, scalar in
      count += 1
      return part.matches(scalar)
    }
  }
}
