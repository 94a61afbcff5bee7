/// The index of a node in a `NodeTree`.
package struct NodeID: Hashable, Sendable {
  let index: UInt32
}

/// The kind of a node; an alias has the kind of its target.
package enum NodeKind: UInt8, Sendable {
  case scalar, sequence, mapping
}

/// The quotation marks or the indicator with which a scalar is written.
package enum ScalarStyle: UInt8, Sendable {
  case plain, singleQuoted, doubleQuoted, literal, folded
}

/// The tag before a node; `unknown` for a tag that is not in YAML's own schema.
package enum YAMLTag: UInt8, Sendable {
  case none, string, int, float, bool, null, map, seq, merge, unknown
}

/// A key and its value in a mapping.
package struct NodeEntry: Sendable {
  /// The node before the colon, nearly always a scalar.
  package let key: NodeID
  /// The node after the colon; an empty node if the entry has no value.
  package let value: NodeID
  /// The mapping in which the entry is written. After a merge, another mapping contains the entry.
  package let container: NodeID
}

/// The YAML of a policy and its bases: all nodes in one flat array, each with the exact location in the text.
///
/// Every accessor resolves aliases: for an alias, the accessor returns the properties of the alias's target.
package struct NodeTree: Sendable {
  /// A node. In the array, the node's children follow the node, and the descendants of each child follow the child.
  struct Record {
    var lower: UInt32
    var upper: UInt32
    /// The index of the first byte of a scalar, of the target of an alias, or of the first child of a collection in `links`.
    var first: UInt32
    /// The number of bytes of a scalar, or the number of children of a collection, including both keys and values.
    var count: UInt32
    /// The number of records of the node and its descendants.
    var size: UInt32 = 1
    var source: SourceID
    var form: Form
    var style: ScalarStyle = .plain
    var isFlow = false
    var tag: YAMLTag = .none
    /// Whether the file contains the decoded text of a scalar verbatim.
    var isInSource = false
    /// Whether the children of a collection are in `links`, because the collection was merged from other collections.
    var isLinked = false
  }

  enum Form: UInt8 {
    case scalar, sequence, mapping, alias
  }

  /// The files, the policy first.
  package internal(set) var sources: [SourceText] = []
  var records: ContiguousArray<Record> = []
  /// The children of merged collections: the entries of mappings, or the elements of lists. The key of an element is the element itself.
  var links: [NodeEntry] = []
  /// The decoded text of scalars with escapes, folds or doubled quotes.
  var decodedText: [UInt8] = []
  /// The locations of the values that aliases repeat.
  var sharedSpans: Set<Span> = []

  /// Whether any scalar is written with escapes, the only way to write control characters.
  package var hasEscapedText: Bool { !decodedText.isEmpty }

  /// A tree without files.
  package init() {}

  /// Reserves capacity for a file, so that the array grows once. Few files have more than one node for every eight bytes.
  mutating func reserveCapacity(forBytes count: Int) {
    records.reserveCapacity(records.count + count / 8 + 16)
  }

  /// The number of nodes.
  package var nodeCount: Int { records.count }

  func record(_ node: NodeID) -> Record { records[index(of: node)] }

  /// The index of the record of a node, or of the target of an alias.
  private func index(of node: NodeID) -> Int {
    let index = Int(node.index)
    return records[index].form == .alias ? Int(records[index].first) : index
  }

  /// The target of an alias; for any other node, the node itself.
  package func target(of node: NodeID) -> NodeID {
    NodeID(index: UInt32(index(of: node)))
  }

  /// Whether a node is written as an alias, `*name`.
  package func isAlias(_ node: NodeID) -> Bool {
    records[Int(node.index)].form == .alias
  }

  /// Whether an alias or a merge key repeats the node elsewhere.
  package func isShared(_ node: NodeID) -> Bool {
    isAlias(node) || (!sharedSpans.isEmpty && sharedSpans.contains(span(of: node)))
  }

  /// The kind of a node; for an alias, the kind of the repeated value.
  package func kind(of node: NodeID) -> NodeKind {
    switch records[index(of: node)].form {
    case .sequence: .sequence
    case .mapping: .mapping
    case .scalar, .alias: .scalar
    }
  }

  /// The location of a node's value, without anchor and tag.
  package func span(of node: NodeID) -> Span {
    let record = record(node)
    return Span(source: record.source, lower: record.lower, upper: record.upper)
  }

  /// The location of a node as written; for an alias, the location of the alias and not of its target.
  package func spanAsWritten(of node: NodeID) -> Span {
    let record = records[Int(node.index)]
    return Span(source: record.source, lower: record.lower, upper: record.upper)
  }

  /// The tag before a node.
  package func tag(of node: NodeID) -> YAMLTag { records[index(of: node)].tag }

  /// The quotes or block marks of a scalar; for an alias, the quotes or block marks of the repeated value.
  package func style(of node: NodeID) -> ScalarStyle { records[index(of: node)].style }

  /// Whether a collection is written with brackets or braces.
  package func isFlow(_ node: NodeID) -> Bool { records[index(of: node)].isFlow }
}

// MARK: - Text

