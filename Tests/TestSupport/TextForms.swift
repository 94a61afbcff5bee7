internal import PolicySyntax

/// Changes of a text that keep the content of every line.
package enum TextForms {
  /// The text with CR LF at the end of each line.
  package static func withCarriageReturns(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }

  /// The text after a byte order mark.
  package static func withByteOrderMark(_ text: String) -> String { "\u{FEFF}" + text }

  /// The text with a comment after every line that can have a comment, and a comment above the first line.
  ///
  /// A line that ends inside a scalar can't have a comment.
  package static func withComments(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var tree = NodeTree()
    let reading = YAMLReader.read(SourceText(name: "text.yaml", bytes: bytes), into: &tree)
    guard let root = reading.root else { return "# above all\n" + text }
    var scalars: [Range<Int>] = []
    func visit(_ node: NodeID) {
      if tree.kind(of: node) == .scalar { scalars.append(tree.span(of: node).range) }
      for item in tree.items(of: node) where !tree.isAlias(item) { visit(item) }
      for entry in tree.entries(of: node) {
        visit(entry.key)
        if !tree.isAlias(entry.value) { visit(entry.value) }
      }
    }
    visit(root)
    var result: [UInt8] = Array("# above all é\n".utf8)
    var line = 1
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") {
        let isInside = scalars.contains { $0.lowerBound < index && index < $0.upperBound }
        if !isInside { result += Array(" # behind line \(line) é".utf8) }
        line += 1
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
