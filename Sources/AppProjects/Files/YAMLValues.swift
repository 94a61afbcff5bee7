internal import AppFacts
internal import PolicySyntax

/// Reads YAML as values with their places.
enum YAMLValues {
  /// The maximum number of values; an alias counts with all values that it repeats.
  private static let maximumCount = 200_000

  /// The root of a file. If the file is missing or is not YAML, the result is `nil`, and the reason is noted.
  ///
  /// JSON is YAML, except for tabs between values. A key that occurs twice and a second document may mean something else to other readers:
  /// a file that `isRelevant` returns `true` for is refused then.
  static func root(
    of path: String, _ files: ProjectFiles, isJSON: Bool = false,
    isRelevant: (ValueNode) -> Bool = { _ in true }
  ) -> ValueNode? {
    guard let file = files.text(of: path) else {
      files.note(unread: path)
      return nil
    }
    var tree = NodeTree()
    let tab = UInt8(ascii: "\t")
    let bytes = isJSON ? file.bytes.map { $0 == tab ? UInt8(ascii: " ") : $0 } : file.bytes
    let (root, diagnostics) = YAMLReader.read(SourceText(name: path, bytes: bytes), into: &tree)
    guard let root else {
      for diagnostic in diagnostics.prefix(1) {
        files.add(
          UnreadFact(
            file.location(of: diagnostic.span.range.lowerBound), reason: diagnostic.message,
            isRefused: diagnostic.rule == .yamlLimit))
      }
      return nil
    }
    var count = 0
    let value = value(of: root, in: tree, file, &count)
    guard count <= maximumCount else {
      files.refuse(FactLocation(file: path), "Its aliases repeat more than \(maximumCount) values")
      return nil
    }
    if let diagnostic = diagnostics.first {
      files.add(
        UnreadFact(
          file.location(of: diagnostic.span.range.lowerBound), reason: diagnostic.message,
          isRefused: isRelevant(value)))
    }
    return files.keep(count, of: path) ? value : nil
  }

  private static func value(
    of node: NodeID, in tree: NodeTree, _ file: TextFile, _ count: inout Int
  ) -> ValueNode {
    count += 1
    let offset = tree.span(of: node).range.lowerBound
    guard count <= maximumCount else { return ValueNode(.null, in: file, at: offset) }
    switch tree.kind(of: node) {
    case .scalar: return ValueNode(scalar(node, in: tree), in: file, at: offset)
    case .sequence:
      var items: [ValueNode] = []
      for item in tree.items(of: node) { items.append(value(of: item, in: tree, file, &count)) }
      return ValueNode(.list(items), in: file, at: offset)
    case .mapping:
      var entries: [ValueEntry] = []
      for entry in tree.entries(of: node) {
        entries.append(
          ValueEntry(
            tree.text(of: entry.key), at: tree.span(of: entry.key).range.lowerBound,
            value(of: entry.value, in: tree, file, &count)))
      }
      return ValueNode(.dictionary(entries), in: file, at: offset)
    }
  }

  private static func scalar(_ node: NodeID, in tree: NodeTree) -> ValueNode.Content {
    let text = tree.text(of: node)
    guard tree.style(of: node) == .plain else { return .string(text) }
    switch tree.scalarType(of: node) {
    case .null: return .null
    case .bool: return .bool(text.lowercased() == "true")
    case .int: return Int64(text).map { .number(Double($0)) } ?? .string(text)
    // XcodeGen writes a floating-point number as Swift does: 13.0 stays 13.0, and 26.10 becomes 26.1.
    case .float: return .string(Double(text).map { "\($0)" } ?? text)
    case .string:
      // XcodeGen reads YAML 1.1.
      switch text {
      case "yes", "Yes", "YES", "on", "On", "ON": return .bool(true)
      case "no", "No", "NO", "off", "Off", "OFF": return .bool(false)
      default: return .string(text)
      }
    }
  }
}
