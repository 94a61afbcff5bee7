/// One node of a `NodeTree`.
package struct NodeID: Hashable, Sendable {
  let index: UInt32
}

/// What a node is; an alias is what it stands for.
package enum NodeKind: UInt8, Sendable {
  case scalar, sequence, mapping
}

/// How a scalar is written.
package enum ScalarStyle: UInt8, Sendable {
  case plain, singleQuoted, doubleQuoted, literal, folded
}

/// A tag written in front of a node; `unknown` for what is not in YAML's own schema.
package enum YAMLTag: UInt8, Sendable {
  case none, string, int, float, bool, null, map, seq, merge, unknown
}

/// A key and its value in a mapping.
package struct NodeEntry: Sendable {
  /// The key.
  package let key: NodeID
  /// The value.
  package let value: NodeID
  /// The mapping in which the entry is written: another one than it was found in after a merge key.
  package let container: NodeID
}

/// The YAML of a policy and its bases: all nodes in one flat array, each with its exact place in the text.
///
/// Every accessor looks through aliases, so that a node is what it stands for, at the place where that is written.
package struct NodeTree: Sendable {
  /// A node; its children follow it, each with all of its own.
  struct Record {
    var lower: UInt32
    var upper: UInt32
    /// A scalar's first byte, an alias's target, or the first of a collection's `links`.
    var first: UInt32
    /// A scalar's bytes, or a collection's children (keys and values both).
    var count: UInt32
    /// How many records it takes with all of its children.
    var size: UInt32 = 1
    var source: SourceID
    var form: Form
    var style: ScalarStyle = .plain
    var isFlow = false
    var tag: YAMLTag = .none
    /// Whether a scalar's decoded text stands in the file as it is.
    var isInSource = false
    /// Whether a collection's children are those of `links`, because it was merged from others.
    var isLinked = false
  }

  enum Form: UInt8 {
    case scalar, sequence, mapping, alias
  }

  /// The files, the policy first.
  package internal(set) var sources: [SourceText] = []
  var records: ContiguousArray<Record> = []
  /// The children of collections that are merged from others: entries, or values with themselves as keys.
  var links: [NodeEntry] = []
  /// The decoded text of scalars with escapes, folds or doubled quotes.
  var decodedText: [UInt8] = []
  /// Where the values stand that aliases repeat.
  var sharedSpans: Set<Span> = []

  /// Whether some text stands in its file in another form, such as an escape: the only way to write control characters.
  package var hasEscapedText: Bool { !decodedText.isEmpty }

  /// A tree without files.
  package init() {}

  /// Makes room for a file, so that the array grows once: few files have a node for each eight bytes.
  mutating func reserveCapacity(forBytes count: Int) {
    records.reserveCapacity(records.count + count / 8 + 16)
  }

  /// How many nodes there are.
  package var nodeCount: Int { records.count }

  func record(_ node: NodeID) -> Record { records[index(of: node)] }

  /// Where the record of a node is, or of what an alias stands for.
  private func index(of node: NodeID) -> Int {
    let index = Int(node.index)
    return records[index].form == .alias ? Int(records[index].first) : index
  }

  /// The node that an alias stands for; any other node itself.
  package func target(of node: NodeID) -> NodeID {
    NodeID(index: UInt32(index(of: node)))
  }

  /// Whether it is written as an alias, `*name`.
  package func isAlias(_ node: NodeID) -> Bool {
    records[Int(node.index)].form == .alias
  }

  /// Whether what is written there counts in other places too, because an alias or a merge key repeats it.
  package func isShared(_ node: NodeID) -> Bool {
    isAlias(node) || (!sharedSpans.isEmpty && sharedSpans.contains(span(of: node)))
  }

  /// What it is.
  package func kind(of node: NodeID) -> NodeKind {
    switch records[index(of: node)].form {
    case .sequence: .sequence
    case .mapping: .mapping
    case .scalar, .alias: .scalar
    }
  }

  /// Where its value is written, without anchor and tag.
  package func span(of node: NodeID) -> Span {
    let record = record(node)
    return Span(source: record.source, lower: record.lower, upper: record.upper)
  }

  /// Where the node itself stands: the alias's own place for an alias.
  package func spanAsWritten(of node: NodeID) -> Span {
    let record = records[Int(node.index)]
    return Span(source: record.source, lower: record.lower, upper: record.upper)
  }

  /// The tag in front of it.
  package func tag(of node: NodeID) -> YAMLTag { records[index(of: node)].tag }

  /// How a scalar is written.
  package func style(of node: NodeID) -> ScalarStyle { records[index(of: node)].style }

  /// Whether a collection is written with brackets or braces.
  package func isFlow(_ node: NodeID) -> Bool { records[index(of: node)].isFlow }
}

