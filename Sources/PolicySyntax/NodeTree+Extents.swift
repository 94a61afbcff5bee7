/// The extents of the entries and list elements of a file, in their order.
///
/// A list element that is a mapping precedes the first entry of the mapping.
package struct ElementExtents {
  private let extents: [Span]

  /// The extents in a file of a tree.
  package init(in source: SourceID, of tree: NodeTree) {
    extents = tree.records.indices
      .filter { tree.records[$0].source == source }
      .flatMap { tree.extents(in: NodeID(index: UInt32($0))) }
      .filter { $0.source == source }
      .sorted { ($0.lower, $1.upper) < ($1.lower, $0.upper) }
  }

  /// The first extent that begins at or after an offset.
  package func first(after offset: Int) -> Span? {
    var (low, high) = (0, extents.count)
    while low < high {
      let middle = (low + high) / 2
      if extents[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low < extents.count ? extents[low] : nil
  }
}

extension NodeTree {
  /// The extents of a collection's entries or elements; empty for a scalar.
  fileprivate func extents(in collection: NodeID) -> [Span] {
    guard !isAlias(collection) else { return [] }
    return switch kind(of: collection) {
    case .sequence: items(of: collection).map { withProperties(spanAsWritten(of: $0)) }
    case .mapping: ownEntries(of: collection).map { extent(from: $0.key, to: $0.value) }
    case .scalar: []
    }
  }
}
