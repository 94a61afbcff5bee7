package import PolicySyntax
internal import Quantities

/// A change of one value in a policy's own text. The rest of the text keeps its comments, order, quotes and line breaks.
package struct PolicyEdit: Hashable, Sendable {
  /// A change of a value.
  package enum Change: Hashable, Sendable {
    /// Replaces or adds the value with this YAML.
    case set(String)
    /// Removes the value.
    case removed
  }

  /// The reason that a text can't be changed.
  package struct EditError: Error, Hashable, Sendable {
    /// The reason as a headline without a full stop.
    package let reason: String
  }

  /// The path of the value.
  package let path: PolicyPath
  /// The new YAML, or the removal of the key or item.
  package let change: Change

  /// A change of the value at a path.
  package init(_ path: PolicyPath, _ change: Change) {
    self.path = path
    self.change = change
  }

  /// The text after the change.
  ///
  /// The result is read again and must equal the original apart from the changed value. A value that an alias or a merge key
  /// repeats elsewhere can't be changed, because the repetitions would change as well.
  package func applied(to source: SourceText) throws(EditError) -> SourceText {
    var tree = NodeTree()
    let reading = YAMLReader.read(source, into: &tree)
    guard let root = reading.root, tree.kind(of: root) == .mapping, reading.diagnostics.isEmpty else {
      throw EditError(reason: "\(source.name) can't be changed until its YAML is valid")
    }
    let value: YAMLValue? =
      switch change {
      case .set(let text): try YAMLValue(text, for: path)
      case .removed: nil
      }
    let edits = try edits(to: value, in: tree, root)
    let changed = SourceText(
      name: source.name, bytes: edits.applied(to: source.bytes, of: SourceID(index: 0)))
    let expected = try YAMLValue(tree, root).setting(path, to: value, at: 0)
    var newTree = NodeTree()
    let newReading = YAMLReader.read(changed, into: &newTree)
    guard let newRoot = newReading.root, newReading.diagnostics.isEmpty,
      YAMLValue(newTree, newRoot).isEqual(to: expected)
    else {
      throw EditError(reason: "\(path) is written in a way that can't be changed here; change it by hand")
    }
    return changed
  }

  // MARK: - Edits

  private func edits(to value: YAMLValue?, in tree: NodeTree, _ root: NodeID) throws(EditError) -> [Edit] {
    var node = root
    var parent: (key: NodeID?, collection: NodeID)?
    for (index, step) in path.steps.enumerated() {
      try rejectShared(node, in: tree)
      switch (step, tree.kind(of: node)) {
      case (.key(let key), .mapping):
        let entry = tree.entries(of: node).first { tree.text(of: $0.key) == key }
        guard let entry, entry.container == tree.target(of: node) else {
          // A merged value can be overridden as a whole, but not changed in part.
          guard let value, entry == nil || index == path.steps.count - 1 else {
            throw entry == nil ? missing : shared
          }
          let text = "\(YAMLText.scalar(key)): \(try nested(value, from: index + 1).flowText)"
          return tree.insertion(of: text, into: node)
        }
        parent = (entry.key, node)
        node = entry.value
      case (.item(let position), .sequence):
        let items = tree.items(of: node)
        if position == items.count, let value {
          return tree.insertion(ofItem: try nested(value, from: index + 1).flowText, into: node)
        }
        guard items.indices.contains(position) else {
          throw EditError(reason: "\(path) refers to item \(position) of a list with \(items.count) items")
        }
        parent = (nil, node)
        node = items[position]
      case (.key, .scalar):
        guard let value else { throw missing }
        // A mapping replaces a scalar: `submit: oneAtATime` becomes `submit: { batch: 10 }`.
        return [replacement(of: node, in: tree, parent, with: try nested(value, from: index))]
      case (.key, .sequence):
        throw EditError(
          reason:
            "\(PolicyPath(Array(path.steps[..<index]))) is a list: add the index of an item, for example [0]")
      case (.item, _):
        throw EditError(reason: "\(PolicyPath(Array(path.steps[..<index]))) is not a list")
      }
    }
    try rejectShared(node, in: tree)
    if let value { return [replacement(of: node, in: tree, parent, with: value)] }
    guard let parent else { throw missing }
    let removal =
      parent.key.map { tree.removal(of: $0, from: parent.collection) }
      ?? tree.removal(ofItem: node, from: parent.collection)
    guard !removal.isEmpty else { throw shared }
    return removal
  }

  private var missing: EditError { EditError(reason: "\(path) is not in the policy's own text") }

  private var shared: EditError {
    EditError(reason: "\(path) is repeated through an anchor, and would change in other places too")
  }

  private func rejectShared(_ node: NodeID, in tree: NodeTree) throws(EditError) {
    if tree.isShared(node) { throw shared }
  }

  /// The value, wrapped in a mapping for each remaining key of the path.
  private func nested(_ value: YAMLValue, from index: Int) throws(EditError) -> YAMLValue {
    var value = value
    for step in path.steps[index...].reversed() {
      guard case .key(let key) = step else { throw missing }
      value = .mapping([(key, value)])
    }
    return value
  }

  private func replacement(
    of node: NodeID, in tree: NodeTree, _ parent: (key: NodeID?, collection: NodeID)?, with value: YAMLValue
  ) -> Edit {
    let bytes = tree.sources[0].bytes
    var span = tree.spanWithProperties(of: node)
    guard let key = parent?.key, span.lower < span.upper else {
      return tree.replacement(of: node, withPlain: value.flowText)
    }
    // A value on the line below its key moves after the key, unless a comment is between the two.
    var start = tree.spanAsWritten(of: key).range.upperBound
    while start < span.range.lowerBound, bytes[start] != UInt8(ascii: ":") { start += 1 }
    let gap = bytes[min(start + 1, span.range.lowerBound)..<span.range.lowerBound]
    let isBelow = gap.contains(where: \.isLineBreak)
    guard isBelow, gap.allSatisfy(\.isWhiteSpace) else {
      return Edit(replacing: span, with: value.flowText)
    }
    span = Span(source: span.source, lower: UInt32(start + 1), upper: span.upper)
    return Edit(replacing: span, with: " " + value.flowText)
  }
}

