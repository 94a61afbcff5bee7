package import PolicySyntax

/// The structure of a policy's YAML during editing, without bases. If the text has a mistake, the outline ends before the
/// mistake.
package struct Outline: Sendable {
  /// An entry of a mapping or an element of a list.
  package struct Item: Sendable {
    /// The kind of a value, as shown by editors.
    package enum Kind: Sendable {
      case mapping, list, text, number, boolean, nothing
    }

    /// The key, or the index of an element in brackets.
    package let name: String
    /// The beginning of a scalar value; empty for mappings and lists.
    package let detail: String
    /// The kind of the value.
    package let kind: Kind
    /// The range of the key and the value.
    package let range: Range<Int>
    /// The range of the key, or of the whole element of a list.
    package let selection: Range<Int>
    /// The entries or elements of the value.
    package let items: [Item]
  }

  /// The entries of the text's mapping.
  package let items: [Item]
  private let ranges: [Range<Int>]
  private let source: SourceText

  /// The maximum length of a shown value.
  private static let longestDetail = 60

  /// The outline of a text.
  package init(_ source: SourceText) {
    self.source = source
    var tree = NodeTree()
    var (root, diagnostics) = YAMLReader.read(source, into: &tree)
    if root == nil, let mistake = diagnostics.first, mistake.rule == .yamlSyntax {
      let start = source.bytes.startOfLine(at: min(mistake.span.range.lowerBound, source.bytes.count))
      tree = NodeTree()
      (root, diagnostics) = YAMLReader.read(
        SourceText(name: source.name, bytes: Array(source.bytes[..<start])), into: &tree)
    }
    guard let root else {
      (items, ranges) = ([], [])
      return
    }
    var ranges: [Range<Int>] = []
    items = Self.items(of: root, in: tree, &ranges)
    ranges.append(tree.spanAsWritten(of: root).range)
    self.ranges = ranges
  }

  private static func items(
    of node: NodeID, in tree: NodeTree, _ ranges: inout [Range<Int>]
  ) -> [Item] {
    guard !tree.isAlias(node) else { return [] }
    var items: [Item] = []
    var iterator = tree.entryIterator(of: node)
    while let entry = iterator.next(in: tree) {
      // An entry that a merge key adds is written elsewhere.
      guard tree.target(of: entry.container) == tree.target(of: node) else { continue }
      let key = tree.spanAsWritten(of: entry.key).range
      items.append(item(tree.text(of: entry.key), selection: key, entry.value, in: tree, &ranges))
    }
    for (index, element) in tree.items(of: node).enumerated() {
      let span = tree.spanAsWritten(of: element).range
      items.append(item("[\(index)]", selection: span, element, in: tree, &ranges))
    }
    return items
  }

  private static func item(
    _ name: String, selection: Range<Int>, _ value: NodeID, in tree: NodeTree, _ ranges: inout [Range<Int>]
  ) -> Item {
    let span = tree.spanAsWritten(of: value).range
    let isAfter = span.lowerBound >= selection.lowerBound
    let range = selection.lowerBound..<max(selection.upperBound, isAfter ? span.upperBound : 0)
    ranges += [selection, range]
    if isAfter, !span.isEmpty { ranges.append(span) }
    let kind = kind(of: value, in: tree)
    let text = tree.text(of: value)
    return Item(
      name: name, detail: text.count > longestDetail ? text.prefix(longestDetail) + "…" : text, kind: kind,
      range: range, selection: selection, items: items(of: value, in: tree, &ranges))
  }

  private static func kind(of node: NodeID, in tree: NodeTree) -> Item.Kind {
    switch tree.kind(of: node) {
    case .mapping: return .mapping
    case .sequence: return .list
    case .scalar: break
    }
    return switch tree.scalarType(of: node) {
    case .null: .nothing
    case .bool: .boolean
    case .int, .float: .number
    case .string: .text
    }
  }

  /// The ranges around an offset, from the smallest range to the whole text. Each range is within the next range.
  package func selections(at offset: Int) -> [Range<Int>] {
    let bytes = source.bytes
    let line = bytes.startOfLine(at: offset)
    var lineEnd = offset
    while lineEnd < bytes.count, bytes.lengthOfBreak(at: lineEnd) == 0 { lineEnd += 1 }
    var candidates = ranges.filter { $0.lowerBound <= offset && offset <= $0.upperBound }
    let word = Word(at: offset, in: bytes).range
    if !word.isEmpty { candidates.append(word) }
    candidates += [line..<lineEnd, 0..<bytes.count]
    var result: [Range<Int>] = []
    for range in candidates.sorted(by: { $0.count < $1.count }) {
      guard let last = result.last else {
        result.append(range)
        continue
      }
      let isAround = range.lowerBound <= last.lowerBound && last.upperBound <= range.upperBound
      if isAround, range.count > last.count { result.append(range) }
    }
    return result
  }
}
