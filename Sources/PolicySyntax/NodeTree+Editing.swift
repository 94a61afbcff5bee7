// Edits that change one entry and leave everything else as it is: comments, order, quotes, line ends.
extension NodeTree {
  /// Takes an entry out of the mapping in which it is written.
  package func removal(of key: NodeID, from mapping: NodeID) -> [Edit] {
    let entries = ownEntries(of: mapping)
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return [] }
    let extents = entries.map { extent(from: $0.key, to: $0.value) }
    return isFlow(mapping)
      ? [
        flowRemoval(
          of: extents[index], before: extents.suffix(from: index + 1).first, after: extents.prefix(index).last
        )
      ]
      : [
        blockRemoval(
          of: extents[index], before: extents.suffix(from: index + 1).first, isAlone: extents.count == 1,
          empty: "{}")
      ]
  }

  /// Takes a value out of a list.
  package func removal(ofItem item: NodeID, from sequence: NodeID) -> [Edit] {
    let all = items(of: sequence)
    guard let index = all.firstIndex(of: item) else { return [] }
    if isFlow(sequence) {
      let extents = all.map { spanAsWritten(of: $0) }
      let position = index - all.startIndex
      return [
        flowRemoval(
          of: extents[position], before: extents.suffix(from: position + 1).first,
          after: extents.prefix(position).last)
      ]
    }
    let extents = all.map { item -> Span in
      let span = spanAsWritten(of: item)
      return Span(source: span.source, lower: UInt32(dash(before: span)), upper: span.upper)
    }
    let position = index - all.startIndex
    return [
      blockRemoval(
        of: extents[position], before: extents.suffix(from: position + 1).first, isAlone: extents.count == 1,
        empty: "[]")
    ]
  }

  /// Adds an entry at the end of a mapping.
  package func insertion(of entry: String, into mapping: NodeID) -> [Edit] {
    let entries = ownEntries(of: mapping)
    guard let first = entries.first, let last = entries.last else {
      return [emptyReplacement(of: mapping, "{ \(entry) }")]
    }
    let end = extent(from: last.key, to: last.value)
    return [
      isFlow(mapping)
        ? insertion(", \(entry)", after: end)
        : newLine(entry, below: end, indentedLike: span(of: first.key))
    ]
  }

  /// Adds a value at the end of a list.
  package func insertion(ofItem item: String, into sequence: NodeID) -> [Edit] {
    guard let first = items(of: sequence).first, let last = items(of: sequence).last else {
      return [emptyReplacement(of: sequence, "[\(item)]")]
    }
    let end = spanAsWritten(of: last)
    if isFlow(sequence) { return [insertion(", \(item)", after: end)] }
    let span = spanAsWritten(of: first)
    let dash = UInt32(dash(before: span))
    return [
      newLine("- \(item)", below: end, indentedLike: Span(source: span.source, lower: dash, upper: dash))
    ]
  }

  /// Writes another text in place of a scalar, in the quotes that it has.
  package func replacement(of scalar: NodeID, with text: String) -> Edit {
    let quoted =
      switch style(of: scalar) {
      case .singleQuoted: YAMLText.singleQuoted(text)
      case .doubleQuoted: YAMLText.doubleQuoted(text)
      case .plain, .literal, .folded: YAMLText.scalar(text)
      }
    return Edit(replacing: span(of: scalar), with: quoted)
  }

  // MARK: - Extents

  /// The entries that are written in a mapping itself, not merged into it.
  func ownEntries(of mapping: NodeID) -> [NodeEntry] {
    let target = target(of: mapping)
    return entries(of: mapping).filter { $0.container == target }
  }

  func extent(from key: NodeID, to value: NodeID) -> Span {
    let span = spanAsWritten(of: key)
    let end = spanAsWritten(of: value)
    // The value of an entry that a merge with a base policy replaced may stand in another file.
    return end.source == span.source ? span.union(end) : span
  }

  private func bytes(_ span: Span) -> [UInt8] { sources[Int(span.source.index)].bytes }

  /// The offset of the `-` in front of a list's value.
  private func dash(before span: Span) -> Int {
    let bytes = bytes(span)
    var offset = span.range.lowerBound
    // Only blanks, comments, tags and anchors stand between the two.
    while offset > 0 {
      offset -= 1
      if bytes[offset] == UInt8(ascii: "-"), isIndicator(at: offset, in: bytes) { break }
    }
    return offset
  }

  private func isIndicator(at offset: Int, in bytes: [UInt8]) -> Bool {
    let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let isFree = offset == 0 || isBlank(bytes[offset - 1])
    return isFree && (offset + 1 == bytes.count || isBlank(bytes[offset + 1]))
  }

  // MARK: - Edits

  private func flowRemoval(of extent: Span, before next: Span?, after previous: Span?) -> Edit {
    if let next {
      return Edit(replacing: Span(source: extent.source, lower: extent.lower, upper: next.lower), with: "")
    }
    if let previous {
      return Edit(
        replacing: Span(source: extent.source, lower: previous.upper, upper: extent.upper), with: "")
    }
    return Edit(replacing: extent, with: "")
  }

  private func blockRemoval(of extent: Span, before next: Span?, isAlone: Bool, empty: String) -> Edit {
    let bytes = bytes(extent)
    if isAlone { return Edit(replacing: extent, with: empty) }
    let lines = LineTable(bytes)
    let firstLine = lines.line(ofByte: extent.range.lowerBound)
    let lineStart = lines.start(ofLine: firstLine)
    let isFirstOnLine = bytes[lineStart..<extent.range.lowerBound].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    if !isFirstOnLine, let next {
      // The entry shares its line with a `-`, behind which the next one takes its place.
      return Edit(replacing: Span(source: extent.source, lower: extent.lower, upper: next.lower), with: "")
    }
    let end = max(extent.range.lowerBound, extent.range.upperBound - 1)
    let nextLine = lines.line(ofByte: end) + 1
    let lineEnd = nextLine <= lines.count ? lines.start(ofLine: nextLine) : bytes.count
    return Edit(replacing: Span(source: extent.source, lineStart..<lineEnd), with: "")
  }

  private func insertion(_ text: String, after span: Span) -> Edit {
    Edit(replacing: Span(source: span.source, lower: span.upper, upper: span.upper), with: text)
  }

  private func emptyReplacement(of collection: NodeID, _ text: String) -> Edit {
    Edit(replacing: span(of: collection), with: text)
  }

  /// A line below the one on which `span` ends, its text under the column of another.
  private func newLine(_ text: String, below span: Span, indentedLike model: Span) -> Edit {
    let bytes = bytes(span)
    let lines = LineTable(bytes)
    let column = lines.position(ofByte: model.range.lowerBound).column
    let line = String(repeating: " ", count: column - 1) + text
    let lineBreak = bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    let next = lines.line(ofByte: max(span.range.lowerBound, span.range.upperBound - 1)) + 1
    guard next <= lines.count else {
      return Edit(replacing: Span(source: span.source, bytes.count..<bytes.count), with: lineBreak + line)
    }
    let offset = lines.start(ofLine: next)
    return Edit(replacing: Span(source: span.source, offset..<offset), with: line + lineBreak)
  }
}
