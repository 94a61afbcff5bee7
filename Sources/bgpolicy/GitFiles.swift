internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax

/// A policy that a call names: a file, or a file of a revision as Git has it.
enum PolicyRevision {
  case file(String)
  case revision(String, path: String)

  private static let prefix = "git:"

  /// Reads `PATH`, `git:REF:PATH`, or `git:REF` for the path of another operand.
  init(_ text: String, otherwise other: String?, command: String) throws(UsageError) {
    guard text.hasPrefix(Self.prefix) else {
      self = .file(text)
      return
    }
    let parts = text.dropFirst(Self.prefix.count).split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.count > 1 ? String(parts[1]) : other.flatMap { $0.hasPrefix(Self.prefix) ? nil : $0 }
    // A revision that begins with a hyphen would be an option of Git.
    guard let revision = parts.first, !revision.isEmpty, !revision.hasPrefix("-"), let path, !path.isEmpty,
      path != "-"
    else {
      throw UsageError(
        message: "\(text) must name a revision and a file, for example git:main:bgpolicy.yaml",
        command: command)
    }
    self = .revision(String(revision), path: path)
  }

  /// Reads the policy with its bases of the same revision, without the app's files.
  func read() throws(UsageError) -> PolicyReading {
    switch self {
    case .file(let path):
      let pipeline = Pipeline(basePolicy: { PolicyFiles.base($0) })
      return pipeline.read(try PolicyFiles.source(path))
    case .revision(let revision, let path):
      let name = "\(Self.prefix)\(revision):\(path)"
      switch GitFiles.contents(of: path, at: revision) {
      case .success(let bytes):
        // Paths of bases start at the file's own path, and come back to the same revision.
        let pipeline = Pipeline(basePolicy: { GitFiles.contents(of: $0, at: revision) })
        return pipeline.read(SourceText(name: path, bytes: bytes))
      case .failure(let problem): throw UsageError(message: "Can't read \(name): \(problem.reason)")
      }
    }
  }

  /// The file on disk; `nil` for a revision.
  var file: String? { if case .file(let path) = self { path } else { nil } }

  /// The name in reports.
  var name: String {
    switch self {
    case .file(let path): path
    case .revision(let revision, let path): "\(Self.prefix)\(revision):\(path)"
    }
  }
}

/// Files of revisions, as `git show` prints them.
enum GitFiles {
  private static let sizeLimit = YAMLLimits.standard.fileSize

  /// The bytes of a file at a revision.
  static func contents(of path: String, at revision: String) -> Result<[UInt8], UnreadableFile> {
    guard let git = System.executable(named: "git") else {
      return .failure(UnreadableFile("git was not found"))
    }
    // From the working directory; the path of a repository has no other start.
    let place = path.hasPrefix("/") ? relative(path) : path.hasPrefix("../") ? path : "./\(path)"
    do throws(System.FileError) {
      let result = try System.run(git, ["show", "\(revision):\(place)"], limit: sizeLimit)
      guard result.status == 0 else { return .failure(UnreadableFile("git does not have it")) }
      guard result.output.count <= sizeLimit else { return .failure(UnreadableFile("it is too large")) }
      return .success(result.output)
    } catch {
      return .failure(UnreadableFile(error.reason))
    }
  }

  private static func relative(_ path: String) -> String {
    guard let directory = System.workingDirectory else { return path }
    let folder = String(RelativePath.folder(of: path).dropLast())
    let way = RelativePath.path(from: directory, to: folder.isEmpty ? "/" : folder)
    let name = path.dropFirst(RelativePath.folder(of: path).count)
    return way.hasPrefix("..") ? "\(way)/\(name)" : "./\(way)/\(name)"
  }
}
