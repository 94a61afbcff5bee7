extension NodeTree {
  /// The first entry or list value of a file that begins behind an offset, from its first byte to its last.
  ///
  /// A list value goes before the entry that it begins with.
  package func element(in source: SourceID, behind offset: Int) -> Span? {
    var best: Span?
    for index in records.indices where records[index].source == source && !records[index].isScalarOrAlias {
      let node = NodeID(index: UInt32(index))
      for span in items(of: node).map(spanAsWritten(of:)) + ownEntries(of: node).map(extent(of:))
      where span.source == source && span.range.lowerBound >= offset && isBefore(span, best) {
        best = span
      }
    }
    return best
  }

  /// Whether a stretch begins earlier, or begins with the other one.
  private func isBefore(_ span: Span, _ other: Span?) -> Bool {
    guard let other else { return true }
    return (span.lower, other.upper) < (other.lower, span.upper)
  }

  private func extent(of entry: NodeEntry) -> Span { extent(from: entry.key, to: entry.value) }
}

extension NodeTree.Record {
  fileprivate var isScalarOrAlias: Bool { form == .scalar || form == .alias }
}
