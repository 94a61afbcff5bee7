internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import RepositoryFiles

/// A policy that a call names: a file, or a file of a revision as Git has it.
enum PolicyRevision {
  case file(String)
  case revision(String, path: String)

  static let prefix = "git:"

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

  /// The revision of `git:REF`; `nil` if the text has another form.
  ///
  /// A revision that begins with a hyphen would be an option of Git.
  static func revision(of text: String) -> String? {
    let revision = text.dropFirst(prefix.count)
    guard text.hasPrefix(prefix), !revision.isEmpty, !revision.hasPrefix("-"), !revision.contains(":") else {
      return nil
    }
    return String(revision)
  }

  /// Reads the policy with its bases of the same revision, without the app's files.
  func read(_ access: FileAccess) throws(UsageError) -> PolicyReading {
    switch self {
    case .file(let path):
      let repository = access.repository(around: path)
      let pipeline = Pipeline(
        basePolicy: { PolicyFiles.file($0, limit: YAMLLimits.standard.fileSize, repository) })
      return pipeline.read(try PolicyFiles(access).source(path))
    case .revision(let revision, let path):
      let name = "\(Self.prefix)\(revision):\(path)"
      do throws(UnreadableFile) { try GitFiles.require(revision) } catch {
        throw UsageError(message: "Can't read \(name): \(error.reason)")
      }
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

  /// The bytes of a file at a revision that Git has.
  static func contents(of path: String, at revision: String) -> Result<[UInt8], UnreadableFile> {
    do throws(UnreadableFile) {
      guard try has(path, at: revision) else { throw UnreadableFile("git does not have it") }
      let bytes = try run(["show", "\(revision):\(place(of: path))"])
      guard bytes.count <= sizeLimit else { throw UnreadableFile("it is too large") }
      return .success(bytes)
    } catch {
      return .failure(error)
    }
  }

  /// Throws if Git has no such revision.
  static func require(_ revision: String) throws(UnreadableFile) {
    guard try run(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"], allowing: 1).isEmpty else {
      return
    }
    throw UnreadableFile("Git has no revision \(revision) here; fetch it first, or check its name")
  }

  /// Whether Git has a file at a revision that it has.
  static func has(_ path: String, at revision: String) throws(UnreadableFile) -> Bool {
    // Says nothing about a file that is missing, and `git show` a fault of its own.
    try !run(["ls-tree", revision, place(of: path)]).isEmpty
  }

  /// The paths of the files below a folder at a revision, from the working directory.
  static func paths(under folder: String, at revision: String) throws(UnreadableFile) -> [String] {
    let place = folder == "." ? [] : ["--", folder.hasSuffix("/") ? folder : folder + "/"]
    return try run(["ls-tree", "-r", "--name-only", "-z", revision] + place).split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The commit of a revision that Git has.
  static func commit(of revision: String) throws(UnreadableFile) -> String {
    String(decoding: try run(["rev-parse", "\(revision)^{commit}"]), as: UTF8.self).filter { !$0.isNewline }
  }

  /// The absolute paths of all files of a revision.
  static func all(at revision: String) throws(UnreadableFile) -> Set<String> {
    try absolute(run(["ls-tree", "-r", "--full-tree", "--name-only", "-z", revision]), in: root())
  }

  /// The absolute paths of the files that differ from those of a revision, new ones that Git does not ignore among them.
  static func changed(since revision: String) throws(UnreadableFile) -> Set<String> {
    let root = try root()
    let differing = try run(["-C", root, "diff", "--name-only", "-z", revision])
    let new = try run(["-C", root, "ls-files", "--others", "--exclude-standard", "-z"])
    return absolute(differing, in: root).union(absolute(new, in: root))
  }

  /// The folder of the checkout.
  private static func root() throws(UnreadableFile) -> String {
    let output = String(decoding: try run(["rev-parse", "--show-toplevel"]), as: UTF8.self)
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  private static func absolute(_ names: [UInt8], in root: String) -> Set<String> {
    Set(names.split(separator: 0).map { "\(root)/\(String(decoding: $0, as: UTF8.self))" })
  }

  /// The output of Git.
  private static func run(_ words: [String], allowing status: Int32 = 0) throws(UnreadableFile) -> [UInt8] {
    guard let git = System.executable(named: "git") else { throw UnreadableFile("git was not found") }
    let result: System.ProgramResult
    do throws(FileError) {
      result = try System.run(git, words, limit: sizeLimit)
    } catch {
      throw UnreadableFile(error.reason)
    }
    guard result.status == 0 || result.status == status else {
      throw UnreadableFile(result.status.map { "git failed with status \($0)" } ?? "git was ended")
    }
    return result.output
  }

  /// The path from the working directory; the path of a repository has no other start.
  private static func place(of path: String) -> String {
    path.hasPrefix("/") ? relative(path) : path.hasPrefix("../") ? path : "./\(path)"
  }

  private static func relative(_ path: String) -> String {
    guard let directory = FileAccess.workingDirectory else { return path }
    let folder = String(RelativePath.folder(of: path).dropLast())
    let way = RelativePath.path(from: directory, to: folder.isEmpty ? "/" : folder)
    let name = path.dropFirst(RelativePath.folder(of: path).count)
    return way.hasPrefix("..") ? "\(way)/\(name)" : "./\(way)/\(name)"
  }
}
