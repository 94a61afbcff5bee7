package import PolicyModel
package import PolicySyntax

/// A path in a policy, and the file at the path.
package struct FileLink: Hashable, Sendable {
  /// The span of the path as written.
  package let span: Span
  /// The path, resolved from the file that contains it.
  package let path: String
  /// Whether the path leads to a base policy.
  package let isBase: Bool
}

extension PolicyReading {
  /// The paths in a policy that lead to its bases and to the app's own files.
  package var fileLinks: [FileLink] {
    guard let policy else { return [] }
    let bases = policy.extends.map { base in
      let span = nodes.span(of: base.node)
      return FileLink(
        span: span, path: RelativePath.resolve(base.value, from: sources[Int(span.source.index)].name),
        isBase: true)
    }
    let app = policy.app?.value
    let files =
      [app?.infoPlist, app?.entitlements].compactMap(\.self) + (app?.sources?.value ?? [])
      + policy.targets.flatMap { [$0.infoPlist, $0.entitlements].compactMap(\.self) }
    return bases
      + files.map { FileLink(span: nodes.span(of: $0.node), path: $0.value.resolved, isBase: false) }
  }
}
