package import JSON
package import PolicySyntax

/// A place in the policy: the way from the root to a value, along keys and list positions.
///
/// A value that is reached along two ways, by an alias or a base policy, has two places and one text.
package struct Place: Hashable, Sendable {
  fileprivate let index: UInt32

  /// Whether it comes first in the policy, as a reader goes through it.
  package func isBefore(_ other: Place) -> Bool { index < other.index }
}

/// A value of the policy and the place where it stands.
package struct Placed<Value> {
  /// The value.
  package var value: Value
  /// Where it stands.
  package var place: Place

  /// A value at a place.
  package init(_ value: Value, at place: Place) {
    self.value = value
    self.place = place
  }

  /// The same place with another value.
  package func map<Other>(_ transform: (Value) -> Other) -> Placed<Other> {
    Placed<Other>(transform(value), at: place)
  }
}

extension Placed: Sendable where Value: Sendable {}
extension Placed: Equatable where Value: Equatable {}
extension Placed: Hashable where Value: Hashable {}

/// A property with a value that holds where the policy does not say otherwise.
package struct Setting<Value> {
  /// What the policy says.
  package var written: Placed<Value>? {
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

/// Which text of a place an issue is about.
package enum IssueLocation: Hashable, Sendable {
  /// The value, or the key where the value is empty.
  case value(Place)
  /// The key, or the value in a list.
  case key(Place)
}

/// All places of a policy, over the tree of nodes that they lead to.
package struct Places: Sendable {
  private struct Record {
    let parent: Place?
    let key: NodeID?
    let node: NodeID
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

  mutating func addRoot(_ node: NodeID) -> Place {
    add(Record(parent: nil, key: nil, node: node, container: nil, position: 0))
  }

  mutating func add(_ entry: NodeEntry, under parent: Place) -> Place {
    add(Record(parent: parent, key: entry.key, node: entry.value, container: entry.container, position: 0))
  }

  mutating func add(item: NodeID, at position: Int, under parent: Place) -> Place {
    add(Record(parent: parent, key: nil, node: item, container: nil, position: position))
  }

  private mutating func add(_ record: Record) -> Place {
    records.append(record)
    return Place(index: UInt32(records.count - 1))
  }

  /// The node of the whole policy; `nil` where there is none.
  var root: NodeID? { records.first?.node }

  /// The place of the whole policy; `nil` where there is none.
  var rootPlace: Place? { records.isEmpty ? nil : Place(index: 0) }

  private func record(_ place: Place) -> Record { records[Int(place.index)] }

  /// The value's node.
  package func node(at place: Place) -> NodeID { record(place).node }

  /// The key's node; `nil` for the root and for a list's value.
  package func key(at place: Place) -> NodeID? { record(place).key }

  /// The place of the mapping or list that holds it; `nil` for the root.
  package func parent(of place: Place) -> Place? { record(place).parent }

  /// The mapping in whose text the entry stands, which a merge key or a base policy may have brought from elsewhere.
  package func container(of place: Place) -> NodeID? { record(place).container }

  /// Whether the text of the entry counts in other places too, because an alias or a merge key repeats it.
  package func isShared(_ place: Place) -> Bool {
    var next: Place? = place
    while let place = next {
      let record = record(place)
      if tree.isShared(record.node) || record.container.map(tree.isShared) ?? false { return true }
      next = record.parent
    }
    return false
  }

  /// Where the value is written.
  package func span(of place: Place) -> Span { tree.span(of: record(place).node) }

  /// The text that an issue is about.
  package func span(at location: IssueLocation) -> Span {
    switch location {
    case .value(let place):
      let span = tree.span(of: record(place).node)
      return span.isEmpty ? record(place).key.map { tree.span(of: $0) } ?? span : span
    case .key(let place):
      return record(place).key.map { tree.span(of: $0) } ?? tree.span(of: record(place).node)
    }
  }

  /// The way from the root: keys separated by dots, list positions in brackets, keys that hold a dot in quotes.
  package func path(to place: Place) -> String {
    var parts: [String] = []
    var next: Place? = place
    while let place = next {
      let record = record(place)
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

  private func isRoot(_ place: Place) -> Bool { record(place).parent == nil }

  private static func quoted(_ name: String) -> String {
    "\"" + name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}

extension Places {
  /// The place of a key's value in the mapping at `parent`; `nil` where the policy has none.
  package func child(_ key: String, of parent: Place) -> Place? {
    for index in Int(parent.index) + 1..<max(records.count, Int(parent.index) + 1) {
      let record = records[index]
      if record.parent == parent, let node = record.key, tree.text(of: node) == key {
        return Place(index: UInt32(index))
      }
    }
    return nil
  }

  /// The values that are texts of some kind, in the policy's order.
  func texts(where isIncluded: (String) -> Bool) -> [(place: Place, text: String)] {
    records.indices.compactMap { index in
      let node = records[index].node
      guard tree.kind(of: node) == .scalar, tree.bytes(of: node).contains(UInt8(ascii: "$")),
        tree.scalarType(of: node) == .string, isIncluded(tree.text(of: node))
      else { return nil }
      return (Place(index: UInt32(index)), tree.text(of: node))
    }
  }

  /// The keys on the way from the root to a place.
  func keys(to place: Place) -> [String] {
    var keys: [String] = []
    var next: Place? = place
    while let place = next {
      let record = record(place)
      if let key = record.key { keys.append(tree.text(of: key)) }
      next = record.parent
    }
    return keys.reversed()
  }

  /// The value of a node of any type, as JSON.
  package func json(_ node: NodeID) -> JSONValue {
    switch tree.kind(of: node) {
    case .sequence:
      return .array(tree.items(of: node).map(json))
    case .mapping:
      return .object(tree.entries(of: node).map { JSONMember(tree.text(of: $0.key), json($0.value)) })
    case .scalar:
      let text = tree.text(of: node)
      switch tree.scalarType(of: node) {
      case .null: return .null
      case .bool: return .bool(text.lowercased() == "true")
      case .int: return Int64(text).map { .int($0) } ?? Double(text).map { .double($0) } ?? .string(text)
      case .float: return Double(text).map { .double($0) } ?? .string(text)
      case .string: return .string(text)
      }
    }
  }

  /// The places of no policy.
  static var none: Places { Places(tree: NodeTree()) }
}

extension Placed<String> {
  /// The name of something that has not been given its own yet.
  static var unnamed: Placed { Placed("", at: Place(index: 0)) }
}
