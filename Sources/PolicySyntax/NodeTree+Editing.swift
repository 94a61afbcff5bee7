internal import Quantities

// Edits that change one entry. The rest of the text keeps its comments, order, quotes and line breaks.
extension NodeTree {
  /// Adds an entry at the end of a mapping.
  package func insertion(of entry: String, into mapping: NodeID) -> [Edit] {
    let entries = ownEntries(of: mapping)
    guard let first = entries.first, let last = entries.last else {
      return [emptyReplacement(of: mapping, "{ \(entry) }", inside: " \(entry)")]
    }
    let end = extent(from: last.key, to: last.value)
    let edit =
      isFlow(mapping)
      ? insertion(", \(entry)", after: end)
      : newLine(entry, below: end, indentedLike: start(of: first.key))
    return [entries.count == 1 ? widened(edit, over: end) : edit]
  }

  /// Adds an entry at the start of a mapping.
  package func insertion(of entry: String, atStartOf mapping: NodeID) -> [Edit] {
    guard let first = ownEntries(of: mapping).first else { return insertion(of: entry, into: mapping) }
    let start = start(of: first.key)
    guard !isFlow(mapping) else { return [Edit(replacing: start, with: "\(entry), ")] }
    return [Edit(replacing: start, with: entry + lineBreak(near: start) + indentation(of: start))]
  }

  /// Adds an element at the end of a list.
  package func insertion(ofItem item: String, into sequence: NodeID) -> [Edit] {
    guard let (first, last) = ends(of: sequence) else {
      return [emptyReplacement(of: sequence, "[\(item)]", inside: item)]
    }
    let end = spanAsWritten(of: last)
    let span = spanAsWritten(of: first)
    let dash = UInt32(dash(before: span))
    let edit =
      isFlow(sequence)
      ? insertion(", \(item)", after: end)
      : newLine(
        "- \(item)", below: end, indentedLike: Span(source: span.source, lower: dash, upper: dash))
    return [first == last ? widened(edit, over: end) : edit]
  }

  /// Replaces the text of a scalar, and keeps its quotes.
  package func replacement(of scalar: NodeID, with text: String) -> Edit {
    let quoted =
      switch style(of: scalar) {
      case .singleQuoted: YAMLText.singleQuoted(text)
      case .doubleQuoted: YAMLText.doubleQuoted(text)
      case .plain, .literal, .folded: YAMLText.scalar(text)
      }
    return replacement(of: scalar, withPlain: quoted)
  }

  /// Replaces a value with YAML.
  package func replacement(of node: NodeID, withPlain text: String) -> Edit {
    let span = span(of: node)
    // An empty value may follow the colon without a space.
    let needsSpace = span.isEmpty && span.lower > 0 && !bytes(span)[span.range.lowerBound - 1].isSpaceOrTab
    return Edit(replacing: span, with: needsSpace ? " " + text : text)
  }

  // MARK: - Extents

  /// The mapping as written. A mapping that is merged from several files has the location of one of the merged mappings, and the result is
  /// the mapping at this location; `nil` if the merged mapping has no entry from there.
  func written(_ mapping: NodeID) -> NodeID? {
    let own = target(of: mapping)
    guard records[Int(own.index)].size == 1 else { return own }
    // A mapping that is merged from several files has no text of its own. It has the location of one of the merged mappings.
    let location = span(of: mapping)
    return entries(of: mapping).lazy.map(\.container).first { span(of: $0) == location }
  }

  /// The entries that are written in a mapping itself, including merge keys, without the merged entries.
  func ownEntries(of mapping: NodeID) -> [NodeEntry] {
    guard let own = written(mapping) else { return [] }
    var entries: [NodeEntry] = []
    var key = own.index + 1
    let end = own.index + records[Int(own.index)].size
    while key < end {
      let value = key + records[Int(key)].size
      entries.append(NodeEntry(key: NodeID(index: key), value: NodeID(index: value), container: own))
      key = value + records[Int(value)].size
    }
    return entries
  }

  /// The extent of an entry, from its key, or the anchor or tag before it, to the end of its value.
  func extent(from key: NodeID, to value: NodeID) -> Span {
    withProperties(spanAsWritten(of: key).union(spanAsWritten(of: value)))
  }

  /// The position at which an entry begins, as an empty span: the start of its key, of the anchor or tag before the key, or of
  /// the `?`.
  private func start(of key: NodeID) -> Span {
    let span = withProperties(spanAsWritten(of: key))
    let bytes = bytes(span)
    var offset = span.range.lowerBound
    while offset > 0, bytes[offset - 1].isSpaceOrTab { offset -= 1 }
    let isExplicit =
      offset > 0 && offset < span.range.lowerBound && bytes[offset - 1] == UInt8(ascii: "?")
      && (offset == 1 || bytes.lengthOfSpace(before: offset - 1) > 0)
    let lower = isExplicit ? offset - 1 : span.range.lowerBound
    return Span(source: span.source, lower..<lower)
  }

