/// Reads YAML into a tree, with the exact location of every node; JSON is read as JSON.
///
/// Problems of the text are diagnostics with a location. After `yaml-syntax` and `yaml-limit`, the text has no tree. After
/// other problems, the rest of the text is read.
package enum YAMLReader {
  /// Adds the nodes of `source` to `tree`, and returns the root of `source`; `nil` if `source` has no document or can't be read.
  package static func read(
    _ source: SourceText, into tree: inout NodeTree, limits: YAMLLimits = .standard
  ) -> (root: NodeID?, diagnostics: [Diagnostic]) {
    let id = SourceID(index: UInt16(tree.sources.count))
    if let diagnostic = unreadable(source, id: id, limits: limits) {
      // Reports show lines of a source. A file of this size may be a single line, so only its beginning is kept.
      tree.sources.append(SourceText(name: source.name, bytes: Array(source.bytes.prefix(shownBytes))))
      return (nil, [diagnostic])
    }
    tree.sources.append(source)

    let markLength = source.bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
    return source.bytes.withUnsafeBufferPointer { whole in
      let bytes = UnsafeBufferPointer(rebasing: whole[markLength...])
      var builder = TreeBuilder(tree, source: id, bytes: bytes, base: markLength, limits: limits)
      // The builder is the only owner of the tree during its work; with a second owner, the first change would copy the tree.
      tree = NodeTree()
      if JSONNodeEvents.isJSON(bytes) {
        var events = JSONNodeEvents(bytes)
        while let event = events.next(), builder.add(event, events) {}
      } else {
        var events = LibYAML(bytes)
        while let event = events.next(), builder.add(event, events) {}
        if !builder.isStopped, let problem = events.problem {
          builder.stop(with: problem.diagnostic(in: &builder))
        }
      }
      let result = builder.finish()
      tree = result.tree
      return (result.root, result.diagnostics)
    }
  }

  /// The number of bytes that are kept of an unreadable file.
  private static let shownBytes = 4_096

  /// A diagnostic about a file that can't be read at all.
  private static func unreadable(_ source: SourceText, id: SourceID, limits: YAMLLimits) -> Diagnostic? {
    let start = Span(source: id, lower: 0, upper: 0)
    if source.bytes.count > limits.fileSize {
      return Diagnostic(
        rule: .yamlLimit, span: start,
        message: "The file is larger than \(limits.fileSize >> 20) MiB",
        help: "split the policy and join its parts with extends")
    }
    if ByteOrderMark.isUTF16(source.bytes) {
      return Diagnostic(
        rule: .yamlSyntax, span: start, message: "The file is UTF-16, but a policy must be UTF-8",
        help: "save it as UTF-8")
    }
    return nil
  }
}

extension RuleName {
  /// The text is not YAML.
  package static let yamlSyntax: RuleName = "yaml-syntax"
  /// A key occurs twice in a mapping.
  package static let yamlDuplicateKey: RuleName = "yaml-duplicate-key"
  /// A file contains more than one document.
  package static let yamlMultipleDocuments: RuleName = "yaml-multiple-documents"
  /// A file is too large, nested too deeply, or expands too far.
  package static let yamlLimit: RuleName = "yaml-limit"
}
