package import PolicySyntax

/// The result of reading the text of a policy.
package struct PolicyReading: Sendable {
  /// The policy; `nil` if the text is not YAML, or not a mapping.
  package let policy: Policy?
  /// The nodes of the policy, with the locations of its parts.
  package let nodes: NodeTable
  /// The app's own files that the policy names; empty if the policy names no such files, or if no reader was passed.
  package fileprivate(set) var appFiles = AppFiles.none
  /// The diagnostics about the text and the shape of the policy.
  package let diagnostics: [Diagnostic]
  /// The files that were read: the policy, its bases, the app's property lists that the policy names, and files of the app's
  /// code.
  package fileprivate(set) var sources: [SourceText]
  /// For each file of the policy, the span of the path in `extends` that names the file; `nil` for the policy itself.
  package let extensions: [Span?]

  /// Adds the app's projects and code, or the reason that the projects and code can't be read.
  package mutating func add(app: Result<AppReading, UnreadableFile>) {
    let app = app.map { $0.following(sources.count) }
    if case .success(let app) = app { sources += app.texts }
    appFiles.app = app
  }

  /// The files that the policy itself was read from, the policy first.
  package var policySources: ArraySlice<SourceText> { sources.prefix(extensions.count) }
}

/// The reason that a file could not be read.
package struct UnreadableFile: Error, Hashable, Sendable {
  /// The reason in a few words without a full stop: `there is no such file`.
  package let reason: String

  /// An error with a reason.
  package init(_ reason: String) {
    self.reason = reason
  }
}

/// Reads a policy and its bases.
package enum PolicyReader {
  /// The policy of `source`.
  ///
  /// `file` returns the bytes of a base policy for its path, which is the path in `extends`, resolved from the policy's
  /// folder. `appFiles` reads the app's own files that the policy names; without `appFiles`, these files are not checked.
  /// `limits` bound the files that the policy names.
  package static func read(
    _ source: SourceText,
    file: @escaping (String) -> Result<[UInt8], UnreadableFile> = { _ in .failure(.init("it is not at hand"))
    },
    appFiles reader: AppFileReader? = nil, limits: NamedFileLimits = NamedFileLimits()
  ) -> PolicyReading {
    var lists = ParsedPropertyLists()
    return read(source, file: file, appFiles: reader, limits: limits, sharing: &lists)
  }

  /// The policy of `source`, as ``read(_:file:appFiles:limits:)`` returns it. Policies that are read with the same `lists` parse each property
  /// list once.
  package static func read(
    _ source: SourceText, file: @escaping (String) -> Result<[UInt8], UnreadableFile>,
    appFiles reader: AppFileReader?, limits: NamedFileLimits, sharing lists: inout ParsedPropertyLists
  ) -> PolicyReading {
    var inheritance = Inheritance(file: file, limits: limits)
    guard let root = inheritance.root(of: source) else {
      return PolicyReading(
        policy: nil, nodes: NodeTable(tree: inheritance.tree), diagnostics: inheritance.diagnostics,
        sources: inheritance.tree.sources, extensions: inheritance.extensions)
    }
    var lowering = Lowering(tree: inheritance.tree)
    lowering.diagnostics = inheritance.diagnostics
    var reading = PolicyReading(
      policy: lowering.policy(at: root), nodes: lowering.nodes, diagnostics: lowering.diagnostics,
      sources: inheritance.tree.sources, extensions: inheritance.extensions)
    if let reader { reading.readAppFiles(by: reader, limits, &lists) }
    return reading
  }
}

extension PolicyReading {
  /// Reads the app's own files that the policy names.
  fileprivate mutating func readAppFiles(
    by reader: AppFileReader, _ limits: NamedFileLimits, _ lists: inout ParsedPropertyLists
  ) {
    guard policy?.namesAppFiles == true, let policy else { return }
    let (files, texts) = AppFiles.read(
      for: policy, by: reader, after: sources.count, limits, &lists)
    appFiles = files
    sources += texts
  }
}

extension Lowering {
  /// The policy at a root node, after its build settings have been substituted and its references have been checked.
  fileprivate mutating func policy(at root: NodeID) -> Policy? {
    let node = nodes.addRoot(root)
    guard tree.kind(of: root) == .mapping else {
      guard !tree.isNull(root) else {
        reportEmpty(at: node)
        return nil
      }
      reportWrongType(at: node, expected: "a mapping", help: "begin with `schema: \(Policy.schemaVersion)`")
      return nil
    }
    guard tree.entryIterator(of: root).count > 0 else {
      reportEmpty(at: node)
      return nil
    }
    guard var policy = Policy.keys.lower(node, &self) else { return nil }
    checkReferences(of: policy)
    checkNames(of: policy, at: node)
    substituteBuildSettings(in: &policy)
    return consume policy
  }

  private mutating func reportEmpty(at node: PolicyNode) {
    report(
      .policyEmpty, at: .value(node), "The file contains no policy",
      help: "begin with `schema: \(Policy.schemaVersion)`; `bgpolicy schema` lists all keys")
  }
}
