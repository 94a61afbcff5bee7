internal import Quantities

// Edits that remove one entry from its mapping or list, and keep every comment.
extension NodeTree {
  /// Removes an entry from the mapping in which it is written.
  ///
  /// The result is empty if an alias elsewhere repeats a part of the entry, or if the entry's key has a `?`.
  package func removal(of key: NodeID, from mapping: NodeID) -> [Edit] {
    guard let own = written(mapping) else { return [] }
    let (first, end) = (own.index + 1, own.index + records[Int(own.index)].size)
    guard (first..<end).contains(key.index) else { return [] }
    let value = self.value(of: key)
    let next = value.index + records[Int(value.index)].size
    let neighbors = Neighbors(
      isFirst: key.index == first,
      next: next < end ? extent(ofEntry: NodeID(index: next)) : nil,
      // Only a removal of the first or the last entry needs all entries.
      others: { ownEntries(of: mapping).map { extent(from: $0.key, to: $0.value) } })
    return removal(of: extent(from: key, to: value), neighbors, from: mapping, empty: "{}")
  }

  private func value(of key: NodeID) -> NodeID { NodeID(index: key.index + records[Int(key.index)].size) }

  private func extent(ofEntry key: NodeID) -> Span { extent(from: key, to: value(of: key)) }

  /// Removes an element from a list. The result is empty if an alias elsewhere repeats a part of the element.
  package func removal(ofItem item: NodeID, from sequence: NodeID) -> [Edit] {
    let own = target(of: sequence)
    guard !records[Int(own.index)].isLinked else { return removal(ofItem: item, fromMerged: sequence) }
    let (first, end) = (own.index + 1, own.index + records[Int(own.index)].size)
    guard (first..<end).contains(item.index) else { return [] }
    let next = item.index + records[Int(item.index)].size
    let neighbors = Neighbors(
      isFirst: item.index == first,
      next: next < end ? extent(ofItem: NodeID(index: next), in: sequence) : nil,
      others: { items(of: sequence).map { extent(ofItem: $0, in: sequence) } })
    return removal(of: extent(ofItem: item, in: sequence), neighbors, from: sequence, empty: "[]")
  }

  /// Removes an element from a list whose elements may be from several files.
  private func removal(ofItem item: NodeID, fromMerged sequence: NodeID) -> [Edit] {
    let items = items(of: sequence)
    let extents = items.map { extent(ofItem: $0, in: sequence) }
    guard let index = items.firstIndex(of: item), extents.allSatisfy({ $0.source == extents[0].source })
    else {
      return []
    }
    let neighbors = Neighbors(
      isFirst: index == 0, next: extents.suffix(from: index + 1).first, others: { extents })
    return removal(of: extents[index], neighbors, from: sequence, empty: "[]")
  }

  /// The extent of an element, including its dash.
  private func extent(ofItem item: NodeID, in sequence: NodeID) -> Span {
    let span = withProperties(spanAsWritten(of: item))
    return isFlow(sequence)
      ? span : Span(source: span.source, lower: UInt32(dash(before: span)), upper: span.upper)
  }

  /// The neighbors of an entry or element that is removed from a collection.
  private struct Neighbors {
    let isFirst: Bool
    let next: Span?
    /// All entries or elements.
    let others: () -> [Span]

    var isAlone: Bool { isFirst && next == nil }
  }

  private func removal(
    of extent: Span, _ neighbors: Neighbors, from collection: NodeID, empty: String
  ) -> [Edit] {
    guard !holdsShared(extent) else { return [] }
    guard isFlow(collection) else {
      let edits = blockRemoval(
        of: extent, before: neighbors.next, isAlone: neighbors.isAlone, empty: empty)
      // Removals of the first and the last entry overlap, so that fixes never remove all entries at once.
      guard neighbors.isFirst, let last = neighbors.others().last else { return edits }
      return edits.map { widened($0, over: last) }
    }
    // A comment inside the entry would also comment out the entries that move to its line.
    guard comments(inside: extent).isEmpty, !isExplicit(extent) else { return [] }
    if let next = neighbors.next { return flowRemoval(of: extent, before: next) }
    if let previous = neighbors.others().dropLast().last { return flowRemoval(of: extent, after: previous) }
    return onlyRemoval(of: extent, from: span(of: collection))
  }

  /// Replaces a value with YAML, unless an alias elsewhere repeats a part of the value.
  package func replacements(of node: NodeID, withPlain text: String) -> [Edit] {
    guard kind(of: node) == .scalar || !holdsShared(span(of: node)) else { return [] }
    return [replacement(of: node, withPlain: text)]
  }

  /// Whether an alias elsewhere repeats a part of an extent.
  private func holdsShared(_ extent: Span) -> Bool {
    sharedSpans.contains {
      $0.source == extent.source && extent.lower <= $0.lower && $0.upper <= extent.upper
    }
  }

  private func comments(inside extent: Span) -> [Comment] {
    guard bytes(extent)[extent.range].contains(UInt8(ascii: "#")) else { return [] }
    return comments(in: extent.source).filter {
      extent.lower <= $0.span.lower && $0.span.upper <= extent.upper
    }
  }

  // MARK: - Flow style

  /// Whether a `?` precedes an entry.
  private func isExplicit(_ extent: Span) -> Bool {
    let bytes = bytes(extent)
    let lower = extent.range.lowerBound
    let mark = bytes.startOfSpace(before: lower) - 1
    guard mark >= 0, mark + 1 < lower, bytes[mark] == UInt8(ascii: "?") else { return false }
    let before = bytes.startOfSpace(before: mark)
    return before > 0 && (before < mark || "[{,".utf8.contains(bytes[before - 1]))
  }

