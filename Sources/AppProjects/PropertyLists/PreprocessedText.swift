internal import Quantities

/// A text that the C preprocessor reads, with the first place that is not followed in it.
///
/// Directives on a line of their own are followed. The preprocessor also joins lines, leaves out comments, knows other spellings of `#`, and
/// reads directives after them.
struct PreprocessedText {
  /// The place and the reason, without a full stop; `nil` if all of the text is followed.
  private(set) var problem: (offset: Int, reason: String)?
  private let bytes: [UInt8]
  private let directives: Set<String>
  /// Whether `//` begins no comment.
  private let isTraditional: Bool
  /// Whether the text is a header, which only defines names: a header may have comments, and has no other text.
  private let isHeader: Bool
  /// Whether a comment of a header is open.
  private var isInComment = false

  /// The text of a property list.
  init(list bytes: [UInt8], isTraditional: Bool) {
    self.init(bytes, Self.conditions, isTraditional: isTraditional, isHeader: false)
  }

  /// The text of a header.
  init(header bytes: [UInt8]) {
    let directives = Self.conditions.union(["define", "undef", "pragma", "warning", "error"])
    self.init(bytes, directives, isTraditional: false, isHeader: true)
  }

  private static let conditions: Set<String> = ["ifdef", "ifndef", "if", "elif", "else", "endif"]

  private init(_ bytes: [UInt8], _ directives: Set<String>, isTraditional: Bool, isHeader: Bool) {
    self.bytes = bytes
    self.directives = directives
    self.isTraditional = isTraditional
    self.isHeader = isHeader
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    var start = bytes.starts(with: mark) ? mark.count : 0
    if start > 0, let first = bytes.dropFirst(start).first(where: { !$0.isSpaceOrTab }), first == Sign.number
    {
      problem = (0, "A directive follows the byte order mark")
    }
    while start < bytes.count, problem == nil {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var line = bytes[start..<end]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if let reason = isHeader ? problem(inHeader: line) : problem(in: line) { problem = (start, reason) }
      start = end + 1
    }
  }

  private enum Sign {
    static let number = UInt8(ascii: "#")
    static let slash = UInt8(ascii: "/")
    static let star = UInt8(ascii: "*")
    static let backslash = UInt8(ascii: "\\")
    static let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
  }

  private func problem(in line: ArraySlice<UInt8>) -> String? {
    if line.contains(where: { $0 < 0x20 && !$0.isSpaceOrTab }) { return "A line has a control character" }
    let text = line.drop(while: \.isSpaceOrTab)
    if text.last(where: { !$0.isSpaceOrTab }) == Sign.backslash {
      return "A backslash joins a line and the next one"
    }
    if text.starts(with: Array("%:".utf8)) { return "A directive has another spelling" }
    guard text.first == Sign.number else {
      return hasComment(text, afterDirective: false) ? "The C preprocessor leaves out a comment" : nil
    }
    let name = String(
      decoding: text.dropFirst().drop(while: \.isSpaceOrTab).prefix { !$0.isSpaceOrTab && $0 != Sign.slash },
      as: UTF8.self)
    guard directives.contains(name) else { return "The directive #\(name) is not followed" }
    return hasComment(text, afterDirective: true) ? "A directive has a comment" : nil
  }

  /// A comment after a directive may end with the line.
  private func hasComment(_ text: ArraySlice<UInt8>, afterDirective: Bool) -> Bool {
    var quote: UInt8?
    var previous: UInt8?
    for byte in text {
      if let open = quote {
        if byte == open, previous != Sign.backslash { quote = nil }
        previous = previous == Sign.backslash ? nil : byte
        continue
      }
      if previous == Sign.slash {
        if byte == Sign.star { return true }
        if byte == Sign.slash, !isTraditional {
          return !afterDirective
        }
      }
      if Sign.quotes.contains(byte) { quote = byte }
      previous = byte
    }
    return false
  }

  private mutating func problem(inHeader line: ArraySlice<UInt8>) -> String? {
    let text = line.drop(while: \.isSpaceOrTab)
    let end = Array("*/".utf8)
    if isInComment || text.starts(with: Array("/*".utf8)) {
      let rest = isInComment ? text : text.dropFirst(2)
      let close = rest.indices.dropLast().first { rest[$0..<($0 + 2)].elementsEqual(end) }
      isInComment = close == nil
      guard let close else { return nil }
      return rest[(close + 2)...].allSatisfy(\.isSpaceOrTab) ? nil : "Code follows a comment"
    }
    guard let first = text.first else { return nil }
    if first == Sign.slash, text.dropFirst().first == Sign.slash, text.last != Sign.backslash { return nil }
    guard first == Sign.number else { return "It has text beside its directives" }
    return problem(in: line)
  }
}
