internal import PolicySyntax
internal import Quantities

/// A range of a file's text, with its location.
struct SpannedText {
  private let bytes: [UInt8]
  private let source: SourceID
  private var range: Range<Int>

  init(_ bytes: [UInt8], _ span: Span) {
    self.bytes = bytes
    source = span.source
    range = span.range
  }

  var text: String { String(decoding: bytes[range], as: UTF8.self) }
  /// The location of the text in the file.
  var span: Span { Span(source: source, range) }

  /// Whether the text begins with `prefix`.
  func hasPrefix(_ prefix: String) -> Bool { bytes[range].starts(with: prefix.utf8) }

  /// Removes leading bytes while a condition holds.
  mutating func drop(while isDropped: (UInt8) -> Bool) {
    range = (bytes[range].firstIndex { !isDropped($0) } ?? range.upperBound)..<range.upperBound
  }

  /// Removes leading spaces and tabs.
  mutating func dropSpaces() { drop(while: \.isSpaceOrTab) }

  /// Removes and returns the text up to the next space or tab.
  mutating func dropWord() -> SpannedText {
    var word = self
    drop { !$0.isSpaceOrTab }
    word.range = word.range.lowerBound..<range.lowerBound
    return word
  }

  /// The text without spaces and tabs at its ends.
  var trimmed: SpannedText {
    var result = self
    result.dropSpaces()
    let end = bytes[result.range].lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? result.range.lowerBound
    result.range = result.range.lowerBound..<end
    return result
  }

  /// The text before and after the first `word` with a space on both sides. `nil` if the text has no such
  /// word.
  func split(at word: String) -> (SpannedText, SpannedText)? {
    var rest = self
    while true {
      rest.dropSpaces()
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

  /// The parts between spaces and tabs.
  var words: [SpannedText] {
    bytes[range].split(whereSeparator: \.isSpaceOrTab).map { part in
      var result = self
      result.range = part.startIndex..<part.endIndex
      return result
    }
  }
}
