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
  struct Record {
    var lower: UInt32
    var upper: UInt32
    /// A scalar's first byte in `text`, a collection's first child, an alias's target.
    var first: UInt32
    var count: UInt32
    var source: SourceID
    var form: Form
    var style: ScalarStyle = .plain
    var isFlow = false
    var tag: YAMLTag = .none
  }

  enum Form: UInt8 {
    case scalar, sequence, mapping, alias
  }

  /// The files, the policy first.
  package internal(set) var sources: [SourceText] = []
  var records: ContiguousArray<Record> = []
  var items: ContiguousArray<NodeID> = []
  var entries: ContiguousArray<NodeEntry> = []
  /// The decoded text of every scalar, end to end.
  var text: ContiguousArray<UInt8> = []

  /// A tree without files.
  package init() {}

  private func record(_ node: NodeID) -> Record {
    let record = records[Int(node.index)]
    return record.form == .alias ? records[Int(record.first)] : record
  }

  /// The node that an alias stands for; any other node itself.
  package func target(of node: NodeID) -> NodeID {
    let record = records[Int(node.index)]
    return record.form == .alias ? NodeID(index: record.first) : node
  }

  /// Whether it is written as an alias, `*name`.
  package func isAlias(_ node: NodeID) -> Bool {
    records[Int(node.index)].form == .alias
  }

  /// What it is.
  package func kind(of node: NodeID) -> NodeKind {
    switch record(node).form {
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
  package func tag(of node: NodeID) -> YAMLTag { record(node).tag }

  /// How a scalar is written.
  package func style(of node: NodeID) -> ScalarStyle { record(node).style }

  /// Whether a collection is written with brackets or braces.
  package func isFlow(_ node: NodeID) -> Bool { record(node).isFlow }

  /// A scalar's decoded text; empty for a collection.
  package func text(of node: NodeID) -> String {
    String(decoding: bytes(of: node), as: UTF8.self)
  }

  /// A scalar's decoded text as UTF-8; empty for a collection.
  package func bytes(of node: NodeID) -> ArraySlice<UInt8> {
    let record = record(node)
    guard record.form == .scalar else { return [] }
    return text[Int(record.first)..<Int(record.first + record.count)]
  }

  /// Whether a scalar's decoded text is `string`.
  package func isText(of node: NodeID, equalTo string: StaticString) -> Bool {
    let record = record(node)
    guard record.form == .scalar, Int(record.count) == string.utf8CodeUnitCount else { return false }
    return text.withUnsafeBufferPointer { text in
      for offset in 0..<Int(record.count)
      where text[Int(record.first) + offset] != string.utf8Start[offset] {
        return false
      }
      return true
    }
  }

  /// A sequence's nodes in order; empty for anything else.
  package func items(of node: NodeID) -> ArraySlice<NodeID> {
    let record = record(node)
    guard record.form == .sequence else { return [] }
    return items[Int(record.first)..<Int(record.first + record.count)]
  }

  /// A mapping's entries, its own in order and then what merge keys add; empty for anything else.
  package func entries(of node: NodeID) -> ArraySlice<NodeEntry> {
    let record = record(node)
    guard record.form == .mapping else { return [] }
    return entries[Int(record.first)..<Int(record.first + record.count)]
  }
}

// MARK: - Nodes that no file has

extension NodeTree {
  /// Adds a mapping of entries from elsewhere, which stands where `original` does.
  package mutating func addMapping(_ entries: [NodeEntry], like original: NodeID) -> NodeID {
    var record = record(original)
    record.first = UInt32(self.entries.count)
    record.count = UInt32(entries.count)
    self.entries.append(contentsOf: entries)
    return add(record)
  }

  /// Adds a list of values from elsewhere, which stands where `original` does.
  package mutating func addSequence(_ items: [NodeID], like original: NodeID) -> NodeID {
    var record = record(original)
    record.first = UInt32(self.items.count)
    record.count = UInt32(items.count)
    self.items.append(contentsOf: items)
    return add(record)
  }

  private mutating func add(_ record: Record) -> NodeID {
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
