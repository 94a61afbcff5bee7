package import JSON
package import PolicySyntax

/// A node of the policy: a value reached from the root along keys and list indices.
///
/// A value with two paths, because of an alias or a base policy, has two nodes and one text.
package struct PolicyNode: Hashable, Sendable {
  fileprivate let index: UInt32

  /// Whether this node precedes another node in the order of the policy.
  package func isBefore(_ other: PolicyNode) -> Bool { index < other.index }
}

/// A value of the policy and its node.
package struct Located<Value> {
  /// The value after lowering, without its location.
  package var value: Value
  /// The node to which diagnostics about the value point.
  package var node: PolicyNode

  /// A value that was read from a node.
  package init(_ value: Value, at node: PolicyNode) {
    self.value = value
    self.node = node
  }

  /// The same node with another value.
  package func map<Other>(_ transform: (Value) -> Other) -> Located<Other> {
    Located<Other>(transform(value), at: node)
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

/// A property with a default.
package struct Setting<Value> {
  /// The value in the policy; `nil` if the policy omits the property.
  package var written: Located<Value>? {
    didSet { value = written?.value ?? implied }
  }
  /// The default that Apple documents, or the default of the policy language.
  package let implied: Value
  /// The effective value; stored, because nearly every rule reads it.
  package private(set) var value: Value

  /// A property that the policy omits.
  package init(_ implied: Value) {
    self.implied = implied
    value = implied
  }

  /// Whether the policy omits the property.
  package var isDefault: Bool { written == nil }
}

extension Setting: Sendable where Value: Sendable {}

/// The text of a node that a diagnostic is about.
package enum DiagnosticLocation: Hashable, Sendable {
  /// The value, or the key if the value is empty.
  case value(PolicyNode)
  /// The key, or the whole value of an element of a list.
  case key(PolicyNode)
}

/// All nodes of a policy, over the syntax tree of its text.
package struct NodeTable: Sendable {
  private struct Record {
    let parent: PolicyNode?
    let key: NodeID?
    let syntax: NodeID
    /// The mapping in which the entry is written.
    let container: NodeID?
    let position: Int
  }

  /// The syntax tree.
  package let tree: NodeTree
  private var records: ContiguousArray<Record> = []

  init(tree: NodeTree) {
    self.tree = tree
    records.reserveCapacity(tree.nodeCount)
  }

  mutating func addRoot(_ syntax: NodeID) -> PolicyNode {
    add(Record(parent: nil, key: nil, syntax: syntax, container: nil, position: 0))
  }

  mutating func add(_ entry: NodeEntry, under parent: PolicyNode) -> PolicyNode {
    add(Record(parent: parent, key: entry.key, syntax: entry.value, container: entry.container, position: 0))
  }

  mutating func add(item: NodeID, at position: Int, under parent: PolicyNode) -> PolicyNode {
    add(Record(parent: parent, key: nil, syntax: item, container: nil, position: position))
  }

  private mutating func add(_ record: Record) -> PolicyNode {
    records.append(record)
    return PolicyNode(index: UInt32(records.count - 1))
  }

  /// The syntax of the whole policy; `nil` if the table is empty.
  var rootSyntax: NodeID? { records.first?.syntax }

  /// The node of the whole policy; `nil` if the table is empty.
  var root: PolicyNode? { records.isEmpty ? nil : PolicyNode(index: 0) }

  /// All nodes, parents before their children.
  var allNodes: some Sequence<PolicyNode> { records.indices.lazy.map { PolicyNode(index: UInt32($0)) } }

  private func record(_ node: PolicyNode) -> Record { records[Int(node.index)] }

  /// The syntax of the value.
  package func syntax(of node: PolicyNode) -> NodeID { record(node).syntax }

  /// The syntax of the key; `nil` for the root and for list elements.
  package func keySyntax(of node: PolicyNode) -> NodeID? { record(node).key }

  /// The node of the mapping or list that contains a node; `nil` for the root.
  package func parent(of node: PolicyNode) -> PolicyNode? { record(node).parent }

  /// The mapping in which the entry is written. If the entry comes from a merge key or a base policy, this mapping is not the mapping that
  /// has the entry after merging.
  package func container(of node: PolicyNode) -> NodeID? { record(node).container }

  /// Whether an alias or a merge key repeats the text of the entry elsewhere.
  package func isShared(_ node: PolicyNode) -> Bool {
    var next: PolicyNode? = node
    while let node = next {
      let record = record(node)
      if tree.isShared(record.syntax) || record.container.map(tree.isShared) ?? false { return true }
      next = record.parent
    }
    return false
  }

  /// The location of the value.
  package func span(of node: PolicyNode) -> Span { tree.span(of: record(node).syntax) }

  /// The text that a diagnostic is about.
  package func span(at location: DiagnosticLocation) -> Span {
    switch location {
    case .value(let node):
      let span = tree.span(of: record(node).syntax)
      return span.isEmpty ? record(node).key.map { tree.span(of: $0) } ?? span : span
    case .key(let node):
      return record(node).key.map { tree.span(of: $0) } ?? tree.span(of: record(node).syntax)
    }
  }

  /// The path from the root: keys separated by periods, list indices in brackets, keys that contain a period in quotes.
  package func path(to node: PolicyNode) -> String {
    var parts: [String] = []
    var next: PolicyNode? = node
    while let node = next {
      let record = record(node)
      if let key = record.key {
        let name = tree.text(of: key)
        let needsQuotes = name.isEmpty || name.utf8.contains(where: Self.needsQuotes)
        parts.append(
          (record.parent.map(isRoot) == true ? "" : ".") + (needsQuotes ? Self.quoted(name) : name))
      } else if record.parent != nil {
        parts.append("[\(record.position)]")
      }
      next = record.parent
    }
    return parts.reversed().joined()
  }

  /// Whether a byte of a key has a special meaning in a path.
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""): true
    default: false
    }
  }

  private func isRoot(_ node: PolicyNode) -> Bool { record(node).parent == nil }

  private static func quoted(_ name: String) -> String {
    "\"" + name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}

