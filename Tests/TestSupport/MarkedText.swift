package import PolicySyntax

/// A text with `«` and `»` around the spans that a test is about.
package struct MarkedText: Sendable {
  /// The text without the marks.
  package let text: String
  /// The marked spans as UTF-8 offsets, in the order in which they open.
  package let spans: [Range<Int>]

  /// Removes the marks from `marked`.
  package init(_ marked: String) {
    var bytes: [UInt8] = []
    var open: [Int] = []
    var spans: [Range<Int>] = []
    for character in marked.unicodeScalars {
      switch character {
      case "«":
        open.append(spans.count)
        spans.append(bytes.count..<bytes.count)
      case "»":
        if let last = open.popLast() { spans[last] = spans[last].lowerBound..<bytes.count }
      default:
        bytes += Array(String(character).utf8)
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
    self.spans = spans
  }

  /// The text as a source with a name.
  package func source(named name: String = "policy.yaml") -> SourceText {
    SourceText(name: name, text: text)
  }
}
