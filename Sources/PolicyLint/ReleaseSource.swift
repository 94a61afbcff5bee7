internal import PolicySyntax

/// A Swift or Objective-C file without its comments and the code that `#if DEBUG` keeps out of releases.
struct ReleaseSource {
  /// The lines without their comments, numbered from 1.
  private(set) var lines: [(number: Int, text: [UInt8])] = []

  private var state = State.code
  /// The condition of the current branch of each open `#if`.
  private var conditions: [Condition] = []

  private enum State {
    case code
    /// The position is inside `depth` nested block comments.
    case comment(depth: Int)
    /// The position is inside a multi-line string that is delimited with `pounds` number signs.
    case string(pounds: Int)
  }

  private enum Condition {
    case debug, release, other
  }

  init(_ bytes: [UInt8]) {
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let text = withoutComments(Array(line))
      follow(String(decoding: text, as: UTF8.self).split { " \t\r()".contains($0) }.map(String.init))
      if !conditions.contains(.debug) { lines.append((index + 1, text)) }
    }
  }

  // MARK: - Conditions

  private mutating func follow(_ words: [String]) {
    switch words.first {
    case "#if", "#ifdef", "#ifndef": conditions.append(Self.condition(words))
    case "#else":
      switch conditions.popLast() {
      case .release: conditions.append(.debug)
      case .debug: conditions.append(.release)
      case .other, nil: conditions.append(.other)
      }
    case "#elseif", "#elif":
      _ = conditions.popLast()
      conditions.append(.other)
    case "#endif": _ = conditions.popLast()
    default: break
    }
  }

  /// The kind of branch that a condition opens. Only the condition `DEBUG` alone excludes a branch from
  /// releases.
  private static func condition(_ words: [String]) -> Condition {
    let names = words.dropFirst().filter { $0 != "defined" }
    guard names.count == 1, let name = names.first else { return .other }
    switch (words[0], name) {
    case ("#if", "DEBUG"), ("#ifdef", "DEBUG"): return .debug
    case ("#if", "!DEBUG"), ("#ifndef", "DEBUG"): return .release
    default: return .other
    }
  }

  // MARK: - Comments

  private mutating func withoutComments(_ line: [UInt8]) -> [UInt8] {
    var code: [UInt8] = []
    var rest = line[...]
    while !rest.isEmpty {
      switch state {
      case .comment(let depth):
        if rest.starts(with: "*/".utf8) {
          state = depth > 1 ? .comment(depth: depth - 1) : .code
          rest = rest.dropFirst(2)
        } else if rest.starts(with: "/*".utf8) {
          state = .comment(depth: depth + 1)
          rest = rest.dropFirst(2)
        } else {
          rest = rest.dropFirst()
        }
      case .string(let pounds):
        let end = Array("\"\"\"".utf8) + Array(repeating: UInt8(ascii: "#"), count: pounds)
        if rest.starts(with: end) {
          state = .code
          Self.move(end.count, from: &rest, to: &code)
        } else {
          Self.move(1, from: &rest, to: &code)
        }
      case .code:
        if rest.starts(with: "//".utf8) { return code }
        if rest.starts(with: "/*".utf8) {
          state = .comment(depth: 1)
          rest = rest.dropFirst(2)
        } else if rest.first == UInt8(ascii: "\"") {
          takeString(from: &rest, to: &code)
        } else {
          Self.move(1, from: &rest, to: &code)
        }
      }
    }
    return code
  }

  /// Consumes a string on one line, or the opening delimiter of a multi-line string.
  private mutating func takeString(from rest: inout ArraySlice<UInt8>, to code: inout [UInt8]) {
    let pounds = code.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    if rest.starts(with: "\"\"\"".utf8) {
      state = .string(pounds: pounds)
      Self.move(3, from: &rest, to: &code)
      return
    }
    Self.move(1, from: &rest, to: &code)
    let end = [UInt8(ascii: "\"")] + Array(repeating: UInt8(ascii: "#"), count: pounds)
    while !rest.isEmpty {
      if rest.starts(with: end) {
        Self.move(end.count, from: &rest, to: &code)
        return
      }
      Self.move(
        pounds == 0 && rest.first == UInt8(ascii: "\\") ? min(2, rest.count) : 1, from: &rest, to: &code)
    }
  }

  private static func move(_ count: Int, from rest: inout ArraySlice<UInt8>, to code: inout [UInt8]) {
    code += rest.prefix(count)
    rest = rest.dropFirst(count)
  }
}