extension NodeTable {
  /// The node of a key's value in the mapping at `parent`; `nil` if the mapping doesn't have the key.
  package func child(_ key: String, of parent: PolicyNode) -> PolicyNode? {
    for index in Int(parent.index) + 1..<max(records.count, Int(parent.index) + 1) {
      let record = records[index]
      if record.parent == parent, let syntax = record.key, tree.text(of: syntax) == key {
        return PolicyNode(index: UInt32(index))
      }
    }
    return nil
  }

  /// The string values with a `$` that satisfy a condition, in the policy's order.
  func texts(where isIncluded: (String) -> Bool) -> [(node: PolicyNode, text: String)] {
    records.indices.compactMap { index in
      let syntax = records[index].syntax
      guard tree.kind(of: syntax) == .scalar, tree.bytes(of: syntax).contains(UInt8(ascii: "$")),
        tree.scalarType(of: syntax) == .string, isIncluded(tree.text(of: syntax))
      else { return nil }
      return (PolicyNode(index: UInt32(index)), tree.text(of: syntax))
    }
  }

  /// The keys on the path from the root to a node.
  func keys(to node: PolicyNode) -> [String] { steps(to: node).compactMap(\.self) }

  /// A value of any type as JSON.
  package func json(_ syntax: NodeID) -> JSONValue {
    switch tree.kind(of: syntax) {
    case .sequence:
      return .array(tree.items(of: syntax).map(json))
    case .mapping:
      return .object(tree.entries(of: syntax).map { JSONMember(tree.text(of: $0.key), json($0.value)) })
    case .scalar:
      let text = tree.text(of: syntax)
      switch tree.scalarType(of: syntax) {
      case .null: return .null
      case .bool: return .bool(text.lowercased() == "true")
      case .int: return Int64(text).map { .int($0) } ?? Double(text).map { .double($0) } ?? .string(text)
      case .float: return Double(text).map { .double($0) } ?? .string(text)
      case .string: return .string(text)
      }
    }
  }

  /// An empty table.
  static var none: NodeTable { NodeTable(tree: NodeTree()) }
}

extension Located<String> {
  /// A placeholder for a name that is not yet known.
  static var unnamed: Located { Located("", at: PolicyNode(index: 0)) }
}
