/// A call in a Podfile, with the line in which it ends. A call may take several lines.
struct RubyCall {
  let line: Int
  let text: String

  /// The maximum length of a call that goes on in the next line.
  private static let mostCharacters = 2_000

  /// The calls of a file with numbered lines, without comments.
  static func all(in lines: [(number: Int, line: String)]) -> [RubyCall] {
    var calls: [RubyCall] = []
    var text = ""
    for (number, line) in lines {
      let code = code(of: line)
      guard !code.isEmpty else { continue }
      text += text.isEmpty ? String(code) : " \(code)"
      if text.count < mostCharacters, [",", "\\", "(", "=>"].contains(where: text.hasSuffix) {
        continue
      }
      if !text.isEmpty { calls.append(RubyCall(line: number, text: text)) }
      text = ""
    }
    return calls
  }

  /// A line without the space around its code, and without a comment.
  private static func code(of line: String) -> Substring {
    var quote: Character?
    var end = line.startIndex
    for index in line.indices {
      let character = line[index]
      if quote == nil, character == "#" { break }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
      if !character.isWhitespace { end = line.index(after: index) }
    }
    return line[..<end].drop(while: \.isWhitespace)
  }

  /// The parts of a call.
  enum Token: Equatable {
    case word(String)
    /// A text in quotation marks; `nil` if it is computed.
    case text(String?)
    case sign(Character)
  }

  /// The parts of the call.
  var tokens: [Token] {
    var tokens: [Token] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "'" || first == "\"" || first == "`" {
        let inner = rest.dropFirst()
        let end = inner.firstIndex(of: first) ?? inner.endIndex
        tokens.append(.text(first == "`" ? nil : Self.known(String(inner[..<end]))))
        rest = inner[end...].dropFirst()
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        tokens.append(.word(String(word)))
        rest = rest[word.endIndex...]
      } else {
        if !first.isWhitespace { tokens.append(.sign(first)) }
        rest = rest.dropFirst()
      }
    }
    return tokens
  }

  /// Whether the call gives a value to a variable, or to an element of a variable.
  var isAssignment: Bool {
    let tokens = tokens
    return tokens.indices.dropFirst().dropLast().contains { index in
      guard tokens[index] == .sign("="), ![.sign(">"), .sign("="), .sign("~")].contains(tokens[index + 1])
      else {
        return false
      }
      switch tokens[index - 1] {
      case .word, .sign("]"): return true
      default: return false
      }
    }
  }

  /// A text without the folder of the file; `nil` for a text that is computed.
  private static func known(_ text: String) -> String? {
    let own = "#{__dir__}/"
    let text = text.hasPrefix(own) ? "./" + text.dropFirst(own.count) : text
    return text.contains("#{") || text.contains("\\") ? nil : text
  }
}