  private func flowRemoval(of extent: Span, before next: Span) -> [Edit] {
    let gap = extent.range.upperBound..<next.range.lowerBound
    guard let comma = comma(in: gap, of: extent) else { return [] }
    let bytes = bytes(extent)
    var end = bytes[..<gap.upperBound].endOfSpace(at: comma + 1)
    // The comment may be about another entry, so the comment and the space before it stay.
    if bytes[gap].contains(UInt8(ascii: "#")) { end = comma + 1 }
    let before = Edit(replacing: extent, with: "")
    guard bytes.endOfSpace(at: gap.lowerBound) >= comma else {
      return [before, Edit(replacing: Span(source: extent.source, comma..<comma + 1), with: "")]
    }
    return [Edit(replacing: Span(source: extent.source, extent.range.lowerBound..<end), with: "")]
  }

  private func flowRemoval(of extent: Span, after previous: Span) -> [Edit] {
    let gap = previous.range.upperBound..<extent.range.lowerBound
    guard bytes(extent)[gap].contains(UInt8(ascii: "#")) else {
      return [
        Edit(replacing: Span(source: extent.source, gap.lowerBound..<extent.range.upperBound), with: "")
      ]
    }
    guard let comma = comma(in: gap, of: extent) else { return [] }
    // After a value, a `#` begins a comment only after white space.
    let isBeforeComment = bytes(extent)[comma + 1] == UInt8(ascii: "#")
    return [
      Edit(replacing: Span(source: extent.source, comma..<comma + 1), with: isBeforeComment ? " " : ""),
      Edit(replacing: extent, with: ""),
    ]
  }

  private func onlyRemoval(of extent: Span, from collection: Span) -> [Edit] {
    let inside = collection.range.lowerBound + 1..<collection.range.upperBound - 1
    guard bytes(collection)[inside].contains(UInt8(ascii: "#")) else {
      return [Edit(replacing: Span(source: extent.source, inside), with: "")]
    }
    let comma = comma(in: extent.range.upperBound..<inside.upperBound, of: extent)
    return [Edit(replacing: extent, with: "")]
      + (comma.map { [Edit(replacing: Span(source: extent.source, $0..<$0 + 1), with: "")] } ?? [])
  }

  /// The comma in a gap between two values that otherwise contains only white space and comments.
  private func comma(in gap: Range<Int>, of span: Span) -> Int? {
    let bytes = bytes(span)
    var offset = gap.lowerBound
    while offset < gap.upperBound, bytes[offset] != UInt8(ascii: ",") {
      if bytes[offset] == UInt8(ascii: "#") {
        offset = bytes[..<gap.upperBound].endOfLine(at: offset)
      } else {
        offset += 1
      }
    }
    return offset < gap.upperBound ? offset : nil
  }

  // MARK: - Block style

  private func blockRemoval(of extent: Span, before next: Span?, isAlone: Bool, empty: String) -> [Edit] {
    let bytes = bytes(extent)
    let lower = extent.range.lowerBound
    let lineStart = lineStart(of: extent)
    let indentation = bytes[lineStart..<lower]
    guard indentation.last(where: { !$0.isSpaceOrTab }) != UInt8(ascii: "?") else { return [] }
    let inner = comments(inside: extent).map { String(decoding: bytes[$0.span.range], as: UTF8.self) }
    if isAlone { return inner.isEmpty ? [emptying(extent, with: empty)] : [] }

    var end = extent.range.upperBound
    while end < bytes.count, bytes[end].isSpaceOrTab { end += 1 }
    let hasComment = end < bytes.count && bytes[end] == UInt8(ascii: "#")
    guard indentation.allSatisfy(\.isSpaceOrTab) else {
      // The entry is on the line of a `-`. The next entry moves to that line.
      guard let next, inner.isEmpty else { return [] }
      return [
        Edit(
          replacing: Span(source: extent.source, lower..<(hasComment ? end : next.range.lowerBound)), with: ""
        )
      ]
    }
    if hasComment {
      let own = inner.map {
        $0 + lineBreak(after: end, in: bytes) + String(decoding: indentation, as: UTF8.self)
      }
      return [Edit(replacing: Span(source: extent.source, lower..<end), with: own.joined())]
    }
    end = nextLine(after: extent) ?? bytes.count
    let own = inner.map {
      String(decoding: indentation, as: UTF8.self) + $0 + lineBreak(after: lower, in: bytes)
    }
    return [Edit(replacing: Span(source: extent.source, lineStart..<end), with: own.joined())]
  }

  /// Replaces the only entry with an empty collection, directly after the colon of the collection's key if only white space is
  /// between the colon and the entry.
  ///
  /// A dash of a list may be in the same column as the list's key, but a bracket may not.
  private func emptying(_ extent: Span, with empty: String) -> Edit {
    let bytes = bytes(extent)
    let colon = bytes.startOfSpace(before: extent.range.lowerBound)
    guard bytes.startOfLine(at: extent.range.lowerBound) > colon, empty == "[]" else {
      return Edit(replacing: extent, with: empty)
    }
    guard colon > 0, bytes[colon - 1] == UInt8(ascii: ":") else {
      return Edit(replacing: extent, with: "  " + empty)
    }
    return Edit(
      replacing: Span(source: extent.source, colon..<extent.range.upperBound), with: " " + empty)
  }

  private func lineBreak(after offset: Int, in bytes: [UInt8]) -> String {
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n"))
    return end.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false ? "\r\n" : "\n"
  }
}
