internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// Finds policies on disk and reads them.
struct PolicyFiles: Sendable {
  /// Gives access to the files.
  let access: FileAccess
  private let code = CodeFiles()
  private let limits: NamedFileLimits

  /// Finds and reads policies through `access`.
  init(_ access: FileAccess) { self.init(access, limits: NamedFileLimits()) }

  private init(_ access: FileAccess, limits: NamedFileLimits) {
    self.access = access
    self.limits = limits
  }

  /// Reads each of several policies, which share the limits on the files that they name.
  func sharing(among policies: [String]) -> PolicyFiles {
    PolicyFiles(access, limits: NamedFileLimits(policies: policies.count))
  }

  /// The policies of a call, without duplicates: the operands and the policies in operands that are folders.
  /// Without operands, the policies in the working directory.
  func paths(
    _ operands: [String], command: String, _ search: PolicySearch
  ) throws(UsageError) -> [String] {
    let operands = Self.different(operands)
    if operands.count == 1, !Self.isFolder(operands[0]) { return operands }
    var seen = Set<String>(minimumCapacity: operands.count)
    var paths: [String] = []
    for operand in operands.isEmpty ? ["."] : operands {
      let found = Self.isFolder(operand) ? try search.policies(under: operand) : [operand]
      paths += found.filter { seen.insert($0 == "-" ? "-" : RelativePath.normalized($0)).inserted }
    }
    guard paths.isEmpty else { return paths }
    var leftOut: [String] = []
    for folder in operands.isEmpty ? ["."] : operands {
      leftOut += try search.withoutPatterns.policies(under: folder)
    }
    if !leftOut.isEmpty {
      throw UsageError(
        message:
          "No policy found, because \(search.leavingOut) out \(DisplayText.list(leftOut)); a file that is named is always read",
        command: command)
    }
    let place = operands.isEmpty ? "this folder" : DisplayText.list(operands)
    throw UsageError(
      message: """
        No policy found: there is no bgpolicy.yaml or *.bgpolicy.yaml under \(place); `bgpolicy init` writes one, and \
        `bgpolicy import` writes that of an app
        """, command: command)
  }

  /// The single policy of a call: the operand, or else the only policy under the working directory.
  func path(_ operand: String?, command: String, _ search: PolicySearch) throws(UsageError) -> String {
    let paths = try paths([operand].compactMap(\.self), command: command, search)
    guard let path = paths.first, paths.count == 1 else {
      throw UsageError(
        message: "There is more than one policy here; name one of \(DisplayText.list(paths))",
        command: command)
    }
    return path
  }

  /// Whether commands find the policy at a path by its name.
  static func isPolicy(_ path: String) -> Bool {
    PolicySearch.isPolicyName(RelativePath.name(of: path))
  }

  /// The operands without repeated folders: an operand that names a folder again is left out.
  private static func different(_ operands: [String]) -> [String] {
    var texts: Set<String> = []
    var folders: Set<String> = []
    return operands.filter { operand in
      guard texts.insert(operand).inserted else { return false }
      return !isFolder(operand) || folders.insert(FileAccess.resolved(operand) ?? operand).inserted
    }
  }

  private static func isFolder(_ operand: String) -> Bool {
    operand != "-" && FileAccess.kind(of: operand) == .folder
  }

  /// The operands of a call. Each property list is replaced by the policies under the working directory that
  /// name it.
  ///
  /// A commit hook passes all changed files, both policies and property lists.
  func resolvingPropertyLists(
    _ operands: [String], _ search: PolicySearch
  ) throws(UsageError) -> [String] {
    let isPropertyList = { (path: String) in path.hasSuffix(".plist") || path.hasSuffix(".entitlements") }
    let lists = Set(operands.filter(isPropertyList).compactMap(FileAccess.identity))
    guard !lists.isEmpty else { return operands }
    var paths = operands.filter { !isPropertyList($0) || FileAccess.identity(of: $0) == nil }
    for path in try search.policies(under: ".") {
      let files = try read(path).appFiles.propertyLists
      if files.contains(where: { FileAccess.identity(of: $0.path).map(lists.contains) ?? false }) {
        paths.append(path)
      }
    }
    return paths
  }

  /// Reads a policy and its bases.
  func read(_ path: String, named name: String? = nil) throws(UsageError) -> PolicyReading {
    reading(of: try source(path, named: name))
  }

  /// Reads a policy and its bases. Policies that are read with the same `lists` parse each property list once.
  func read(_ path: String, sharing lists: inout ParsedPropertyLists) throws(UsageError) -> PolicyReading {
    let source = try source(path)
    return pipeline(of: source.name).read(source, sharing: &lists)
  }

  /// The text of a policy.
  func source(_ path: String, named name: String? = nil) throws(UsageError) -> SourceText {
    // If a search found a pipe with the name of a policy, reading the pipe would never end.
    if Self.isPolicy(path), FileAccess.kind(of: path) == .other {
      throw UsageError(message: "Can't read \(path): It is a device or a pipe")
    }
    switch contents(of: path) {
    case .success(let bytes):
      return SourceText(name: name ?? (path == "-" ? "<stdin>" : path), bytes: bytes)
    case .failure(let problem):
      let hint = path.unicodeScalars.contains("\u{FFFD}") ? "; names of policies must be UTF-8" : ""
      throw UsageError(message: "Can't read \(path): \(problem.reason)\(hint)")
    }
  }

  /// The pipeline for the stages after the reading of a policy.
  static let pipeline = Pipeline()

  /// The pipeline for a policy that may name files on disk. `texts` replace base policies, by their paths.
  func pipeline(of policy: String, with texts: [String: String] = [:]) -> Pipeline {
    // Few policies name files, so the repository is only looked for on demand.
    let access = access
    let repository = { @Sendable in access.repository(around: policy) }
    let code = code
    return Pipeline(
      basePolicy: { path in
        texts[path].map { .success(Array($0.utf8)) }
          ?? Self.file(path, limit: YAMLLimits.standard.fileSize, repository())
      },
      appFiles: AppFileReader(
        propertyList: { Self.file($0, limit: AppFile.sizeLimit, repository()) },
        code: { code.read($0, repository()) }), limits: limits)
  }

  /// The bytes of a regular file that a policy names.
  static func file(_ path: String, limit: Int, _ access: FileAccess) -> Result<[UInt8], UnreadableFile> {
    do throws(FileError) {
      try access.checkNames(in: path)
      return .success(try access.readRegularFile(path, limit: limit))
    } catch {
      return .failure(UnreadableFile(error.reason))
    }
  }

  /// Parses the text of a policy and reads its bases.
  func reading(of source: SourceText) -> PolicyReading { pipeline(of: source.name).read(source) }

  /// The bytes of a file. At most one byte more than the limit is read.
  func contents(
    of path: String, limit: Int = YAMLLimits.standard.fileSize
  ) -> Result<[UInt8], UnreadableFile> {
    do throws(FileError) {
      return .success(try access.read(path, limit: limit))
    } catch {
      return .failure(UnreadableFile(error.reason))
    }
  }
}
