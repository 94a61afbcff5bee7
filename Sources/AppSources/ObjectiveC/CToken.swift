internal import PolicySyntax
internal import Quantities

/// A token of C, Objective-C or C++, without comments.
struct CToken: Sendable {
  enum Kind: Sendable {
    /// An identifier or keyword; keywords of Objective-C have their `@`: `@interface`.
    case word
    case number
    /// A text, with its quotes, its prefix and the `@` of Objective-C.
    case string
    case character
    case sign
    /// A preprocessor directive, which is one token.
    case directive(Directive)
  }

  let kind: Kind
  let text: String
  /// The place of the token's first character.
  let position: Position

  /// Whether the token is a text: `@"…"` of Objective-C or `"…"` of C.
  var isString: Bool { if case .string = kind { true } else { false } }
  var isWord: Bool { if case .word = kind { true } else { false } }

  var directive: Directive? { if case .directive(let directive) = kind { directive } else { nil } }
}

/// A preprocessor directive.
final class Directive: Sendable {
  /// The name, such as `if`.
  let name: String
  /// The tokens after the name, to the end of the line.
  let tokens: [CToken]
  /// Whether a parenthesis follows the first token at once, as in the definition of a macro with parameters.
  let hasParameters: Bool

  init(name: String, tokens: [CToken], hasParameters: Bool) {
    self.name = name
    self.tokens = tokens
    self.hasParameters = hasParameters
  }

  var opensConditional: Bool { ["if", "ifdef", "ifndef"].contains(name) }
}

/// A token as a lexer finds it, before `@` is joined to its word and directives are collected.
struct RawToken {
  let kind: CToken.Kind
  let isComment: Bool
  /// The bytes that the token covers.
  let range: Range<Int>
}

/// Makes the tokens of a file from the tokens of a lexer.
struct TokenAssembly {
  private let bytes: [UInt8]
  /// The tokens other than comments.
  private var raw: [RawToken] = []
  /// Whether each token other than a comment is the first token of its line.
  private var starts: [Bool] = []
  private var index = 0
  private var counter: PositionCounter
  private(set) var tokens: [CToken] = []

  init(_ raw: [RawToken], of bytes: [UInt8]) {
    self.bytes = bytes
    var end = 0
    var isStart = true
    for token in raw {
      let start = max(token.range.lowerBound, end)
      isStart = isStart || Self.hasLineBreak(end..<start, of: bytes)
      end = max(token.range.upperBound, end)
      guard !token.isComment else { continue }
      self.raw.append(token)
      starts.append(isStart)
      isStart = false
    }
    counter = PositionCounter(bytes)
    tokens.reserveCapacity(self.raw.count)
    while index < self.raw.count {
      let start = self.raw[index].range.lowerBound
      if isNumberSign(start, self.raw[index].range.count), startsLine(index),
        index + 1 < self.raw.count, !startsLine(index + 1)
      {
        addDirective()
      } else {
        tokens.append(next())
      }
    }
  }

  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// Whether a token is `#`, or its other spelling `%:`.
  private func isNumberSign(_ start: Int, _ count: Int) -> Bool {
    count == 1 && byte(start) == UInt8(ascii: "#")
      || count == 2 && byte(start) == UInt8(ascii: "%") && byte(start + 1) == UInt8(ascii: ":")
  }

  /// Whether a line break that no backslash hides, and that is in no comment, is before a token.
  private func startsLine(_ index: Int) -> Bool { starts[index] }

  /// Whether a line ends between two tokens, of which either may be a comment.
  private static func hasLineBreak(_ gap: Range<Int>, of bytes: [UInt8]) -> Bool {
    for offset in gap
    where endsLine(bytes[offset], before: offset + 1 < gap.upperBound ? bytes[offset + 1] : nil) {
      var before = offset - 1
      // Spaces between a backslash and the end of its line don't count.
      while before >= gap.lowerBound, isSpace(bytes[before]) { before -= 1 }
      if before < gap.lowerBound || bytes[before] != UInt8(ascii: "\\") { return true }
    }
    return false
  }

  private func text(_ range: Range<Int>) -> String {
    let written = bytes[range]
    guard written.contains(UInt8(ascii: "\\")), written.contains(where: \.isLineBreak) else {
      return String(decoding: written, as: UTF8.self)
    }
    // A line break after a backslash is left out, and so are the spaces between the two.
    var text: [UInt8] = []
    for offset in range {
      let next = offset + 1 < range.upperBound ? bytes[offset + 1] : nil
      if Self.endsLine(bytes[offset], before: next), let last = text.lastIndex(where: { !Self.isSpace($0) }),
        text[last] == UInt8(ascii: "\\")
      {
        text.removeSubrange(last...)
      } else {
        text.append(bytes[offset])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a byte ends a line. A carriage return before a line feed does not.
  private static func endsLine(_ byte: UInt8, before next: UInt8?) -> Bool {
    byte.isLineBreak && (byte == UInt8(ascii: "\n") || next != UInt8(ascii: "\n"))
  }

  /// Whether a byte is white space other than the line feed.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte.isSpaceOrTab || [UInt8(ascii: "\r"), 0x0b, 0x0c].contains(byte)
  }

  /// Reads the next token. An `@` is a part of the word or string that follows.
  private mutating func next() -> CToken {
    let token = raw[index]
    index += 1
    let start = token.range.lowerBound
    let position = counter.position(of: start)
    if byte(start) == UInt8(ascii: "@"), token.range.count == 1, index < raw.count {
      switch raw[index].kind {
      case .word, .string:
        let other = raw[index]
        index += 1
        return CToken(kind: other.kind, text: "@" + text(other.range), position: position)
      default: break
      }
    }
    let text = text(token.range)
    return CToken(kind: token.kind, text: Self.digraphs[text] ?? text, position: position)
  }

  /// The other spellings of brackets.
  private static let digraphs = ["<%": "{", "%>": "}", "<:": "[", ":>": "]"]

  private mutating func addDirective() {
    let position = counter.position(of: raw[index].range.lowerBound)
    index += 1
    let name = text(raw[index].range)
    index += 1
    let hasParameters =
      index + 1 < raw.count && !startsLine(index) && !startsLine(index + 1)
      && byte(raw[index + 1].range.lowerBound) == UInt8(ascii: "(")
      && raw[index].range.upperBound == raw[index + 1].range.lowerBound
    var inner: [CToken] = []
    while index < raw.count, !startsLine(index) { inner.append(next()) }
    tokens.append(
      CToken(
        kind: .directive(Directive(name: name, tokens: inner, hasParameters: hasParameters)),
        text: "#" + name,
        position: position))
  }
}

/// Counts lines and columns from token to token, so that the time does not depend on the lengths of lines.
private struct PositionCounter {
  private let bytes: [UInt8]
  private var offset: Int
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark has no column.
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The position of an offset. The offset must not be before the previous offset.
  mutating func position(of target: Int) -> Position {
    while offset < min(target, bytes.count) {
      switch bytes[offset] {
      case UInt8(ascii: "\r") where offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        line += 1
        column = 1
      case let byte: if byte & 0xC0 != 0x80 { column += 1 }
      }
      offset += 1
    }
    return Position(line: line, column: column)
  }
}
