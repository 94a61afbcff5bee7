internal import PolicySyntax

extension NodeTable {
  /// The deepest node whose key or value contains a byte of the policy's own file; `nil` if no node contains the byte.
  package func node(atByte offset: Int) -> PolicyNode? {
    var best: (node: PolicyNode, size: Int)?
    for node in allNodes {
      guard let extent = extent(of: node), extent.lowerBound <= offset, offset <= extent.upperBound else {
        continue
      }
      // If two nodes have the same text, the second node is an alias of the first node, so the first node is kept.
      if extent.count < best?.size ?? .max { best = (node, extent.count) }
    }
    return best?.node
  }

  /// The bytes of a node's key and value in the policy's own file; `nil` if the value is in a base policy.
  private func extent(of node: PolicyNode) -> Range<Int>? {
    let value = span(of: node)
    guard value.source.index == 0 else { return nil }
    guard let key = keySyntax(of: node).map(tree.span), key.source == value.source,
      key.range.lowerBound <= value.range.upperBound
    else { return value.range }
    return key.range.lowerBound..<max(key.range.upperBound, value.range.upperBound)
  }

  /// The keys from the root to a node, with `nil` for an item of a list.
  package func steps(to node: PolicyNode) -> [String?] {
    var steps: [String?] = []
    var next: PolicyNode? = node
    while let node = next, let parent = parent(of: node) {
      steps.append(keySyntax(of: node).map { tree.text(of: $0) })
      next = parent
    }
    return steps.reversed()
  }

  /// The keys of the mapping at a node; empty for other values.
  package func keys(of node: PolicyNode) -> [String] {
    tree.entries(of: syntax(of: node)).map { tree.text(of: $0.key) }
  }
}
