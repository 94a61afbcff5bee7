package import JSON
package import PolicySyntax

/// A place in the policy: the way from the root to a value, along keys and list positions.
///
/// A value that is reached along two ways, by an alias or a base policy, has two places and one text.
package struct PolicyNode: Hashable, Sendable {
  fileprivate let index: UInt32

  /// Whether it comes first in the policy, as a reader goes through it.
  package func isBefore(_ other: PolicyNode) -> Bool { index < other.index }
}

/// A value of the policy and the place where it stands.
package struct Located<Value> {
  /// The value.
  package var value: Value
  /// Where it stands.
  package var node: PolicyNode

  /// A value at a place.
  package init(_ value: Value, at node: PolicyNode) {
    self.value = value
    self.node = node
  }

  /// The same place with another value.
  package func map<Other>(_ transform: (Value) -> Other) -> Located<Other> {
    Located<Other>(transform(value), at: node)
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

/// A property with a value that holds where the policy does not say otherwise.
package struct Setting<Value> {
  /// What the policy says.
  package var written: Located<Value>? {
    didSet { value = written?.value ?? implied }
  }
  /// What holds where it says nothing: Apple's documented default, or the language's own.
  package let implied: Value
  /// The value that counts; kept, because nearly every rule asks for it.
  package private(set) var value: Value

  /// A property that nobody has set.
  package init(_ implied: Value) {
    self.implied = implied
    value = implied
  }

  /// Whether the policy leaves it out.
  package var isDefault: Bool { written == nil }
}

extension Setting: Sendable where Value: Sendable {}

/// Which text of a place a diagnostic is about.
package enum DiagnosticLocation: Hashable, Sendable {
  /// The value, or the key where the value is empty.
  case value(PolicyNode)
  /// The key, or the value in a list.
  case key(PolicyNode)
}

/// All places of a policy, over the tree of nodes that they lead to.
package struct NodeTable: Sendable {
  private struct Record {
    let parent: PolicyNode?
    let key: NodeID?
    let syntax: NodeID
    /// The mapping in which the entry is written.
    let container: NodeID?
    let position: Int
  }

  /// The nodes.
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

  /// The node of the whole policy; `nil` where there is none.
  var rootSyntax: NodeID? { records.first?.syntax }

  /// The place of the whole policy; `nil` where there is none.
  var root: PolicyNode? { records.isEmpty ? nil : PolicyNode(index: 0) }

  private func record(_ node: PolicyNode) -> Record { records[Int(node.index)] }

  /// The value's node.
  package func syntax(of node: PolicyNode) -> NodeID { record(node).syntax }

  /// The key's node; `nil` for the root and for a list's value.
  package func keySyntax(of node: PolicyNode) -> NodeID? { record(node).key }

  /// The place of the mapping or list that holds it; `nil` for the root.
  package func parent(of node: PolicyNode) -> PolicyNode? { record(node).parent }

  /// The mapping in whose text the entry stands, which a merge key or a base policy may have brought from elsewhere.
  package func container(of node: PolicyNode) -> NodeID? { record(node).container }

  /// Whether the text of the entry counts in other places too, because an alias or a merge key repeats it.
  package func isShared(_ node: PolicyNode) -> Bool {
    var next: PolicyNode? = node
    while let node = next {
      let record = record(node)
      if tree.isShared(record.syntax) || record.container.map(tree.isShared) ?? false { return true }
      next = record.parent
    }
    return false
  }

  /// Where the value is written.
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

  /// The way from the root: keys separated by dots, list positions in brackets, keys that hold a dot in quotes.
  package func path(to node: PolicyNode) -> String {
    var parts: [String] = []
    var next: PolicyNode? = node
    while let node = next {
      let record = record(node)
      if let key = record.key {
        let name = tree.text(of: key)
        let needsQuotes = name.isEmpty || name.contains { ".[]\"".contains($0) }
        parts.append(
          (record.parent.map(isRoot) == true ? "" : ".") + (needsQuotes ? Self.quoted(name) : name))
      } else if record.parent != nil {
        parts.append("[\(record.position)]")
      }
      next = record.parent
    }
    return parts.reversed().joined()
  }

  private func isRoot(_ node: PolicyNode) -> Bool { record(node).parent == nil }

  private static func quoted(_ name: String) -> String {
    "\"" + name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}

extension NodeTable {
  /// The place of a key's value in the mapping at `parent`; `nil` where the policy has none.
  package func child(_ key: String, of parent: PolicyNode) -> PolicyNode? {
    for index in Int(parent.index) + 1..<max(records.count, Int(parent.index) + 1) {
      let record = records[index]
      if record.parent == parent, let syntax = record.key, tree.text(of: syntax) == key {
        return PolicyNode(index: UInt32(index))
      }
    }
    return nil
  }

  /// The values that are texts of some kind, in the policy's order.
  func texts(where isIncluded: (String) -> Bool) -> [(node: PolicyNode, text: String)] {
    records.indices.compactMap { index in
      let syntax = records[index].syntax
      guard tree.kind(of: syntax) == .scalar, tree.bytes(of: syntax).contains(UInt8(ascii: "$")),
        tree.scalarType(of: syntax) == .string, isIncluded(tree.text(of: syntax))
      else { return nil }
      return (PolicyNode(index: UInt32(index)), tree.text(of: syntax))
    }
  }

  /// The keys on the way from the root to a place.
  func keys(to node: PolicyNode) -> [String] {
    var keys: [String] = []
    var next: PolicyNode? = node
    while let node = next {
      let record = record(node)
      if let key = record.key { keys.append(tree.text(of: key)) }
      next = record.parent
    }
    return keys.reversed()
  }

  /// The value of a node of any type, as JSON.
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

  /// The places of no policy.
  static var none: NodeTable { NodeTable(tree: NodeTree()) }
}

extension Located<String> {
  /// The name of something that has not been given its own yet.
  static var unnamed: Located { Located("", at: PolicyNode(index: 0)) }
}