extension NodeTree {
  /// The decoded text of a scalar; empty for a collection.
  package func text(of node: NodeID) -> String {
    let record = record(node)
    guard record.form == .scalar else { return "" }
    return withText(of: record) { String(decoding: $0, as: UTF8.self) }
  }

  /// The decoded text of a scalar as UTF-8; empty for a collection.
  package func bytes(of node: NodeID) -> ArraySlice<UInt8> {
    let record = record(node)
    guard record.form == .scalar else { return [] }
    let range = Int(record.first)..<Int(record.first + record.count)
    return record.isInSource ? sources[Int(record.source.index)].bytes[range] : decodedText[range]
  }

  /// Whether the decoded text of a scalar is `string`.
  package func isText(of node: NodeID, equalTo string: StaticString) -> Bool {
    index(of: node, in: [string]) != nil
  }

  /// The index of the decoded text of a scalar in a list of strings; `nil` if the list does not contain the text.
  package func index(of node: NodeID, in names: [StaticString]) -> Int? {
    let record = record(node)
    guard record.form == .scalar else { return nil }
    return withText(of: record) { text in
      var index = 0
      for name in names {
        if name.utf8CodeUnitCount == text.count {
          var offset = 0
          while offset < text.count, text[offset] == name.utf8Start[offset] { offset += 1 }
          if offset == text.count { return index }
        }
        index += 1
      }
      return nil
    }
  }

  /// The decoded text of a scalar, without a copy.
  func withText<Result>(of record: Record, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = Int(record.first)..<Int(record.first + record.count)
    if record.isInSource {
      return sources[Int(record.source.index)].bytes.withUnsafeBufferPointer {
        body(UnsafeBufferPointer(rebasing: $0[range]))
      }
    }
    return decodedText.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

// MARK: - Children

extension NodeTree {
  /// The elements of a sequence in order; empty for other nodes.
  package func items(of node: NodeID) -> [NodeID] {
    let target = target(of: node)
    let record = records[Int(target.index)]
    guard record.form == .sequence else { return [] }
    if record.isLinked { return links[Int(record.first)..<Int(record.first + record.count)].map(\.value) }
    var items: [NodeID] = []
    items.reserveCapacity(Int(record.count))
    var child = target.index + 1
    for _ in 0..<record.count {
      items.append(NodeID(index: child))
      child += records[Int(child)].size
    }
    return items
  }

  /// The first and the last element of a sequence; `nil` for an empty sequence. If all elements are scalars or aliases, no
  /// search is needed.
  func ends(of sequence: NodeID) -> (first: NodeID, last: NodeID)? {
    let target = target(of: sequence)
    let record = records[Int(target.index)]
    guard record.form == .sequence, record.count > 0 else { return nil }
    guard !record.isLinked, record.size == record.count + 1 else {
      let items = items(of: target)
      return (items[0], items[items.count - 1])
    }
    return (NodeID(index: target.index + 1), NodeID(index: target.index + record.count))
  }

  /// The entries of a mapping: its own entries in order, followed by the merged entries; empty for other nodes.
  package func entries(of node: NodeID) -> [NodeEntry] {
    let index = index(of: node)
    guard records[index].form == .mapping else { return [] }
    guard records[index].isLinked else { return writtenEntries(of: NodeID(index: UInt32(index))) }
    let first = Int(records[index].first)
    return Array(links[first..<first + Int(records[index].count)])
  }

  /// An iterator over the entries of a mapping, which allocates no array.
  package func entryIterator(of node: NodeID) -> EntryIterator {
    let index = index(of: node)
    guard records[index].form == .mapping else { return EntryIterator(mapping: node, next: 0, count: 0) }
    let record = records[index]
    return EntryIterator(
      mapping: NodeID(index: UInt32(index)), next: record.isLinked ? record.first : UInt32(index) + 1,
      count: Int(record.isLinked ? record.count : record.count / 2))
  }

  /// The entries of a mapping as written, including duplicates and merge keys.
  func writtenEntries(of mapping: NodeID) -> [NodeEntry] {
    let count = records[Int(mapping.index)].count / 2
    var entries: [NodeEntry] = []
    entries.reserveCapacity(Int(count))
    var key = mapping.index + 1
    for _ in 0..<count {
      let value = key + records[Int(key)].size
      entries.append(NodeEntry(key: NodeID(index: key), value: NodeID(index: value), container: mapping))
      key = value + records[Int(value)].size
    }
    return entries
  }
}

/// An iterator over the entries of a mapping.
package struct EntryIterator {
  fileprivate let mapping: NodeID
  /// The record of the next key, or the next link of a merged mapping.
  fileprivate var next: UInt32
  /// The number of entries left.
  package fileprivate(set) var count: Int

  /// The next entry; `tree` is the tree of the mapping.
  package mutating func next(in tree: NodeTree) -> NodeEntry? {
    guard count > 0 else { return nil }
    count -= 1
    if tree.records[Int(mapping.index)].isLinked {
      next += 1
      return tree.links[Int(next) - 1]
    }
    let value = next + tree.records[Int(next)].size
    defer { next = value + tree.records[Int(value)].size }
    return NodeEntry(key: NodeID(index: next), value: NodeID(index: value), container: mapping)
  }
}
