internal import PolicySyntax

/// The path of a file or folder that a policy names.
package struct FilePath: Hashable, Sendable {
  /// The path as it is written, relative to the file that it is written in.
  package let written: String
  /// The same path, relative to the folder that the policy's own path is relative to.
  package let resolved: String
}

extension Shape<FilePath> {
  /// A path, relative to the file that it is written in.
  static var filePath: Shape {
    let string = Shape<String>.string
    return Shape(schema: string.schema()) { node, lowering in
      guard let written = string.lower(node, &lowering) else { return nil }
      let source = lowering.tree.sources[Int(lowering.nodes.span(at: .value(node)).source.index)]
      return FilePath(written: written, resolved: RelativePath.resolve(written, from: source.name))
    }
  }
}
