extension NodeTree {
  /// Adds a mapping of existing entries at the location of `original`.
  package mutating func addMapping(_ entries: [NodeEntry], like original: NodeID) -> NodeID {
    let node = addCopy(of: original)
    link(entries, to: node)
    return node
  }

  /// Adds a list of existing nodes at the location of `original`.
  package mutating func addSequence(_ items: [NodeID], like original: NodeID) -> NodeID {
    let node = addCopy(of: original)
    link(items.map { NodeEntry(key: $0, value: $0, container: original) }, to: node)
    return node
  }

  /// Adds a collection of existing children at the location of `original`.
  mutating func link(_ entries: [NodeEntry], to collection: NodeID) {
    let index = Int(collection.index)
    records[index].isLinked = true
    records[index].first = UInt32(links.count)
    records[index].count = UInt32(entries.count)
    links.append(contentsOf: entries)
  }

  private mutating func addCopy(of original: NodeID) -> NodeID {
    var record = record(original)
    record.size = 1
    records.append(record)
    return NodeID(index: UInt32(records.count - 1))
  }
}

extension NodeEntry {
  /// The entry with another value.
  package func with(value: NodeID) -> NodeEntry {
    NodeEntry(key: key, value: value, container: container)
  }
}
