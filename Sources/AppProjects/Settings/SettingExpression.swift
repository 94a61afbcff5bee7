/// The text of a build setting or of a property list, in which `$(NAME)` refers to settings.
struct SettingExpression {
  /// A part of the text.
  enum Piece {
    case text(String)
    case reference(Reference)
  }

  /// A reference: `$(NAME:operator=operand)`.
  struct Reference {
    /// The name, which may itself contain references.
    let name: SettingExpression
    let operators: [Operator]
    /// The reference as written.
    let source: String
    /// Whether the reference is in brackets. `$NAME` without a value stays unchanged.
    let isBracketed: Bool
  }

  /// An operator of a reference: `:lower`, or `:default=value`.
  struct Operator {
    let name: String
    let operand: SettingExpression?
  }

  let pieces: [Piece]

  /// The parts of a text; a reference without an end is text. A text that takes too long to read is a reference without a name, which has no
  /// value.
  init(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "$")) else {
      pieces = text.isEmpty ? [] : [.text(text)]
      return
    }
    var parser = SettingExpressionParser(text)
    let whole = parser.parse(until: [], depth: 0)
    pieces =
      parser.isExhausted
      ? [
        .reference(
          Reference(name: SettingExpression(pieces: []), operators: [], source: "…", isBracketed: true))
      ]
      : whole.pieces
  }

  fileprivate init(pieces: [Piece]) { self.pieces = pieces }

  /// The only part, if it is a reference without operators.
  var loneReference: Reference? {
    guard pieces.count == 1, case .reference(let reference) = pieces[0], reference.operators.isEmpty,
      reference.isBracketed
    else { return nil }
    return reference
  }

  /// The text, if it has no references.
  var literal: String? {
    var literal = ""
    for piece in pieces {
      guard case .text(let text) = piece else { return nil }
      literal += text
    }
    return literal
  }
}

/// Reads the references of a text.
private struct SettingExpressionParser {
  /// The maximum nesting of references.
  private static let maximumDepth = 32
  /// The steps for each character of a text. References without an end are read again as text.
  private static let stepsOfCharacter = 64

  private var rest: Substring
  /// The places of references without an end.
  private var unended: Set<Substring.Index> = []
  private var steps: Int

  /// Whether the text takes too long to read.
  var isExhausted: Bool { steps <= 0 }

  init(_ text: String) {
    rest = text[...]
    steps = Self.stepsOfCharacter * text.utf8.count
  }

  /// The expression up to one of some characters.
  mutating func parse(until ends: [Character], depth: Int) -> SettingExpression {
    var pieces: [SettingExpression.Piece] = []
    var text = ""
    while let next = rest.first, !ends.contains(next), !isExhausted {
      steps -= 1
      if next == "$", depth < Self.maximumDepth, let reference = reference(depth: depth) {
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
        pieces.append(.reference(reference))
      } else {
        text.append(next)
        rest.removeFirst()
      }
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    return SettingExpression(pieces: pieces)
  }

  /// The reference at the start of the rest; `nil` if the rest does not start with a reference, and nothing is consumed.
  private mutating func reference(depth: Int) -> SettingExpression.Reference? {
    let start = rest
    guard !unended.contains(start.startIndex) else { return nil }
    guard let reference = readReference(depth: depth) else {
      unended.insert(start.startIndex)
      rest = start
      return nil
    }
    return reference
  }

  private mutating func readReference(depth: Int) -> SettingExpression.Reference? {
    let start = rest
    rest = rest.dropFirst()
    guard let open = rest.first else { return nil }
    guard let close: Character = ["(": ")", "{": "}", "[": "]"][open] else {
      let name = word()
      guard let first = name.first, !first.isNumber else { return nil }
      return SettingExpression.Reference(
        name: SettingExpression(name), operators: [], source: "$" + name, isBracketed: false)
    }
    rest = rest.dropFirst()
    let name = parse(until: [":", close], depth: depth + 1)
    var operators: [SettingExpression.Operator] = []
    while rest.first == ":" {
      rest = rest.dropFirst()
      let word = word()
      guard rest.first == "=" else {
        operators.append(SettingExpression.Operator(name: word, operand: nil))
        continue
      }
      rest = rest.dropFirst()
      operators.append(
        SettingExpression.Operator(name: word, operand: parse(until: [":", close], depth: depth + 1)))
    }
    guard rest.first == close, !name.pieces.isEmpty else { return nil }
    rest = rest.dropFirst()
    return SettingExpression.Reference(
      name: name, operators: operators, source: String(start[..<rest.startIndex]), isBracketed: true)
  }

  /// The name at the start of the rest.
  private mutating func word() -> String {
    let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    rest = rest[word.endIndex...]
    steps -= word.count
    return String(word)
  }
}