  /// The extent of a value, including the anchor and tag before the value.
  func withProperties(_ span: Span) -> Span {
    let bytes = bytes(span)
    var lower = span.range.lowerBound
    while true {
      var end = lower
      while end > 0, bytes[end - 1].isSpaceOrTab { end -= 1 }
      var start = end
      while start > 0, bytes.lengthOfSpace(before: start) == 0, !Self.isFlowIndicator(bytes[start - 1]) {
        start -= 1
      }
      guard start < end, bytes[start] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "!") else { break }
      lower = start
    }
    return Span(source: span.source, lower: UInt32(lower), upper: span.upper)
  }

  func bytes(_ span: Span) -> [UInt8] { sources[Int(span.source.index)].bytes }

  /// The offset of the `-` before a list element.
  func dash(before span: Span) -> Int {
    let bytes = bytes(span)
    var offset = span.range.lowerBound
    // Only white space, comments, tags and anchors are between the `-` and the element.
    while offset > 0 {
      offset -= 1
      if bytes[offset] == UInt8(ascii: "-"), isDash(at: offset, of: span) { break }
    }
    return offset
  }

  /// Whether a `-` begins a list element. Only other indicators precede such a `-` on its line, which excludes comments.
  private func isDash(at offset: Int, of span: Span) -> Bool {
    let bytes = bytes(span)
    guard offset + 1 == bytes.count || bytes.lengthOfSpace(at: offset + 1) > 0 else { return false }
    let before = bytes[lineStart(of: Span(source: span.source, offset..<offset))..<offset]
    return before.last?.isSpaceOrTab ?? true
      && before.allSatisfy { $0.isSpaceOrTab || "-?:".utf8.contains($0) }
  }

  private static func isFlowIndicator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
  }

  // MARK: - Edits

  /// The same edit, extended to cover the text of `span`.
  ///
  /// Two fixes that are valid one after the other may not be valid at once: for example, a fix that removes the only entry,
  /// and a fix that adds another entry. Fixes that overlap are never applied at once.
  func widened(_ edit: Edit, over span: Span) -> Edit {
    let whole = edit.span.union(span)
    let bytes = bytes(span)
    let before = String(decoding: bytes[whole.range.lowerBound..<edit.span.range.lowerBound], as: UTF8.self)
    let after = String(decoding: bytes[edit.span.range.upperBound..<whole.range.upperBound], as: UTF8.self)
    return Edit(replacing: whole, with: before + edit.replacement + after)
  }

  private func insertion(_ text: String, after span: Span) -> Edit {
    Edit(replacing: Span(source: span.source, lower: span.upper, upper: span.upper), with: text)
  }

  /// Fills an empty collection: replaces the collection, or inserts text after its bracket if it contains a comment.
  private func emptyReplacement(of collection: NodeID, _ whole: String, inside part: String) -> Edit {
    let span = span(of: collection)
    guard bytes(span)[span.range].contains(UInt8(ascii: "#")) else {
      return Edit(replacing: span, with: whole)
    }
    return Edit(
      replacing: Span(source: span.source, lower: span.lower + 1, upper: span.lower + 1), with: part)
  }

  /// Inserts a line below the line on which `span` ends, indented like another span.
  private func newLine(_ text: String, below span: Span, indentedLike model: Span) -> Edit {
    let line = indentation(of: model) + text
    let lineBreak = lineBreak(near: span)
    let bytes = bytes(span)
    guard let offset = nextLine(after: span) else {
      return Edit(replacing: Span(source: span.source, bytes.count..<bytes.count), with: lineBreak + line)
    }
    return Edit(replacing: Span(source: span.source, offset..<offset), with: line + lineBreak)
  }

  /// The indentation up to the column in which a span begins.
  private func indentation(of span: Span) -> String {
    let start = lineStart(of: span)
    let width = bytes(span)[start..<span.range.lowerBound].count { $0 & 0xC0 != 0x80 }
    return String(repeating: " ", count: width)
  }

  /// The offset of the first byte of the line on which a span begins.
  func lineStart(of span: Span) -> Int {
    let bytes = bytes(span)
    let start = bytes.startOfLine(at: span.range.lowerBound)
    return start == 0 && bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : start
  }

  /// The offset of the line below the line on which a span ends; `nil` if that line has no line break.
  func nextLine(after span: Span) -> Int? {
    let bytes = bytes(span)
    let upper = span.range.upperBound
    if !span.isEmpty, bytes.lengthOfBreak(before: upper) > 0 { return upper }
    let end = bytes.endOfLine(at: upper)
    return end < bytes.count ? end + bytes.lengthOfBreak(at: end) : nil
  }

  /// The line break that ends the line of a span. On the last line, the line break at the end of the previous
  /// line.
  private func lineBreak(near span: Span) -> String {
    let bytes = bytes(span)
    let feed = UInt8(ascii: "\n")
    guard let end = bytes[span.range.lowerBound...].firstIndex(of: feed) ?? bytes.lastIndex(of: feed) else {
      return "\n"
    }
    return end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }
}

extension NodeTree {
  /// The extent of a node as written, including the anchor and tag before the node.
  package func spanWithProperties(of node: NodeID) -> Span {
    let span = spanAsWritten(of: node)
    return span.isEmpty ? span : withProperties(span)
  }
}
