internal import PolicyLint
internal import PolicyModel
package import PolicySyntax
internal import Quantities

/// The part of the policy language that belongs at a cursor, even if the text is not valid YAML.
package struct CursorContext: Sendable {
  /// The part of an entry that belongs at the cursor.
  package enum Part: Sendable {
    case key, value
    /// An element of a list, which may be a value or begin a mapping.
    case element
    /// The names of rules in a comment that suppresses the rules' findings.
    case suppression
    /// No part of the language: the cursor is in a comment that suppresses no findings.
    case none
  }

  /// The part of an entry that belongs at the cursor.
  package private(set) var part: Part
  /// The word at the cursor, which a completion replaces.
  package let word: Range<Int>
  /// The keys from the root to the mapping that contains the key, or to the value. An element of a list is `nil`.
  package private(set) var steps: [String?] = []
  /// The keys that the mapping already has.
  package private(set) var siblings: [String] = []
  /// Whether a colon follows the word.
  package private(set) var hasColon = false
  /// The policy of the text, or of the part before the cursor if the text is not valid YAML; `nil` if neither text can be
  /// read.
  private(set) var policy: Policy?
  /// Whether the cursor is within brackets or braces.
  package private(set) var isInFlow = false

  private static let marker = "bgpolicy-completion"

  /// The context of an offset.
  package init(at offset: Int, in source: SourceText) {
    let bytes = source.bytes
    let word = Word(at: offset, in: bytes).range
    self.word = word
    let lineStart = bytes.startOfLine(at: word.lowerBound)
    let before = bytes[lineStart..<word.lowerBound]
    if let comment = Self.comment(in: before) {
      let isSuppression = comment.firstRange(of: Array(SuppressionComment.directive.utf8)) != nil
      let hasReason = comment.firstRange(of: Array("--".utf8)) != nil
      part = isSuppression && !hasReason ? .suppression : .none
      return
    }
    let written = before.filter { !$0.isSpaceOrTab && !"\"'".utf8.contains($0) }
    let rest = bytes[word.upperBound...].drop { $0.isSpaceOrTab || "\"'".utf8.contains($0) }
    hasColon = rest.first == UInt8(ascii: ":")
    let bracket = Self.innermostBracket(in: bytes[..<word.lowerBound])
    isInFlow = bracket != nil
    if written.last == UInt8(ascii: ":") {
      part = .value
    } else if bracket == UInt8(ascii: "[") {
      part = .element
    } else if bracket == nil, written.last == UInt8(ascii: "-") {
      part = .element
    } else {
      part = .key
    }
    // The marker replaces the word, so that the text before and after the word can be read.
    let mark = Array((Self.marker + (part == .key && !hasColon ? ":" : "")).utf8)
    let marked = bytes[..<word.lowerBound] + mark + bytes[word.upperBound...]
    if read(Array(marked), at: word.lowerBound) { return }
    let text = bytes[..<word.lowerBound] + mark + Self.closers(of: bytes[..<word.lowerBound])
    if read(Array(text), at: word.lowerBound) { return }
    readIndentation(of: bytes, before: word.lowerBound)
  }

  /// Finds the marker in a text; `false` if the text can't be read.
  private mutating func read(_ bytes: [UInt8], at offset: Int) -> Bool {
    let reading = PolicyReader.read(SourceText(name: "", bytes: bytes))
    guard let node = reading.nodes.node(atByte: offset) else { return false }
    let steps = reading.nodes.steps(to: node)
    guard part == .key else {
      self.steps = steps
      policy = reading.policy
      return true
    }
    // A key that the language doesn't allow at the cursor has no node.
    guard steps.last == Self.marker else { return false }
    self.steps = steps.dropLast()
    policy = reading.policy
    siblings = reading.nodes.parent(of: node).map { reading.nodes.keys(of: $0) } ?? []
    siblings.removeAll { $0 == Self.marker }
    return true
  }

  /// Finds the steps by the indentation of the lines before the cursor.
  private mutating func readIndentation(of bytes: [UInt8], before offset: Int) {
    var steps: [String?] = []
    var lineStart = bytes.startOfLine(at: offset)
    var limit = Self.entry(in: bytes[lineStart..<offset]).indentation
    var isOwnLine = true
    while true {
      let end = isOwnLine ? offset : bytes.count
      let line = bytes[lineStart..<min(end, Self.endOfLine(in: bytes, at: lineStart))]
      let entry = Self.entry(in: line)
      if isOwnLine {
        if part != .key, let key = entry.key { steps.append(key) }
        if part == .element { steps.insert(nil, at: 0) }
      } else if let key = entry.key {
        if entry.indentation < limit {
          steps.append(key)
          limit = entry.indentation
        } else if entry.indentation == limit, steps.isEmpty, part == .key {
          siblings.append(key)
        }
      }
      isOwnLine = false
      guard lineStart > 0 else { break }
      lineStart = bytes.startOfLine(at: lineStart - 1)
    }
    self.steps = steps.reversed()
  }

  private static func endOfLine(in bytes: [UInt8], at offset: Int) -> Int {
    var end = offset
    while end < bytes.count, !bytes[end].isLineBreak { end += 1 }
    return end
  }

  /// The indentation of a line, and the key at its beginning.
  private static func entry(in line: ArraySlice<UInt8>) -> (indentation: Int, key: String?) {
    let rest = line.drop { $0.isSpaceOrTab || $0 == UInt8(ascii: "-") }
    let key = rest.prefix { !$0.isWhiteSpace && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "#") }
    let indentation = rest.startIndex - line.startIndex
    guard !key.isEmpty, rest.dropFirst(key.count).first == UInt8(ascii: ":") else {
      return (indentation, nil)
    }
    return (indentation, String(decoding: key, as: UTF8.self).trimmingQuotes)
  }

  /// The comment in the text of a line before the cursor; `nil` if the cursor is not in a comment.
  private static func comment(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var quote: UInt8?
    for (index, byte) in zip(line.indices, line) {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "#"), index == line.startIndex || line[index - 1].isSpaceOrTab {
        return line[index...]
      } else if "\"'".utf8.contains(byte), index == line.startIndex || !isPlain(line[index - 1]) {
        quote = byte
      }
    }
    return nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool { !byte.isWhiteSpace && !"[{,:".utf8.contains(byte) }

  /// The brackets that are open at the end of a text, outermost first.
  private static func openBrackets(in text: ArraySlice<UInt8>) -> [UInt8] {
    var open: [UInt8] = []
    var quote: UInt8?
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      let isStart = index == text.startIndex || !isPlain(text[index - 1])
      if let mark = quote {
        // A quotation mark that is still open at the end of a line doesn't begin a string.
        if byte == mark { quote = nil }
        if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") { index += 1 }
        if byte.isLineBreak { quote = nil }
      } else if byte == UInt8(ascii: "#"), isStart {
        while index < text.endIndex, !text[index].isLineBreak { index += 1 }
      } else if "\"'".utf8.contains(byte), isStart {
        quote = byte
      } else if "[{".utf8.contains(byte), isStart {
        open.append(byte)
      } else if "]}".utf8.contains(byte) {
        if !open.isEmpty { open.removeLast() }
      } else if byte.isLineBreak, index + 1 < text.endIndex, !text[index + 1].isWhiteSpace,
        !"]}#".utf8.contains(text[index + 1])
      {
        // No flow collection of a policy reaches a line without indentation.
        open = []
      }
      index += 1
    }
    return open
  }

  private static func innermostBracket(in text: ArraySlice<UInt8>) -> UInt8? { openBrackets(in: text).last }

  /// The brackets that close the brackets that are open at the end of a text.
  private static func closers(of text: ArraySlice<UInt8>) -> [UInt8] {
    openBrackets(in: text).reversed().map { $0 == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: "}") }
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    guard count > 1, let first, first == last, "\"'".contains(first) else { return self }
    return String(dropFirst().dropLast())
  }
}

extension CursorContext {
  /// The word at an offset, which a completion replaces.
  package static func word(at offset: Int, in source: SourceText) -> Range<Int> {
    Word(at: offset, in: source.bytes).range
  }
}
