internal import PolicySyntax

/// The path of a file or folder that a policy names.
package struct FilePath: Hashable, Sendable {
  /// The path as written, relative to the policy file that contains it.
  package let written: String
  /// The path, resolved from the folder of the policy file that contains it.
  package let resolved: String
}

extension Shape<FilePath> {
  /// A path, relative to the policy file that contains it.
  static var filePath: Shape {
    let string = Shape<String>.string
    return Shape(schema: string.schema()) { node, lowering in
      guard let written = string.lower(node, &lowering) else { return nil }
      let source = lowering.tree.sources[Int(lowering.nodes.span(at: .value(node)).source.index)]
      return FilePath(written: written, resolved: RelativePath.resolve(written, from: source.name))
    }
  }
}
