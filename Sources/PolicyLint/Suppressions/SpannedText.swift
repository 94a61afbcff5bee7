internal import PolicySyntax
internal import Quantities

/// A stretch of a file's text that knows where it stands.
struct SpannedText {
  private let bytes: [UInt8]
  private let source: SourceID
  private var range: Range<Int>

  init(_ bytes: [UInt8], _ span: Span) {
    self.bytes = bytes
    source = span.source
    range = span.range
  }

  /// The text.
  var text: String { String(decoding: bytes[range], as: UTF8.self) }
  /// Where it stands.
  var span: Span { Span(source: source, range) }

  /// Whether it begins with a text.
  func hasPrefix(_ prefix: String) -> Bool { bytes[range].starts(with: prefix.utf8) }

  /// Leaves out what it begins with, as long as that is so.
  mutating func drop(while isDropped: (UInt8) -> Bool) {
    range = (bytes[range].firstIndex { !isDropped($0) } ?? range.upperBound)..<range.upperBound
  }

  /// Leaves out the blanks that it begins with.
  mutating func dropBlanks() { drop(while: \.isSpaceOrTab) }

  /// Takes off everything up to the next blank.
  mutating func dropWord() -> SpannedText {
    var word = self
    drop { !$0.isSpaceOrTab }
    word.range = word.range.lowerBound..<range.lowerBound
    return word
  }

  /// The text without blanks at its ends.
  var trimmed: SpannedText {
    var result = self
    result.dropBlanks()
    let end = bytes[result.range].lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? result.range.lowerBound
    result.range = result.range.lowerBound..<end
    return result
  }

  /// What stands before and behind the first of a word that has blanks around it.
  func split(at word: String) -> (SpannedText, SpannedText)? {
    var rest = self
    while true {
      rest.dropBlanks()
      guard !rest.range.isEmpty else { return nil }
      let next = rest.dropWord()
      guard next.text == word else { continue }
      var head = self
      head.range = range.lowerBound..<next.range.lowerBound
      return (head, rest)
    }
  }

  /// The parts between separators.
  func split(separator: UInt8) -> [SpannedText] {
    bytes[range].split(separator: separator, omittingEmptySubsequences: false).map { part in
      var result = self
      result.range = part.startIndex..<part.endIndex
      return result
    }
  }

  /// The parts between blanks.
  var words: [SpannedText] {
    bytes[range].split(whereSeparator: \.isSpaceOrTab).map { part in
      var result = self
      result.range = part.startIndex..<part.endIndex
      return result
    }
  }
}
