internal import PolicySyntax

extension Lowering {
  /// The entries of a mapping whose keys are names.
  mutating func lowerNames<Element: Named>(at node: PolicyNode, _ element: Shape<Element>)
    -> [Element]?
  {
    let syntax = nodes.syntax(of: node)
    guard tree.kind(of: syntax) == .mapping else {
      reportWrongType(
        at: node, expected: "a mapping of names", help: "write `name:` on a line, its keys below")
      return nil
    }
    var entries = tree.entryIterator(of: syntax)
    var elements: [Element] = []
    elements.reserveCapacity(entries.count)
    while let entry = entries.next(in: tree) {
      let entryNode = nodes.add(entry, under: node)
      guard let name = keyText(of: entry, at: entryNode) else { continue }
      guard var value = element.lower(entryNode, &self) else { continue }
      value.name = Located(name, at: entryNode)
      elements.append(consume value)
    }
    return elements
  }

  /// The text of a key; `nil` after reporting a key that is not a string.
  mutating func keyText(of entry: NodeEntry, at node: PolicyNode) -> String? {
    guard tree.kind(of: entry.key) == .scalar, !tree.bytes(of: entry.key).isEmpty else {
      report(
        .policyWrongType, at: .key(node), "A key must be a name",
        help: "write a name followed by a colon, for example photos:")
      return nil
    }
    return tree.text(of: entry.key)
  }
}
