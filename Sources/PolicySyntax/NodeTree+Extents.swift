extension NodeTree {
  /// The extent of the first entry or list element of a file that begins after an offset.
  ///
  /// A list element precedes the entry that it begins with.
  package func element(in source: SourceID, after offset: Int) -> Span? {
    var best: Span?
    for index in records.indices where records[index].source == source {
      for span in extents(in: NodeID(index: UInt32(index)))
      where span.source == source && span.range.lowerBound >= offset && isBefore(span, best) {
        best = span
      }
    }
    return best
  }

  /// Whether an extent begins earlier than another, or begins with it and contains it.
  private func isBefore(_ span: Span, _ other: Span?) -> Bool {
    guard let other else { return true }
    return (span.lower, other.upper) < (other.lower, span.upper)
  }

  /// The extents of a collection's entries or elements; empty for a scalar.
  private func extents(in collection: NodeID) -> [Span] {
    guard !isAlias(collection) else { return [] }
    return switch kind(of: collection) {
    case .sequence: items(of: collection).map { withProperties(spanAsWritten(of: $0)) }
    case .mapping: ownEntries(of: collection).map { extent(from: $0.key, to: $0.value) }
    case .scalar: []
    }
  }
}
