package import PolicySyntax

/// The value of a YAML text, regardless of its form. Aliases and merge keys are resolved.
package indirect enum YAMLData: Hashable, Sendable {
  /// A scalar; `isText` is true for a string, and false for a number, a Boolean or null.
  case scalar(String, isText: Bool)
  /// A sequence.
  case list([YAMLData])
  /// A mapping in the order of its text.
  case mapping([Member])

  /// An entry of a mapping.
  package struct Member: Hashable, Sendable {
    /// The key.
    package let key: YAMLData
    /// The value.
    package let value: YAMLData
  }

  /// The value of a node.
  package init(_ tree: NodeTree, _ node: NodeID) {
    switch tree.kind(of: node) {
    case .scalar:
      let isText = if case .string = tree.scalarType(of: node) { true } else { false }
      self = .scalar(tree.text(of: node), isText: isText)
    case .sequence:
      self = .list(tree.items(of: node).map { YAMLData(tree, $0) })
    case .mapping:
      self = .mapping(
        tree.entries(of: node).map { Member(key: YAMLData(tree, $0.key), value: YAMLData(tree, $0.value)) })
    }
  }

  /// The value of a text; `nil` if the text is empty or not YAML.
  package init?(text: String) {
    var tree = NodeTree()
    let reading = YAMLReader.read(SourceText(name: "text.yaml", text: text), into: &tree)
    guard reading.diagnostics.isEmpty, let root = reading.root else { return nil }
    self.init(tree, root)
  }

  /// The value of a range of a text. The value keeps the column at which it begins in the text.
  package init?(text: [UInt8], at range: Range<Int>) {
    let lines = LineTable(text)
    let column = lines.position(ofByte: range.lowerBound).column
    self.init(
      text: String(repeating: " ", count: column - 1) + String(decoding: text[range], as: UTF8.self))
  }

  /// Whether the value is an empty mapping or an empty list.
  var isEmptyCollection: Bool { self == .mapping([]) || self == .list([]) }

  /// Whether the value is a scalar.
  package var isScalar: Bool { if case .scalar = self { true } else { false } }
}

extension YAMLData {
  /// The same value with the entries of every mapping in another order.
  func ordered(_ order: YAMLForm.Order) -> YAMLData {
    switch self {
    case .scalar: self
    case .list(let items): .list(items.map { $0.ordered(order) })
    case .mapping(let members):
      .mapping(
        order.applied(to: members.map { Member(key: $0.key, value: $0.value.ordered(order)) }))
    }
  }

  /// The same value with the second half of each mapping's entries in a mapping that a merge key adds.
  func withMergeKeys() -> YAMLData {
    switch self {
    case .scalar: return self
    case .list(let items): return .list(items.map { $0.withMergeKeys() })
    case .mapping(let members):
      let members = members.map { Member(key: $0.key, value: $0.value.withMergeKeys()) }
      guard members.count > 1 else { return .mapping(members) }
      let (own, merged) = (members.prefix(members.count / 2), members.dropFirst(members.count / 2))
      let mergeKey = YAMLData.scalar("<<", isText: false)
      return .mapping(own + [Member(key: mergeKey, value: .mapping(Array(merged)))])
    }
  }

  /// Counts the occurrences of each value within this value, except keys.
  func count(into counts: inout [YAMLData: Int]) {
    counts[self, default: 0] += 1
    switch self {
    case .scalar: break
    case .list(let items): for item in items { item.count(into: &counts) }
    case .mapping(let members): for member in members { member.value.count(into: &counts) }
    }
  }
}

extension YAMLData {
  /// A step on the path to a value.
  package enum Step: Hashable, Sendable {
    case key(String)
    case item(Int)
  }

  /// The paths to all values within this value, except the empty path.
  package var paths: [[Step]] {
    switch self {
    case .scalar: []
    case .list(let items):
      items.enumerated().flatMap { index, item in [[.item(index)]] + item.paths.map { [.item(index)] + $0 } }
    case .mapping(let members):
      members.flatMap { member -> [[Step]] in
        guard case .scalar(let name, _) = member.key else { return [] }
        return [[.key(name)]] + member.value.paths.map { [.key(name)] + $0 }
      }
    }
  }

  /// A copy with another value at a path; `nil` removes the value at the path.
  package func setting(_ path: ArraySlice<Step>, to value: YAMLData?) -> YAMLData {
    guard let step = path.first else { return value ?? self }
    let rest = path.dropFirst()
    switch (step, self) {
    case (.item(let index), .list(var items)):
      if rest.isEmpty, value == nil {
        items.remove(at: index)
      } else {
        items[index] = items[index].setting(rest, to: value)
      }
      return .list(items)
    case (.key(let name), .mapping(var members)):
      let key = YAMLData.scalar(name, isText: true)
      if let place = members.firstIndex(where: { $0.key == key }) {
        if rest.isEmpty, value == nil {
          members.remove(at: place)
        } else {
          members[place] = Member(key: key, value: members[place].value.setting(rest, to: value))
        }
      } else {
        members.append(Member(key: key, value: YAMLData.mapping([]).setting(rest, to: value)))
      }
      return .mapping(members)
    default: return YAMLData.mapping([]).setting(path, to: value)
    }
  }

  /// The same value with the entries of every mapping sorted by their keys, so that values can be compared regardless of
  /// order.
  package var sorted: YAMLData {
    switch self {
    case .scalar: self
    case .list(let items): .list(items.map(\.sorted))
    case .mapping(let members):
      .mapping(
        members.map { ($0.key.name, Member(key: $0.key, value: $0.value.sorted)) }.sorted { $0.0 < $1.0 }
          .map(\.1))
    }
  }

  /// A text by which to sort. For a scalar, this text takes far less time than a description.
  private var name: String {
    if case .scalar(let text, let isText) = self { isText ? text : "~\(text)" } else { "\(self)" }
  }
}
