package import JSON
package import PolicySyntax

/// Reads JSON, which is YAML too.
package enum JSONReader {
  /// The value of a text; or the first thing that is wrong with it.
  package static func read(_ source: SourceText) -> Result<JSONValue, Mistake> {
    var tree = NodeTree()
    let reading = YAMLReader.read(source, into: &tree)
    if let issue = reading.issues.first {
      let position = LineTable(source.bytes).position(ofByte: issue.span.range.lowerBound)
      return .failure(Mistake(position: position, message: issue.message))
    }
    guard let root = reading.root else {
      return .failure(Mistake(position: LineTable(source.bytes).position(ofByte: 0), message: "It is empty"))
    }
    return .success(Places(tree: tree).json(root))
  }

  /// What is wrong with a text.
  package struct Mistake: Error {
    /// Where.
    package let position: Position
    /// A headline.
    package let message: String
  }
}
