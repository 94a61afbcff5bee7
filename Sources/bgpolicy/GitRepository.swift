internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

/// The Git repository around the working directory.
///
/// Git runs no hook, filter, monitor, or other program that a file of the repository names.
///
/// Every call of Git starts at the root, so Git finds the root's `.git` first. A folder below the root that
/// looks like a repository is only a folder.
struct GitRepository: Sendable {
  /// The folder that contains `.git`, as a path without links.
  let root: String
  private let workingDirectory: String
  private let git: String

  private static let sizeLimit = YAMLLimits.standard.fileSize
  /// The size of the longest list of files, in bytes.
  static let listLimit = 256 << 20
  /// The most names of a list. A few trees of Git that name each other many times stand for millions of files.
  private static let mostNames = 500_000

  /// The repository around the working directory. Throws if there is no repository, or if the repository's
  /// settings name another folder.
  init() throws(UnreadableFile) {
    guard let git = System.executable(named: "git") else { throw UnreadableFile("git was not found") }
    guard let directory = FileAccess.workingDirectory, let root = FileAccess.repositoryRoot(around: directory)
    else {
      throw UnreadableFile("this folder is not in a repository of Git")
    }
    try self.init(at: root, from: directory, git)
  }

  /// The repository in a folder without links that has a `.git`.
  private init(at root: String, from directory: String, _ git: String) throws(UnreadableFile) {
    (self.git, self.root, workingDirectory) = (git, root, directory)
    let top = try line(["rev-parse", "--show-toplevel"])
    guard FileAccess.resolved(top) == FileAccess.resolved(root) else {
      throw UnreadableFile("the settings of \(root)/.git name the folder \(top)")
    }
    let common = try line(["rev-parse", "--git-common-dir"])
    let folder = FileAccess.resolved(common.isAbsolutePath ? common : "\(root)/\(common)")
    if let folder, place(in: folder) != nil { return }
    guard try namesRoot() else {
      throw UnreadableFile("\(root)/.git leads to \(folder ?? common), which does not name this folder")
    }
  }

  /// Whether a Git folder outside of the root names the root: as a linked worktree, or as the folder of a submodule. A `.git` that leads to
  /// somebody's other repository would show its files.
  private func namesRoot() throws(UnreadableFile) -> Bool {
    if try !line(["config", "--local", "--get", "core.worktree"], allowing: [1]).isEmpty { return true }
    let mark = "worktree "
    return try line(["worktree", "list", "--porcelain"]).split(separator: "\n").contains {
      $0.hasPrefix(mark) && FileAccess.resolved(String($0.dropFirst(mark.count))) == FileAccess.resolved(root)
    }
  }

  // MARK: - Revisions

  /// A commit by its hash, which Git can't confuse with the name of a file.
  struct Commit: Sendable {
    /// The hash in hexadecimal digits.
    let hash: String
  }

