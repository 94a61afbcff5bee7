#if OBJECTIVE_C
  internal import AppFacts
  internal import PolicySyntax
  internal import Quantities

  /// Finds the standards of C and C++ by which a text has other tokens.
  ///
  /// Apostrophes in numbers, raw texts and `//*` are signs by some standards, and hide code by other
  /// standards.
  enum DialectReading {
    /// The standard by which a file is read first.
    static func main(of path: String) -> CodeDialects { path.hasSuffix(".m") ? .c17 : .cxx20 }

    /// The standards by which a text has other tokens than by the main standard, with the first line at which
    /// the tokens differ.
    static func others(of bytes: [UInt8], _ tokens: [CToken], _ path: String) -> (CodeDialects, line: Int) {
      let (joined, hasJoined) = withoutJoinedLines(bytes)
      guard hasMark(joined) || hasSuffixes(tokens, isJoined: hasJoined) else { return ([], 0) }
      func read(_ dialect: CodeDialects) -> [Piece]? {
        ClangLexer.tokens(of: bytes, dialect).map { pieces(of: TokenAssembly($0, of: bytes).tokens) }
      }
      let own = read(main(of: path)) ?? []
      var dialects: CodeDialects = []
      var line = Int.max
      for dialect in CodeDialects.all where dialect != main(of: path) {
        guard let other = read(dialect) else {
          dialects.insert(dialect)
          continue
        }
        if let first = firstDifference(own, other) {
          dialects.insert(dialect)
          line = min(line, first)
        }
        // In C, raw texts exist only in GNU's standards, by which some versions of the compiler read files.
        if dialect == .c17, let first = lineOfRawText(in: other) {
          dialects.formUnion([.c17, .c23])
          line = min(line, first)
        }
      }
      if main(of: path) == .c17, let first = lineOfRawText(in: own) {
        dialects.formUnion([.c17, .c23])
        line = min(line, first)
      }
      return (dialects, line == Int.max ? 1 : line)
    }

    // MARK: - Marks

    /// The text without backslashes at the ends of lines, which join lines, and whether there were any.
    private static func withoutJoinedLines(_ bytes: [UInt8]) -> ([UInt8], hasJoined: Bool) {
      var joined: [UInt8] = []
      joined.reserveCapacity(bytes.count)
      var hasJoined = false
      var index = 0
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "\\") {
          var end = index + 1
          while end < bytes.count, bytes[end].isSpaceOrTab || bytes[end] == 0x0b || bytes[end] == 0x0c {
            end += 1
          }
          if end < bytes.count, bytes[end].isLineBreak {
            let isPair =
              bytes[end] == UInt8(ascii: "\r") && end + 1 < bytes.count
              && bytes[end + 1] == UInt8(ascii: "\n")
            index = end + (isPair ? 2 : 1)
            hasJoined = true
            continue
          }
        }
        joined.append(bytes[index])
        index += 1
      }
      return (joined, hasJoined)
    }

    /// Whether a text has a sign that standards read differently: `R"`, `u"`, `//*`, other spellings of brackets, or an apostrophe in a
    /// number.
    private static func hasMark(_ bytes: [UInt8]) -> Bool {
      func at(_ index: Int) -> UInt8 { index >= 0 && index < bytes.count ? bytes[index] : 0 }
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "\""):
          if "RuU8".utf8.contains(at(index - 1)) { return true }
        case UInt8(ascii: "'"):
          if isInNumber(bytes, index) { return true }
        case UInt8(ascii: "*"):
          if at(index - 1) == UInt8(ascii: "/"), at(index - 2) == UInt8(ascii: "/") { return true }
        case UInt8(ascii: ":"):
          if [UInt8(ascii: "<"), UInt8(ascii: "%")].contains(at(index - 1))
            || at(index + 1) == UInt8(ascii: ">")
          {
            return true
          }
        case UInt8(ascii: "%"):
          if at(index - 1) == UInt8(ascii: "<") || at(index + 1) == UInt8(ascii: ">") { return true }
        default: continue
        }
      }
      return false
    }

    /// The most bytes of a number that are looked at.
    private static let mostBytes = 64

    /// Whether the bytes before an apostrophe may be a number.
    private static func isInNumber(_ bytes: [UInt8], _ index: Int) -> Bool {
      var start = index - 1
      while start >= 0 {
        let byte = bytes[start]
        if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") || index - start > mostBytes { return true }
        let isPart = isLetter(byte) || byte >= 0x80 || "_.+-'$".utf8.contains(byte)
        guard isPart else { return false }
        start -= 1
      }
      return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }

    /// Whether a word follows a literal at once, which makes it a part of the literal by some standards.
    private static func hasSuffixes(_ tokens: [CToken], isJoined: Bool) -> Bool {
      func isLiteral(_ token: CToken) -> Bool {
        if case .character = token.kind { return true }
        return token.isString
      }
      func hasSuffix(_ tokens: [CToken]) -> Bool {
        zip(tokens, tokens.dropFirst()).contains { token, next in
          isLiteral(token) && next.isWord && token.position.line == next.position.line
            && (isJoined || token.position.column + token.text.unicodeScalars.count == next.position.column)
        }
          || tokens.contains { token in
            let isOfText = token.text.contains { $0 == "\"" || $0 == "'" }
            return isOfText && !isLiteral(token) && token.text.last?.isLetter ?? false
          }
      }
      return hasSuffix(tokens) || tokens.contains { $0.directive.map { hasSuffix($0.tokens) } ?? false }
    }

    // MARK: - Comparison

    /// A part of a text that is compared.
    private struct Piece: Equatable {
      let text: String
      let kind: Int
      let line: Int
    }

    /// The tokens in parts. The signs of one standard, such as `::`, are several signs by another standard,
    /// which changes nothing.
    private static func pieces(of tokens: [CToken]) -> [Piece] {
      var pieces: [Piece] = []
      func add(_ token: CToken) {
        let line = token.position.line
        switch token.kind {
        case .word: pieces.append(Piece(text: token.text, kind: 0, line: line))
        case .number: pieces.append(Piece(text: token.text, kind: 1, line: line))
        case .string: pieces.append(Piece(text: token.text, kind: 2, line: line))
        case .character: pieces.append(Piece(text: token.text, kind: 3, line: line))
        case .sign:
          for character in token.text { pieces.append(Piece(text: String(character), kind: 4, line: line)) }
        case .directive(let directive):
          pieces.append(Piece(text: directive.name, kind: 5, line: line))
          directive.tokens.forEach(add)
          pieces.append(Piece(text: "", kind: 6, line: line))
        }
      }
      tokens.forEach(add)
      return pieces
    }

    /// The line of the first difference; `nil` for equal parts.
    private static func firstDifference(_ left: [Piece], _ right: [Piece]) -> Int? {
      for (own, other) in zip(left, right) where own != other { return min(own.line, other.line) }
      return left.count == right.count ? nil : (left.dropFirst(right.count).first ?? right.last)?.line ?? 1
    }

    private static let prefixes: Set<String> = ["R", "LR", "uR", "UR", "u8R"]

    /// The line of the first text that is raw, or would be by other standards; `nil` without such a text.
    private static func lineOfRawText(in pieces: [Piece]) -> Int? {
      let pair = zip(pieces, pieces.dropFirst()).first { piece, next in
        piece.kind == 0 && prefixes.contains(piece.text) && next.kind == 2 && next.text.hasPrefix("\"")
          && piece.line == next.line
      }
      return pair?.0.line
        ?? pieces.first { piece in
          piece.kind == 2 && prefixes.contains(String(piece.text.prefix { $0 != "\"" }))
        }?.line
    }
  }
#endif
