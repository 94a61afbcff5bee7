internal import PolicySyntax

/// Merges a policy with its bases into one tree, in which every value keeps its file and line.
struct Inheritance {
  private(set) var tree = NodeTree()
  private(set) var diagnostics: [Diagnostic] = []
  /// For each file, the span of the path in `extends` that names the file; `nil` for the policy itself.
  private(set) var extensions: [Span?] = [nil]
  private let file: (String) -> Result<[UInt8], UnreadableFile>
  /// The files from the policy to the file that is being read.
  private var chain: [String] = []
  /// The merged root of each base that has been read; `nil` for a base that can't be used.
  private var bases: [String: NodeID?] = [:]
  /// The bytes of all bases.
  private var size = 0
  private let limits: NamedFileLimits
  private var yamlLimits = YAMLLimits.standard

  init(file: @escaping (String) -> Result<[UInt8], UnreadableFile>, limits: NamedFileLimits) {
    self.file = file
    self.limits = limits
  }

  /// The root of a file merged with its bases; `nil` if the file is not YAML.
  mutating func root(of source: SourceText) -> NodeID? {
    let reading = YAMLReader.read(source, into: &tree, limits: yamlLimits)
    // The policy itself is within the standard limits; the policies that it extends follow it in the tree.
    if tree.sources.count == 1 {
      yamlLimits.nodes = min(yamlLimits.nodes, tree.nodeCount + limits.nodes)
    }
    diagnostics += reading.diagnostics
    guard let root = reading.root else {
      // A file without a document has no node for a location.
      if reading.diagnostics.isEmpty { diagnostics.append(emptyFile()) }
      return nil
    }
    guard tree.kind(of: root) == .mapping else { return root }
    chain.append(source.name)
    defer { chain.removeLast() }
    let bases = extendedPaths(in: root).compactMap { base(at: $0, of: source) }
    guard let first = bases.first else { return root }
    // A later base overrides an earlier base, and the file itself overrides all bases.
    let inherited = bases.dropFirst().reduce(first) { merge($1, over: $0, at: []) }
    return merge(root, over: inherited, at: [])
  }

  private func emptyFile() -> Diagnostic {
    Diagnostic(
      rule: .policyEmpty,
      span: Span(source: SourceID(index: UInt16(tree.sources.count - 1)), lower: 0, upper: 0),
      message: "The file contains no policy",
      help: "begin with `schema: \(Policy.schemaVersion)`; `bgpolicy schema` lists all keys")
  }

  /// The nodes of the paths in `extends`; the lowering reports other values.
  private func extendedPaths(in root: NodeID) -> [NodeID] {
    var entries = tree.entryIterator(of: root)
    while let entry = entries.next(in: tree) {
      guard tree.isText(of: entry.key, equalTo: "extends") else { continue }
      let nodes = tree.kind(of: entry.value) == .sequence ? tree.items(of: entry.value) : [entry.value]
      return nodes.filter { tree.scalarType(of: $0) == .string }
    }
    return []
  }

  private mutating func base(at path: NodeID, of source: SourceText) -> NodeID? {
    let name = RelativePath.resolve(tree.text(of: path), from: source.name)
    guard !chain.contains(name) else {
      report("The policy extends itself: \((chain + [name]).joined(separator: " → "))", at: path)
      return nil
    }
    // A base that several policies extend is read and merged only once.
    if let known = bases[name] { return known }
    let base = readBase(name, at: path)
    bases[name] = .some(base)
    return base
  }

  private mutating func readBase(_ name: String, at path: NodeID) -> NodeID? {
    if chain.count > InheritanceLimits.depth {
      report("The policy extends a chain of more than \(InheritanceLimits.depth) files", at: path)
      return nil
    }
    guard bases.count < InheritanceLimits.files else {
      report("The policy extends more than \(InheritanceLimits.files) files", at: path)
      return nil
    }
    switch file(name) {
    case .success(let bytes):
      size += bytes.count
      guard size <= limits.bases else {
        report(
          "The policy extends files of more than \(limits.text(ofBytes: limits.bases))", at: path)
        return nil
      }
      extensions.append(tree.span(of: path))
      let problems = diagnostics.count
      let root = root(of: SourceText(name: name, bytes: bytes))
      guard let root, tree.kind(of: root) != .mapping else { return root }
      if diagnostics.count == problems {
        let kind = tree.isNull(root) ? "nothing" : tree.kind(of: root) == .sequence ? "a list" : "a value"
        report("The base policy \(name) must be a mapping; found \(kind)", at: path)
      }
      return nil
    case .failure(let problem):
      report("The base policy \(name) can't be read: \(problem.reason)", at: path)
      return nil
    }
  }

  private mutating func report(_ message: String, at path: NodeID) {
    diagnostics.append(
      Diagnostic(
        rule: .policyExtends, span: tree.span(of: path), path: "extends", message: message,
        help: "use the path of a policy relative to this file, for example ../team.bgpolicy.yaml"))
  }

  // MARK: - Merging

  /// Merges `node` over `base`: mappings key by key, with `require` lists joined; `node` replaces other values.
  private mutating func merge(_ node: NodeID, over base: NodeID, at path: [String]) -> NodeID {
    if path == ["require"], tree.kind(of: node) == .sequence, tree.kind(of: base) == .sequence {
      return tree.addSequence(Array(tree.items(of: base)) + Array(tree.items(of: node)), like: node)
    }
    guard tree.kind(of: node) == .mapping, tree.kind(of: base) == .mapping, !isWhole(path) else {
      return node
    }
    var entries = Array(tree.entries(of: node))
    var added: [NodeEntry] = []
    let indices = Dictionary(
      entries.enumerated().map { (tree.bytes(of: $1.key), $0) }, uniquingKeysWith: { first, _ in first })
    for inherited in tree.entries(of: base) {
      let key = tree.bytes(of: inherited.key)
      guard let index = indices[key] else {
        // The bases of a base are already merged.
        if path.isEmpty, tree.isText(of: inherited.key, equalTo: "extends") { continue }
        added.append(inherited)
        continue
      }
      let inner = path + [String(decoding: key, as: UTF8.self)]
      entries[index] = entries[index].with(
        value: merge(entries[index].value, over: inherited.value, at: inner))
    }
    return tree.addMapping(entries + added, like: node)
  }

  /// Whether a mapping at a path is one value, such as a push's payload or a parameter with its source.
  private func isWhole(_ path: [String]) -> Bool {
    path.count == 3 && path[0] == "pushes" && path[2] == "payload" || path.count == 2 && path[0] == "model"
  }
}

/// Limits on the files that a policy extends, so that no policy takes long to read.
package enum InheritanceLimits {
  /// The most files in a chain in which each file extends the next file.
  package static let depth = 16
  /// The most files in total; a file that several policies extend counts once.
  package static let files = 256
}
