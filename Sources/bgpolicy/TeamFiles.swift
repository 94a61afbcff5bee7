internal import CBuild
internal import PolicyGen
internal import PolicyImport
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// Writes the files with which a team runs bgpolicy on imported policies: a baseline, a configuration, hooks
/// and a workflow.
struct TeamFiles {
  /// The path from the working directory to the repository's root. Without a repository, the path to the
  /// policies.
  private let root: String
  /// The path of the root without links and `..`. `nil` if the working directory does not exist any longer.
  private let absoluteRoot: String?
  /// Gives access to the repository's files.
  private let access: FileAccess
  /// A line about each file, to be printed after all files are written.
  private(set) var messages: [Message] = []

  /// A line about a file.
  enum Message {
    /// A file that is written.
    case result(String)
    /// A file that stays as it is.
    case note(String)
  }

  /// The files for policies in a folder.
  init(policiesIn folder: String, _ access: FileAccess) {
    self.access = access.repository(at: folder.isEmpty ? "." : folder)
    let folder = folder.isEmpty ? "." : folder
    guard let directory = FileAccess.workingDirectory else {
      root = folder
      absoluteRoot = nil
      return
    }
    let start = RelativePath.absolute(folder, in: directory)
    let top = FileAccess.repositoryRoot(around: start) ?? start
    root = RelativePath.path(from: directory, to: top)
    absoluteRoot = top
  }

  /// Throws if the files can't contain the path of the app's folder.
  func check(app: String) throws(UsageError) {
    guard let reason = TeamSetUp.reason(against: pathFromRoot(app)) else { return }
    throw UsageError(
      message:
        "--set-up writes no workflow for the folder \(pathFromRoot(app)): \(reason); rename it, or write the policy to the app's folder"
    )
  }

  /// Stages the files that don't exist. If `replacing`, also replaces the files that bgpolicy wrote earlier.
  ///
  /// `recorded` is the number of findings in the baseline, in words. `app` is the app's folder if the
  /// commands have to name it.
  mutating func add(
    _ findings: Baseline, recorded: String, app: String?, replacing: Bool, to files: inout StagedFiles
  ) throws(UsageError) {
    let baseline = findings.renamingFiles(pathFromRoot)
    let setUp = TeamSetUp(
      baseline: baseline.findingCount == 0 ? nil : BaselineFile.defaultPath, app: app.map(operand),
      tool: Self.tool)
    try add(baseline, recorded, replacing: replacing, to: &files)
    try add(setUp.configuration, at: Configuration.fileName, replacing: replacing, to: &files)
    try noteOptions(of: setUp)
    try add(setUp.hooks, at: TeamSetUp.hooksFile, replacing: replacing, to: &files)
    try add(setUp.workflow, at: TeamSetUp.workflowFile, replacing: replacing, to: &files)
    messages += [
      .note(
        Self.tool.address == nil
          ? "Set BGPOLICY_REPOSITORY and BGPOLICY_COMMIT in the repository's variables: \(path(TeamSetUp.workflowFile)) then "
            + "builds bgpolicy from there, and runs `\(setUp.gate)`"
          : "\(path(TeamSetUp.workflowFile)) builds bgpolicy once, and runs `\(setUp.gate)`"
      ),
      .note(
        "`pre-commit install` switches the hooks on; `bgpolicy baseline prune` removes findings that are gone"
      ),
    ]
  }

  /// Names the options that the team has to add to an existing configuration.
  private mutating func noteOptions(of setUp: TeamSetUp) throws(UsageError) {
    guard let bytes = try existing(path(Configuration.fileName)),
      !TeamSetUp.isOwn(String(decoding: bytes, as: UTF8.self))
    else { return }
    messages.append(
      .note(
        "Add to \(path(Configuration.fileName)), for every command: \(setUp.options.joined(separator: "; "))")
    )
  }

  /// This build of bgpolicy. The build's environment gives the address of the sources.
  private static let tool = ToolSource(
    version: ToolVersion.current, address: String(cString: bgpolicy_source_address()),
    commit: String(cString: bgpolicy_source_commit()))

  // MARK: - Paths

  private func path(_ file: String) -> String { root == "." ? file : "\(root)/\(file)" }

  /// The path of a file relative to the root. `file` is relative to the working directory.
  private func pathFromRoot(_ file: String) -> String {
    guard let absoluteRoot, let directory = FileAccess.workingDirectory else { return file }
    return RelativePath.path(from: absoluteRoot, to: RelativePath.absolute(file, in: directory))
  }

  /// The path of a folder relative to the root, written so that no command reads it as an option.
  private func operand(_ folder: String) -> String { ShellText.operand(pathFromRoot(folder)) }

  // MARK: - Writing

  private mutating func add(
    _ baseline: Baseline, _ recorded: String, replacing: Bool, to files: inout StagedFiles
  ) throws(UsageError) {
    guard baseline.findingCount > 0 else { return }
    let file = BaselineFile(path: path(BaselineFile.defaultPath), access: access)
    guard try existing(file.path) == nil || replacing else {
      messages.append(.note("\(file.path) already exists; it is unchanged, and --force replaces it"))
      return
    }
    guard let bytes = try file.changedBytes(of: baseline) else { return }
    try add(bytes, at: file.path, to: &files)
    messages.append(.result("Wrote \(file.path): \(recorded) of today no longer count"))
  }

  /// Stages a file if it does not exist, or if bgpolicy wrote it and `replacing` is true.
  private mutating func add(
    _ text: String, at file: String, replacing: Bool, to files: inout StagedFiles
  ) throws(UsageError) {
    let path = path(file)
    if let bytes = try existing(path) {
      let existing = String(decoding: bytes, as: UTF8.self)
      guard existing != text else { return }
      guard TeamSetUp.isOwn(existing) else {
        messages.append(.note("\(path) already exists, and bgpolicy did not write it; it is unchanged"))
        return
      }
      guard replacing else {
        messages.append(.note("\(path) already exists; it is unchanged, and --force replaces it"))
        return
      }
    }
    try add(Array(text.utf8), at: path, to: &files)
    messages.append(.result("Wrote \(path)"))
  }

  private func add(_ bytes: [UInt8], at path: String, to files: inout StagedFiles) throws(UsageError) {
    do throws(FileError) {
      try files.add(bytes, to: path, access, makesFolders: true)
    } catch {
      throw OutputFile.failure(error, at: path)
    }
  }

  /// The bytes of an existing file. `nil` if the file does not exist. Throws if the path must not be written.
  private func existing(_ path: String) throws(UsageError) -> [UInt8]? {
    do throws(FileError) {
      let found = try access.find(path)
      if found.isLink { _ = try access.output(at: path) }
      guard found.kind != nil else { return nil }
      return try access.readRegularFile(path, limit: RecordFile.sizeLimit)
    } catch {
      throw OutputFile.failure(error, at: path)
    }
  }
}
