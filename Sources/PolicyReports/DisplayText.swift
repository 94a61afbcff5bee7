internal import Quantities

/// Text as a terminal, or the log of a CI job, shows it.
///
/// Policies are untrusted input, so their strings must remain text: they can't begin a line, move the cursor,
/// or give a command to the service that reads the log.
package enum DisplayText {
  /// A text that begins a line. Characters that are not plain text, and commands to a CI service, are written
  /// as escapes.
  package static func line(_ text: some StringProtocol) -> String {
    withoutCommand(inline(text))
  }

  /// A text on one line that follows other text of the line, so that it cannot begin a command.
  static func inline(_ text: some StringProtocol) -> String {
    escaped(text, keepsTabs: false, endsLine: true)
  }

  /// A text that keeps its line feeds and tabs, for diffs and examples.
  static func block(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return withoutCommand(part(text)) }
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { bytes in
      // A line may end in a carriage return and a line feed.
      let line = String(decoding: bytes, as: UTF8.self)
      let hasReturn = line.utf8.last == UInt8(ascii: "\r")
      let content = hasReturn ? String(decoding: bytes.dropLast(), as: UTF8.self) : line
      return withoutCommand(part(content)) + (hasReturn ? "\r" : "")
    }.joined(separator: "\n")
  }

  /// A part of a line that keeps its tabs. Other text may precede and follow the part.
  static func part(_ text: some StringProtocol) -> String {
    escaped(text, keepsTabs: true, endsLine: false)
  }

  /// Whether a text contains a command to a service that reads logs, at any position of a line.
  static func hasCommandInside(_ text: String) -> Bool {
    var rest = text.utf8[...]
    while let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      rest = rest[rest.index(after: mark)...]
      if rest.first == UInt8(ascii: "#"), let next = rest.dropFirst().first, isCommandName(next) {
        return true
      }
    }
    return false
  }

  private static func escaped(_ text: some StringProtocol, keepsTabs: Bool, endsLine: Bool) -> String {
    guard mayNeedEscapes(text) else { return String(text) }
    var result = ""
    let scalars = text.unicodeScalars
    var previous: Unicode.Scalar?
    for (index, scalar) in zip(scalars.indices, scalars) {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t" where !keepsTabs: result += "\\t"
      case "#" where previous == "#":
        // `##[group]` and `##vso[task]` are commands of GitHub's and Azure's runners anywhere in a line.
        let next = scalars[scalars.index(after: index)...].first
        let beginsCommand = next.map { $0.isASCII && isCommandName(UInt8($0.value)) } ?? endsLine
        result += beginsCommand ? scalar.bracedEscape : "#"
      case _ where isUnsafe(scalar): result += scalar.bracedEscape
      default: result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return result
  }

  /// The text with its first colon escaped if the text begins with two colons: `::error::` is a command of
  /// GitHub's runner, which ignores spaces before the colons.
  private static func withoutCommand(_ text: String) -> String {
    guard let first = text.utf8.first,
      first <= UInt8(ascii: " ") || first >= 0x80 || first == UInt8(ascii: ":")
    else { return text }
    let scalars = text.unicodeScalars
    let visible = scalars.indices.lazy.filter { !isInvisible(scalars[$0]) }
    guard let colon = visible.first, scalars[colon] == ":" else { return text }
    let next = visible.dropFirst().first
    guard next.map({ scalars[$0] == ":" }) ?? true else { return text }
    return String(scalars[..<colon]) + scalars[colon].bracedEscape
      + String(scalars[scalars.index(after: colon)...])
  }

  /// Whether a runner ignores a scalar before a command: white space, and scalars without width.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func isCommandName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// Whether a string has a byte that may be part of a scalar that needs an escape. Most strings have no such byte.
  private static func mayNeedEscapes(_ text: some StringProtocol) -> Bool {
    // A native Swift string gives access to its bytes, and a search of bytes is faster than a search of the
    // UTF-8 view.
    text.utf8.withContiguousStorageIfAvailable { $0.contains(where: mayNeedEscape) }
      ?? text.utf8.contains(where: mayNeedEscape)
  }

  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00..<0x20, 0x7F, UInt8(ascii: "#"), 0xC2, 0xD8, 0xE2, 0xEF: true
    default: false
    }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" || scalar.isDeceptive
  }

  /// The number of columns that a terminal needs for a text.
  package static func width(of text: some StringProtocol) -> Int {
    // A byte of ASCII is a column.
    let count = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } ? $0.count : nil }
    if let count = count.flatMap(\.self) { return count }
    return text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x00..<0x300: return 1
    case 0x200D, 0xFE00...0xFE0F: return 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return 0
      default: return scalar.properties.isEmojiPresentation ? 2 : 1
      }
    }
  }

  /// A text padded with spaces after or before it, up to a width in columns.
  package static func padded(_ text: String, to width: Int, spacesFirst: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - self.width(of: text)))
    return spacesFirst ? spaces + text : text + spaces
  }

  /// The words of a text, in lines of at most `width` columns. A number and its unit count as one word.
  package static func wrapped(_ text: String, width: Int) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      var lines: [String] = []
      var words: [UnsafeBufferPointer<UInt8>.SubSequence] = []
      words.reserveCapacity(width / 4)
      var lineWidth = 0
      var rest = bytes[...]
      while let word = nextWord(&rest) {
        let wordWidth = self.width(of: word)
        if !words.isEmpty, lineWidth + 1 + wordWidth > width {
          lines.append(line(of: words))
          words.removeAll(keepingCapacity: true)
        }
        lineWidth = words.isEmpty ? wordWidth : lineWidth + 1 + wordWidth
        words.append(word)
      }
      if !words.isEmpty { lines.append(line(of: words)) }
      return lines
    }
  }

  private static func nextWord(
    _ rest: inout UnsafeBufferPointer<UInt8>.SubSequence
  ) -> UnsafeBufferPointer<UInt8>.SubSequence? {
    let isGap: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard let start = rest.firstIndex(where: { !isGap($0) }) else { return nil }
    var end = rest[start...].firstIndex(where: isGap) ?? rest.endIndex
    if end < rest.endIndex, rest[end] == UInt8(ascii: " "),
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(rest[end - 1])
    {
      let endOfNext = rest[(end + 1)...].firstIndex(where: isGap) ?? rest.endIndex
      if isUnit(rest[(end + 1)..<endOfNext]) { end = endOfNext }
    }
    defer { rest = rest[end...] }
    return rest[start..<end]
  }

  /// Whether a word is a unit, perhaps with a punctuation mark after the unit. No line ends between a number and its unit.
  private static func isUnit(_ word: UnsafeBufferPointer<UInt8>.SubSequence) -> Bool {
    let punctuation = Array(",;:.)".utf8)
    let unit = word.last.map(punctuation.contains) == true ? word.dropLast() : word
    return units.contains { unit.elementsEqual($0.utf8) }
  }

  private static let units = ["%", "B", "kB", "MB", "GB", "TB", "J", "kJ", "mAh"]

  private static func width(of word: UnsafeBufferPointer<UInt8>.SubSequence) -> Int {
    word.allSatisfy { $0 < 0x80 } ? word.count : width(of: String(decoding: word, as: UTF8.self))
  }

  private static func line(of words: [UnsafeBufferPointer<UInt8>.SubSequence]) -> String {
    let first = String(decoding: words[0], as: UTF8.self)
    let safe = withoutCommand(first)
    let rest = words.dropFirst()
    return safe
      + String(unsafeUninitializedCapacity: rest.reduce(0) { $0 + 1 + $1.count }) { line in
        var end = 0
        for word in rest {
          line[end] = UInt8(ascii: " ")
          end = line[(end + 1)...].update(fromContentsOf: word)
        }
        return end
      }
  }

  /// A list of names for a message: the first ten names, and the number of further names.
  package static func list(_ names: [String]) -> String {
    let most = 10
    let shown = names.prefix(most).joined(separator: ", ")
    return names.count > most ? "\(shown) and \(names.count - most) more" : shown
  }

  /// `count` and a noun, which gets the ending -s unless the count is 1.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
