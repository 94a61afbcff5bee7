internal import PolicySyntax

/// Reads the code of a body of Objective-C.
///
/// Each extension reads one sort of code. Code that is not understood is skipped, and has no value.
struct BodyReader {
  let tokens: [CToken]
  let symbols: ObjectiveCSymbols
  /// The enclosing class; `nil` outside of a class.
  let type: String?
  /// The names of the enclosing functions, outermost first.
  let functions: [String]
  var index: Int
  var limit: Int
  /// The names that were assigned to so far.
  var assignedNames: Set<String> = []
  /// The variables whose address was taken in the statement.
  var addressed: [Expression] = []
  /// The names that the enclosing scopes declare, innermost last.
  private var scopes: [Set<String>]
  private var depth = 0

  /// The maximum nesting; code that is nested more deeply is skipped.
  private static let maximumDepth = 120

  init(
    _ tokens: [CToken], in range: Range<Int>, symbols: ObjectiveCSymbols, type: String? = nil,
    functions: [String] = [], names: [String] = []
  ) {
    self.tokens = tokens
    self.symbols = symbols
    self.type = type
    self.functions = functions
    index = range.lowerBound
    limit = min(range.upperBound, tokens.count)
    scopes = [Set(names)]
  }

  // MARK: - Tokens

  /// The text of a token ahead; empty at the end.
  func text(_ offset: Int = 0) -> String {
    index + offset < limit && index + offset >= 0 ? tokens[index + offset].text : ""
  }

  var isAtEnd: Bool { index >= limit }
  var token: CToken? { index < limit ? tokens[index] : nil }

  func isWord(_ offset: Int = 0) -> Bool {
    index + offset < limit && index + offset >= 0 && tokens[index + offset].isWord
  }

  var position: Position { position(at: index) }

  func position(at index: Int) -> Position {
    (index < tokens.count ? tokens[index] : tokens.last)?.position ?? Position(line: 1, column: 1)
  }

  /// Takes the next token if it has a text; otherwise returns `false`.
  mutating func take(_ text: String) -> Bool {
    guard self.text() == text else { return false }
    index += 1
    return true
  }

  mutating func skipDirectives() {
    while index < limit, tokens[index].directive != nil { index += 1 }
  }

  /// The index of the bracket that closes the bracket at an index.
  func closing(of start: Int) -> Int { BracketMatch.closing(of: start, in: tokens, before: limit) }

  /// Reads the code before an index, and continues at the index.
  mutating func reading<Result>(to end: Int, _ read: (inout Self) -> Result) -> Result {
    let outer = limit
    limit = max(index, min(end, limit))
    let result = read(&self)
    index = limit
    limit = outer
    return result
  }

  // MARK: - Scopes and depth

  mutating func inScope<Result>(_ names: [String] = [], _ read: (inout Self) -> Result) -> Result {
    scopes.append(Set(names))
    let result = read(&self)
    scopes.removeLast()
    return result
  }

  mutating func declare(_ name: String) { scopes[scopes.count - 1].insert(name) }

  func isLocal(_ name: String) -> Bool { scopes.contains { $0.contains(name) } }

  /// Reads nested code; skips code that is nested too deeply.
  mutating func nested(_ read: (inout Self) -> Expression) -> Expression {
    guard depth < Self.maximumDepth else {
      let start = position
      index = isAtEnd ? index : max(index + 1, min(closing(of: index) + 1, limit))
      return Expression(.other("…", []), at: start)
    }
    depth += 1
    defer { depth -= 1 }
    return read(&self)
  }

  mutating func nested(_ read: (inout Self) -> [Statement]) -> [Statement] {
    guard depth < Self.maximumDepth else {
      while !isAtEnd, ![";", "{", "}"].contains(text()) { index += 1 }
      if !isAtEnd { index = text() == "{" ? min(closing(of: index) + 1, limit) : index + 1 }
      return []
    }
    depth += 1
    defer { depth -= 1 }
    return read(&self)
  }
}
