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

  /// The maximum nesting of references.
  private static let maximumDepth = 32

  let pieces: [Piece]

  /// The parts of a text; a reference without an end is text.
  init(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "$")) else {
      pieces = text.isEmpty ? [] : [.text(text)]
      return
    }
    var rest = text[...]
    self = Self.parse(&rest, until: [], depth: 0)
  }

  private init(pieces: [Piece]) { self.pieces = pieces }

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

  private static func parse(
    _ rest: inout Substring, until ends: [Character], depth: Int
  ) -> SettingExpression {
    var pieces: [Piece] = []
    var text = ""
    while let next = rest.first, !ends.contains(next) {
      if next == "$", depth < maximumDepth, let reference = reference(&rest, depth: depth) {
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

  /// The reference at the start of a text; `nil` if the text does not start with a reference, and nothing is consumed.
  private static func reference(_ rest: inout Substring, depth: Int) -> Reference? {
    let start = rest
    var tail = rest.dropFirst()
    guard let open = tail.first else { return nil }
    guard let close: Character = ["(": ")", "{": "}", "[": "]"][open] else {
      let name = tail.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      guard let first = name.first, !first.isNumber else { return nil }
      rest = tail[name.endIndex...]
      return Reference(
        name: SettingExpression(String(name)), operators: [], source: "$" + name, isBracketed: false)
    }
    tail = tail.dropFirst()
    let name = parse(&tail, until: [":", close], depth: depth + 1)
    var operators: [Operator] = []
    while tail.first == ":" {
      tail = tail.dropFirst()
      let word = tail.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      tail = tail[word.endIndex...]
      guard tail.first == "=" else {
        operators.append(Operator(name: String(word), operand: nil))
        continue
      }
      tail = tail.dropFirst()
      operators.append(
        Operator(name: String(word), operand: parse(&tail, until: [":", close], depth: depth + 1)))
    }
    guard tail.first == close, !name.pieces.isEmpty else { return nil }
    rest = tail.dropFirst()
    return Reference(
      name: name, operators: operators, source: String(start[..<rest.startIndex]), isBracketed: true)
  }
}