  /// The commit of a revision. Throws if Git knows no such revision, or several such revisions.
  func commit(of revision: String) throws(UnreadableFile) -> Commit {
    let hash = try line(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"], allowing: [1, 128])
    guard [40, 64].contains(hash.utf8.count), hash.allSatisfy(\.isHexDigit) else {
      throw UnreadableFile("Git has no revision \(revision) here; fetch it first, or check its name")
    }
    return Commit(hash: hash)
  }

  /// A file of a commit.
  struct Entry: Sendable {
    /// The path relative to the repository's root.
    let path: String
    /// The hash of the content.
    let object: String
    fileprivate let mode: Mode

    fileprivate enum Mode: String, Sendable {
      case file = "100644"
      case program = "100755"
      case link = "120000"
      case folder = "040000"
      case submodule = "160000"
    }

    /// An entry in the format of `ls-tree`, with the type before the hash, or in the format of `ls-files
    /// --stage`, with the stage after the hash.
    fileprivate init?(_ line: String) {
      guard let tab = line.firstIndex(of: "\t") else { return nil }
      let words = line[..<tab].split(separator: " ")
      guard words.count == 3, let mode = Mode(rawValue: String(words[0])),
        let object = words[1...].max(by: { $0.count < $1.count })
      else { return nil }
      self.mode = mode
      self.object = String(object)
      path = String(line[line.index(after: tab)...])
    }

    /// Whether the entry is a file, instead of a link or a submodule.
    var isFile: Bool { mode == .file || mode == .program }

    /// Whether the entry is a link.
    var isLink: Bool { mode == .link }
  }

  /// The files of a commit at any depth.
  func entries(at commit: Commit) throws(UnreadableFile) -> [Entry] {
    try list(["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit.hash]).compactMap { Entry($0) }
  }

  /// The paths of the entries in a folder, relative to the working directory.
  func paths(of entries: [Entry], in folder: String) -> [String] {
    let absolute = RelativePath.absolute(folder, in: workingDirectory)
    guard let place = place(in: FileAccess.resolved(absolute) ?? absolute) else { return [] }
    let shown = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    return entries.compactMap { entry in
      (place.isEmpty ? entry.path[...] : entry.path.path(below: place)).map { shown + $0 }
    }
  }

  /// The entry at a path of a commit. `nil` if the commit has no such path.
  func entry(of path: String, at commit: Commit) throws(UnreadableFile) -> Entry? {
    // For the path of a folder, Git would list the folder's files.
    let place = try place(of: path)
    return try list(["ls-tree", "-z", "--full-tree", "--end-of-options", commit.hash, "--", place])
      .compactMap { Entry($0) }.first { $0.path == place }
  }

  /// The bytes of a file at a path of a commit.
  func contents(of path: String, at commit: Commit) -> Result<[UInt8], UnreadableFile> {
    do throws(UnreadableFile) {
      guard let entry = try entry(of: path, at: commit) else { throw UnreadableFile("git does not have it") }
      return .success(try contents(of: entry))
    } catch {
      return .failure(error)
    }
  }

  /// The bytes of a file of a commit.
  func contents(of entry: Entry) throws(UnreadableFile) -> [UInt8] {
    switch entry.mode {
    case .file, .program: break
    case .link: throw UnreadableFile("it is a link there")
    case .folder: throw UnreadableFile("it is a folder there")
    case .submodule: throw UnreadableFile("it is a submodule there")
    }
    let bytes = try run(["cat-file", "blob", entry.object], limit: Self.sizeLimit)
    guard bytes.count <= Self.sizeLimit else { throw UnreadableFile("it is too large") }
    return bytes
  }

  /// The file of a commit at an absolute path, through links of the same commit; `nil` if the commit has no such file.
  func file(at path: String, in entries: [String: Entry]) -> Entry? {
    (try? files(at: [path], in: entries))?[path]
  }

  /// A policy of a commit with its bases at the same commit. The app's files are not read.
  func reading(of path: String, at commit: Commit) throws(UnreadableFile) -> PolicyReading {
    let bytes = try contents(of: path, at: commit).get()
    // The paths of bases are relative to the policy's path, and are read from the same commit.
    return Pipeline(basePolicy: { contents(of: $0, at: commit) }).read(SourceText(name: path, bytes: bytes))
  }

  // MARK: - Changes

  /// The absolute paths of the files, links and submodules that differ from a commit, including new files.
  ///
  /// A file that moves has both of its paths, and all files below a folder whose attributes change count. Git ignores no new file that
  /// ``isRead`` wants. A submodule has its own settings, so a separate call of Git examines it.
  func changed(since commit: Commit, isRead: (String) -> Bool) throws(UnreadableFile) -> Set<String> {
    try changed(since: commit, isRead: isRead, depth: 0)
  }

  /// The maximum nesting of submodules.
  private static let mostSubmodules = 16

  private func changed(
    since commit: Commit, isRead: (String) -> Bool, depth: Int
  ) throws(UnreadableFile) -> Set<String> {
    let differing = try list(
      try filterSettings() + [
        "diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-relative",
        "--ignore-submodules=dirty", commit.hash, "--",
      ])
    let new = try list(["ls-files", "--others", "--exclude-standard", "-z"])
    let ignored = try list(["ls-files", "--others", "--ignored", "--exclude-standard", "-z"]).filter(isRead)
    // A repository that is not a submodule has a slash at its end.
    var changed = Set(
      (differing + new + ignored).map { "\(root)/\($0.hasSuffix("/") ? $0.dropLast() : $0[...])" })
    let staged = try staged()
    let files = staged.filter { $0.mode != .submodule }.map { "\(root)/\($0.path)" }
    changed.formUnion(Self.withOtherAttributes(files, among: changed))
    for entry in staged where entry.mode == .submodule {
      let place = "\(root)/\(entry.path)"
      guard FileAccess.kind(of: "\(place)/.git") != nil, !changed.contains(place) else { continue }
      guard depth < Self.mostSubmodules, FileAccess.resolved(place) == place else {
        changed.insert(place)
        continue
      }
      let inner = try GitRepository(at: place, from: workingDirectory, git)
      changed.formUnion(try inner.changed(since: inner.commit(of: "HEAD"), isRead: isRead, depth: depth + 1))
    }
    return changed
  }

  /// The paths below folders whose attributes have changed. By its attributes, Git may write the same content into a file as other bytes.
  private static func withOtherAttributes(_ paths: [String], among changed: Set<String>) -> [String] {
    let attributes = changed.filter { $0.hasSuffix("/.gitattributes") }
    let folders = Set(attributes.map { String(RelativePath.folder(of: $0).dropLast()) })
    guard !folders.isEmpty else { return [] }
    return paths.filter { RelativePath.folders(around: $0).contains(where: folders.contains) }
  }

  /// The files, links and submodules in Git's index.
  private func staged() throws(UnreadableFile) -> [Entry] {
    try list(["ls-files", "--stage", "-z"]).compactMap { Entry($0) }
  }

  /// The absolute paths of the links in Git's index.
  func links() throws(UnreadableFile) -> [String] {
    try staged().filter { $0.mode == .link }.map { "\(root)/\($0.path)" }
  }

  /// Options that turn off the filters in the repository's settings. Filters in the user's settings stay on.
  func filterSettings() throws(UnreadableFile) -> [String] {
    let names = try list(
      ["config", "--show-scope", "--includes", "-z", "--name-only", "--get-regexp", #"^filter\."#],
      allowing: [1])
    var options: [String] = []
    // The list alternates between a scope and a name.
    for (scope, key) in zip(names, names.dropFirst()) where ["local", "worktree"].contains(scope) {
      guard let end = key.lastIndex(of: ".") else { continue }
      let filter = key[..<end]
      guard !filter.contains("=") else {
        throw UnreadableFile("the settings of \(root)/.git have \(filter), which can't be turned off")
      }
      options += ["-c", "\(filter).clean=", "-c", "\(filter).process=", "-c", "\(filter).required=false"]
    }
    return options
  }

  // MARK: - Paths

  /// The path of a file relative to the root. The path of the file's folder may contain links.
  private func place(of path: String) throws(UnreadableFile) -> String {
    let absolute = RelativePath.absolute(path, in: workingDirectory)
    let folder = RelativePath.folder(of: absolute)
    let real = FileAccess.resolved(folder).map { "\($0)/\(absolute.pathName)" } ?? absolute
    guard let place = place(in: real) else { throw UnreadableFile("it is not in the repository \(root)") }
    return place
  }

  /// An absolute path relative to the root. Empty for the root, and `nil` for a path outside of the root.
  private func place(in absolute: String) -> String? {
    absolute == root ? "" : absolute.path(below: root).map(String.init)
  }

  // MARK: - Calls

  /// Options of every call of Git, and settings that override the repository's settings.
  private static let settings =
    ["--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs"]
    + [
      "safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null",
      "diff.orderFile=/dev/null", "protocol.allow=never",
    ].flatMap { ["-c", $0] }
    // If a clone lacks objects, Git would fetch them with programs that the clone's settings name.
    + ["ext", "file", "git", "http", "https", "ssh"].flatMap { ["-c", "protocol.\($0).allow=never"] }

  /// The strings that Git prints with a NUL after each string.
  func list(_ words: [String], allowing others: Set<Int32> = []) throws(UnreadableFile) -> [String] {
    let output = try run(words, allowing: others, limit: Self.listLimit)
    guard output.count <= Self.listLimit, output.count(where: { $0 == 0 }) <= Self.mostNames else {
      throw UnreadableFile("git lists too many files")
    }
    return output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The line that Git prints.
  private func line(_ words: [String], allowing others: Set<Int32> = []) throws(UnreadableFile) -> String {
    let output = String(decoding: try run(words, allowing: others, limit: 1 << 16), as: UTF8.self)
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  /// Variables that turn off every protocol, and fetching what a partial clone lacks.
  private static let variables = [
    "GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0",
  ]
  /// The time after which a call of Git is ended, in seconds.
  private static let secondLimit = 60

  func run(
    _ words: [String], input: [UInt8] = [], allowing others: Set<Int32> = [], limit: Int
  ) throws(UnreadableFile) -> [UInt8] {
    let result: System.ProgramResult
    do throws(FileError) {
      result = try System.run(
        git, Self.settings + ["-C", root] + words, input: input, variables: Self.variables, limit: limit,
        seconds: Self.secondLimit, relay: { Console.relay(Self.ownership(in: $0)) })
    } catch {
      throw UnreadableFile(error.reason)
    }
    guard let status = result.status else {
      if result.end == .outOfTime {
        throw UnreadableFile("git was not done after \(Self.secondLimit) seconds, so it was stopped")
      }
      // A program that prints more than the limit is stopped.
      guard result.output.count > limit else { throw UnreadableFile("git was ended") }
      return result.output
    }
    guard status == 0 || others.contains(status) else {
      throw UnreadableFile("git failed with status \(status); `git status` may say why")
    }
    return result.output
  }

  /// The lines about another user's repository, with the call that allows it. Other messages of Git's are left out: they show lines of the
  /// files that links in `.git` lead to.
  private static func ownership(in messages: [UInt8]) -> [UInt8] {
    let beginnings = [
      "fatal: detected dubious ownership", "To add an exception for this directory",
      "\tgit config --global --add safe.directory",
    ]
    let lines = messages.split(separator: UInt8(ascii: "\n")).filter { line in
      beginnings.contains { line.starts(with: $0.utf8) }
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