extension Sequence<PolicyEdit> {
  /// The text after all changes, applied in order.
  package func applied(to source: SourceText) throws(PolicyEdit.EditError) -> SourceText {
    var source = source
    for edit in self { source = try edit.applied(to: source) }
    return source
  }
}

/// A YAML value that can be written on one line and compared.
private indirect enum YAMLValue {
  case text(String)
  /// A number, a Boolean or null, as written.
  case word(String, ScalarType)
  case list([YAMLValue])
  case mapping([(key: String, value: YAMLValue)])

  /// Parses the YAML of a value at a path.
  init(_ text: String, for path: PolicyPath) throws(PolicyEdit.EditError) {
    var tree = NodeTree()
    let reading = YAMLReader.read(SourceText(name: "value", text: text), into: &tree)
    guard let diagnostic = reading.diagnostics.first else {
      // An empty text is null.
      self = reading.root.map { YAMLValue(tree, $0) } ?? .word("null", .null)
      return
    }
    throw PolicyEdit.EditError(reason: "The value of \(path) is not valid YAML: \(diagnostic.message)")
  }

  init(_ tree: NodeTree, _ node: NodeID) {
    switch tree.kind(of: node) {
    case .sequence: self = .list(tree.items(of: node).map { YAMLValue(tree, $0) })
    case .mapping:
      self = .mapping(tree.entries(of: node).map { (tree.text(of: $0.key), YAMLValue(tree, $0.value)) })
    case .scalar:
      let text = tree.text(of: node)
      let type = tree.scalarType(of: node)
      self = type == .string ? .text(text) : .word(text, type)
    }
  }

  /// The value on one line.
  var flowText: String {
    switch self {
    case .text(let text): YAMLText.scalar(text)
    case .word(let text, _): text.isEmpty ? "null" : text
    case .list(let items): "[" + items.map(\.flowText).joined(separator: ", ") + "]"
    case .mapping(let members):
      members.isEmpty
        ? "{}"
        : "{ " + members.map { "\(YAMLText.scalar($0.key)): \($0.value.flowText)" }.joined(separator: ", ")
          + " }"
    }
  }

  /// A copy in which the element at a path is replaced with `value`; `nil` removes the element.
  func setting(_ path: PolicyPath, to value: YAMLValue?, at index: Int) throws(PolicyEdit.EditError)
    -> YAMLValue
  {
    let isLast = index == path.steps.count - 1
    switch path.steps[index] {
    case .item(let position):
      guard case .list(var items) = self else { return self }
      if position == items.count { items.append(.word("null", .null)) }
      guard items.indices.contains(position) else { return self }
      if isLast {
        if let value { items[position] = value } else { items.remove(at: position) }
      } else {
        items[position] = try items[position].setting(path, to: value, at: index + 1)
      }
      return .list(items)
    case .key(let key):
      var members: [(key: String, value: YAMLValue)] = []
      if case .mapping(let own) = self { members = own }
      let node = members.firstIndex { $0.key == key }
      if isLast, value == nil {
        if let node { members.remove(at: node) }
        return .mapping(members)
      }
      let old = node.map { members[$0].value } ?? .mapping([])
      let new = try isLast ? value ?? old : old.setting(path, to: value, at: index + 1)
      if let node { members[node].value = new } else { members.append((key, new)) }
      return .mapping(members)
    }
  }

  /// Whether two values are equal, regardless of the order of entries.
  func isEqual(to other: YAMLValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): left == right
    case (.word(let left, let type), .word(let right, let otherType)):
      type == otherType && (left == right || type == .null)
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
    case (.mapping(let left), .mapping(let right)):
      left.count == right.count
        && left.allSatisfy { member in
          right.first { $0.key == member.key }.map { $0.value.isEqual(to: member.value) } ?? false
        }
    default: false
    }
  }
}

extension NodeTable {
  /// The value at a path, including inherited values, as YAML on one line; `nil` if the path leads to no value.
  package func yaml(at path: PolicyPath) -> String? {
    guard var node = rootSyntax else { return nil }
    for step in path.steps {
      switch step {
      case .key(let key):
        guard let entry = tree.entries(of: node).first(where: { tree.text(of: $0.key) == key })
        else { return nil }
        node = entry.value
      case .item(let position):
        let items = tree.items(of: node)
        guard items.indices.contains(position) else { return nil }
        node = items[position]
      }
    }
    return YAMLValue(tree, node).flowText
  }

  /// The node at a path of keys; `nil` if the path leads to no node.
  package func node(along keys: [String]) -> PolicyNode? {
    var node = root
    for key in keys { node = node.flatMap { child(key, of: $0) } }
    return node
  }
}
