/// The words, texts and marks of a file of JavaScript, TypeScript, Dart, Kotlin or C#, without comments.
///
/// The reader knows only as much of these languages as the search for calls needs. A text that does not end on its line ends there, unless
/// its language lets it continue.
struct ScriptTokens {
  struct Token {
    enum Kind: Equatable {
      case name
      /// A text; `nil` if parts of the text are computed.
      case text(String?)
      case mark
    }

    let kind: Kind
    /// The text of a name or mark.
    let text: String
    let line: Int
    let column: Int
  }

  private(set) var tokens: [Token] = []
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  /// The number of Unicode scalars in the line before a byte.
  private var counted = (scalars: 0, byte: 0)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while index < bytes.count { read() }
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private mutating func advance() {
    if bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    index += 1
  }

  /// The column of the next byte, which counts Unicode scalars. Each byte is counted once, as a line may be the whole of a large file.
  private mutating func columnOfNext() -> Int {
    if counted.byte < lineStart { counted = (0, lineStart) }
    counted.scalars += bytes[counted.byte..<index].count { $0 & 0xC0 != 0x80 }
    counted.byte = index
    return counted.scalars + 1
  }

  private mutating func add(_ kind: Token.Kind, from start: Int, line: Int, column: Int) {
    tokens.append(
      Token(
        kind: kind, text: String(decoding: bytes[start..<index], as: UTF8.self), line: line, column: column))
  }

  private mutating func read() {
    guard let first = byte() else { return }
    let (start, ownLine) = (index, line)
    let column = columnOfNext()
    switch first {
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      while let one = byte(), one != UInt8(ascii: "\n") { advance() }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
      while index < bytes.count, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { advance() }
      index = min(index + 2, bytes.count)
    case UInt8(ascii: "/") where isRegularExpression: skipRegularExpression()
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      let text = readText(first)
      add(.text(text), from: start, line: ownLine, column: column)
    case _ where Self.isWord(first):
      while let one = byte(), Self.isWord(one) { advance() }
      add(.name, from: start, line: ownLine, column: column)
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): advance()
    case UInt8(ascii: "=") where byte(1) == UInt8(ascii: ">"):
      index += 2
      add(.mark, from: start, line: ownLine, column: column)
    default:
      advance()
      add(.mark, from: start, line: ownLine, column: column)
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Reads a text, and returns its value; `nil` if parts of the text are computed.
  private mutating func readText(_ quote: UInt8) -> String? {
    let isTriple = quote != UInt8(ascii: "`") && byte(1) == quote && byte(2) == quote
    let length = isTriple ? 3 : 1
    index += length
    let start = index
    var isPlain = true
    while let one = byte() {
      if one == quote, !isTriple || byte(1) == quote && byte(2) == quote { break }
      if one == UInt8(ascii: "\n"), !isTriple, quote != UInt8(ascii: "`") { return nil }
      if one == UInt8(ascii: "$") || one == UInt8(ascii: "{") { isPlain = false }
      if one == UInt8(ascii: "\\") {
        isPlain = false
        advance()
        guard index < bytes.count else { return nil }
      }
      advance()
    }
    let end = index
    index = min(index + length, bytes.count)
    return isPlain ? String(decoding: bytes[start..<min(end, bytes.count)], as: UTF8.self) : nil
  }

  /// Whether a slash begins a regular expression of JavaScript: no value comes before it.
  private var isRegularExpression: Bool {
    guard let last = tokens.last else { return false }
    switch last.kind {
    case .name: return last.text == "return"
    case .text: return false
    case .mark: return ["(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", "=>"].contains(last.text)
    }
  }

  private mutating func skipRegularExpression() {
    advance()
    var isInClass = false
    while let one = byte(), one != UInt8(ascii: "\n") {
      if one == UInt8(ascii: "[") { isInClass = true }
      if one == UInt8(ascii: "]") { isInClass = false }
      if one == UInt8(ascii: "\\") { index += 1 }
      guard index < bytes.count else { return }
      advance()
      if one == UInt8(ascii: "/"), !isInClass { return }
    }
  }
}
