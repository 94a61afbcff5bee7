internal import PolicyGen
internal import PolicyImport
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports

/// Writes the files with which a team runs bgpolicy on imported policies: a baseline, hooks and a workflow.
struct TeamFiles {
  /// The path from the working directory to the repository's root, or to the policies if there is no repository.
  private let root: String
  /// The path of the root without links and parents; `nil` if the working directory is gone.
  private let absoluteRoot: String?

  /// The files for policies in a folder.
  init(policiesIn folder: String) {
    let folder = folder.isEmpty ? "." : folder
    guard let directory = System.workingDirectory else {
      root = folder
      absoluteRoot = nil
      return
    }
    let start = RelativePath.absolute(folder, in: directory)
    let top = RootOption.repository(around: start) ?? start
    root = RelativePath.path(from: directory, to: top)
    absoluteRoot = top
  }

  /// Writes the files that don't exist; `replacing` also writes those that bgpolicy wrote before.
  ///
  /// `app` is the folder of the app if the commands have to name it.
  func write(
    _ findings: Baseline, app: String?, replacing: Bool, _ console: Console
  ) throws(UsageError) {
    let baseline = findings.renamingFiles(pathFromRoot)
    let baselineArgument =
      baseline.findingCount == 0 ? [] : ["--baseline", BaselineFile.defaultPath]
    let appArgument = app.map { ["--app", pathFromRoot($0)] } ?? []
    let setUp = TeamSetUp(
      arguments: arguments(baselineArgument + appArgument), version: ToolVersion.current)
    try write(baseline, replacing: replacing, console)
    try write(
      setUp.hooks(lint: arguments(baselineArgument)), to: TeamSetUp.hooksFile, replacing: replacing, console)
    try write(setUp.workflow, to: TeamSetUp.workflowFile, replacing: replacing, console)
    console.note(
      "Set BGPOLICY_RELEASES in the repository's variables: \(path(TeamSetUp.workflowFile)) then runs `\(setUp.gate)`"
    )
    console.note(
      "`pre-commit install` switches the hooks on; `bgpolicy baseline prune` removes findings that are gone")
  }

  // MARK: - Paths

  private func path(_ file: String) -> String { root == "." ? file : "\(root)/\(file)" }

  /// The path from the root to a file, whose path is relative to the working directory.
  private func pathFromRoot(_ file: String) -> String {
    guard let absoluteRoot, let directory = System.workingDirectory else { return file }
    return RelativePath.path(from: absoluteRoot, to: RelativePath.absolute(file, in: directory))
  }

  private func arguments(_ words: [String]) -> String {
    words.isEmpty ? "" : " " + ShellText.command(words)
  }

  // MARK: - Writing

  private func write(_ baseline: Baseline, replacing: Bool, _ console: Console) throws(UsageError) {
    let file = BaselineFile(path: path(BaselineFile.defaultPath))
    guard baseline.findingCount > 0 else { return }
    guard System.kind(of: file.path) == nil || replacing else {
      console.note("\(file.path) already exists; it is unchanged, and --force replaces it")
      return
    }
    let count = DisplayText.count(baseline.findingCount, "finding")
    if try file.write(baseline) { console.say("Wrote \(file.path) with \(count) of today") }
  }

  /// Writes a file if it does not exist, or if bgpolicy wrote it and `replacing` holds.
  private func write(
    _ text: String, to file: String, replacing: Bool, _ console: Console
  ) throws(UsageError) {
    let path = path(file)
    if System.kind(of: path) != nil || System.isLink(path) {
      let bytes = (try? System.read(path, limit: 1 << 20)) ?? []
      let existing = String(decoding: bytes, as: UTF8.self)
      guard existing != text else { return }
      guard TeamSetUp.isOwn(existing) else {
        console.note("\(path) already exists, and bgpolicy did not write it; it is unchanged")
        return
      }
      guard replacing else {
        console.note("\(path) already exists; it is unchanged, and --force replaces it")
        return
      }
    }
    do throws(System.FileError) {
      let folder = RelativePath.folder(of: path).dropLast()
      if !folder.isEmpty { try System.makeFolder(String(folder)) }
    } catch {
      throw UsageError(message: "Can't create the folder of \(path): \(error.reason)")
    }
    try OutputFile.write(Array(text.utf8), to: path)
    console.say("Wrote \(path)")
  }
}