// MARK: - Text

extension NodeTree {
  /// A scalar's decoded text; empty for a collection.
  package func text(of node: NodeID) -> String {
    let record = record(node)
    guard record.form == .scalar else { return "" }
    return withText(of: record) { String(decoding: $0, as: UTF8.self) }
  }

  /// A scalar's decoded text as UTF-8; empty for a collection.
  package func bytes(of node: NodeID) -> ArraySlice<UInt8> {
    let record = record(node)
    guard record.form == .scalar else { return [] }
    let range = Int(record.first)..<Int(record.first + record.count)
    return record.isInSource ? sources[Int(record.source.index)].bytes[range] : decodedText[range]
  }

  /// Whether a scalar's decoded text is `string`.
  package func isText(of node: NodeID, equalTo string: StaticString) -> Bool {
    index(of: node, in: [string]) != nil
  }

  /// Which of some texts a scalar's decoded text is.
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

  /// A scalar's decoded text, without a copy.
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
  /// A sequence's nodes in order; empty for anything else.
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

  /// A mapping's entries, its own in order and then what merge keys add; empty for anything else.
  package func entries(of node: NodeID) -> [NodeEntry] {
    let index = index(of: node)
    guard records[index].form == .mapping else { return [] }
    guard records[index].isLinked else { return writtenEntries(of: NodeID(index: UInt32(index))) }
    let first = Int(records[index].first)
    return Array(links[first..<first + Int(records[index].count)])
  }

  /// A mapping's entries one after the other, without a list of them.
  package func entryIterator(of node: NodeID) -> EntryIterator {
    let index = index(of: node)
    guard records[index].form == .mapping else { return EntryIterator(mapping: node, next: 0, count: 0) }
    let record = records[index]
    return EntryIterator(
      mapping: NodeID(index: UInt32(index)), next: record.isLinked ? record.first : UInt32(index) + 1,
      count: Int(record.isLinked ? record.count : record.count / 2))
  }

  /// A mapping's entries as they are written, doubles and merge keys among them.
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

/// Goes through the entries of a mapping.
package struct EntryIterator {
  fileprivate let mapping: NodeID
  /// The next key's record, or the next of a merged mapping's links.
  fileprivate var next: UInt32
  /// How many entries are left.
  package fileprivate(set) var count: Int

  /// The next entry; `tree` is the one that the mapping is in.
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

// MARK: - Nodes that no file has

extension NodeTree {
  /// Adds a mapping of entries from elsewhere, which stands where `original` does.
  package mutating func addMapping(_ entries: [NodeEntry], like original: NodeID) -> NodeID {
    let node = addCopy(of: original)
    link(entries, to: node)
    return node
  }

  /// Adds a list of values from elsewhere, which stands where `original` does.
  package mutating func addSequence(_ items: [NodeID], like original: NodeID) -> NodeID {
    let node = addCopy(of: original)
    link(items.map { NodeEntry(key: $0, value: $0, container: original) }, to: node)
    return node
  }

  /// Gives a collection children from elsewhere.
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
  /// The same entry with another value.
  package func with(value: NodeID) -> NodeEntry {
    NodeEntry(key: key, value: value, container: container)
  }
}
