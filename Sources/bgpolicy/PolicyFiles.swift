internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax

/// Finds policies on disk and reads them.
enum PolicyFiles {
  /// The policies of a call: its operands without duplicates, those in folders among them, or those in the working directory.
  static func paths(
    _ operands: [String], command: String, _ search: PolicySearch = PolicySearch()
  ) throws(UsageError) -> [String] {
    if operands.count == 1, !isFolder(operands[0]) { return operands }
    var seen = Set<String>(minimumCapacity: operands.count)
    var paths: [String] = []
    for operand in operands.isEmpty ? ["."] : operands {
      let found = isFolder(operand) ? try search.policies(under: operand) : [operand]
      paths += found.filter { seen.insert($0 == "-" ? "-" : RelativePath.normalized($0)).inserted }
    }
    guard paths.isEmpty else { return paths }
    let place = operands.isEmpty ? "this folder" : DisplayText.list(operands)
    throw UsageError(
      message: """
        No policy found: there is no bgpolicy.yaml or *.bgpolicy.yaml under \(place); `bgpolicy init` writes one, and \
        `bgpolicy import` writes that of an app
        """, command: command)
  }

  /// Whether commands find the policy at a path by its name.
  static func isPolicy(_ path: String) -> Bool {
    PolicySearch.isPolicyName(String(path.dropFirst(RelativePath.folder(of: path).count)))
  }

  private static func isFolder(_ operand: String) -> Bool {
    operand != "-" && System.kind(of: operand) == .folder
  }

  /// The operands of a call with each property list replaced by the policies under this folder that name it.
  ///
  /// A commit hook passes the files that have changed, both policies and property lists.
  static func resolvingPropertyLists(
    _ operands: [String], _ search: PolicySearch = PolicySearch()
  ) throws(UsageError) -> [String] {
    let isPropertyList = { (path: String) in path.hasSuffix(".plist") || path.hasSuffix(".entitlements") }
    let lists = Set(operands.filter(isPropertyList).compactMap(System.identity))
    guard !lists.isEmpty else { return operands }
    var paths = operands.filter { !isPropertyList($0) || System.identity(of: $0) == nil }
    for path in try search.policies(under: ".") {
      let files = try read(path).appFiles.propertyLists
      if files.contains(where: { System.identity(of: $0.path).map(lists.contains) ?? false }) {
        paths.append(path)
      }
    }
    return paths
  }

  /// Reads a policy and the policies that it builds on.
  static func read(_ path: String, named name: String? = nil) throws(UsageError) -> PolicyReading {
    reading(of: try source(path, named: name))
  }

  /// The text of a policy.
  static func source(_ path: String, named name: String? = nil) throws(UsageError) -> SourceText {
    switch contents(of: path) {
    case .success(let bytes):
      return SourceText(name: name ?? (path == "-" ? "<stdin>" : path), bytes: bytes)
    case .failure(let problem):
      let hint = path.unicodeScalars.contains("\u{FFFD}") ? "; names of policies must be UTF-8" : ""
      throw UsageError(message: "Can't read \(path): \(problem.reason)\(hint)")
    }
  }

  /// The stages after the reading of a policy.
  static let pipeline = Pipeline()

  /// The stages that a policy goes through, with the files of the disk that it names; `texts` are in place of base policies, by
  /// their paths.
  static func pipeline(of policy: String, with texts: [String: String] = [:]) -> Pipeline {
    Pipeline(
      basePolicy: { path in
        texts[path].map { .success(Array($0.utf8)) }
          ?? named(path, by: policy, limit: YAMLLimits.standard.fileSize)
      },
      appFiles: AppFileReader(
        propertyList: { named($0, by: policy, limit: AppFile.sizeLimit) },
        code: { CodeFiles.read($0, of: policy) }))
  }

  /// The bytes of a file that a policy names.
  private static func named(
    _ path: String, by policy: String, limit: Int
  ) -> Result<[UInt8], UnreadableFile> {
    if let refusal = RepositoryBoundary(around: policy).refusal(of: path) {
      return .failure(UnreadableFile(refusal))
    }
    return namedFile(path, limit: limit)
  }

  /// The bytes of a regular file that a policy names, wherever it is.
  static func namedFile(_ path: String, limit: Int) -> Result<[UInt8], UnreadableFile> {
    do throws(System.FileError) {
      return .success(try System.readRegularFile(path, limit: limit))
    } catch {
      return .failure(UnreadableFile(error.reason))
    }
  }

  /// Parses the text of a policy, and reads the policies that it builds on.
  static func reading(of source: SourceText) -> PolicyReading { pipeline(of: source.name).read(source) }

  /// The bytes of a file, at most one more than a limit.
  static func contents(
    of path: String, limit: Int = YAMLLimits.standard.fileSize
  ) -> Result<[UInt8], UnreadableFile> {
    do throws(System.FileError) {
      return .success(try System.read(path, limit: limit))
    } catch {
      return .failure(UnreadableFile(error.reason))
    }
  }
}
