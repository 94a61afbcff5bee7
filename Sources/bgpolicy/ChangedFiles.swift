internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import RepositoryFiles

/// The files that differ from those of a revision of Git, for `gate --changed`.
struct ChangedFiles {
  /// The value of the option.
  let name: String
  /// The absolute paths.
  private let paths: Set<String>
  private let workingDirectory: String

  /// Asks Git for the files that differ from those of `git:REF`, new ones that it does not ignore among them.
  init(since text: String, command: String) throws(UsageError) {
    guard let revision = PolicyRevision.revision(of: text), let workingDirectory = FileAccess.workingDirectory
    else {
      throw UsageError(
        message: "--changed expects git:REF, for example git:origin/main; found \(text)", command: command)
    }
    name = text
    self.workingDirectory = workingDirectory
    do throws(UnreadableFile) {
      try GitFiles.require(revision)
      paths = try GitFiles.changed(since: revision)
    } catch {
      throw UsageError(message: error.reason, command: command)
    }
  }

  /// Whether a change can affect the findings, the generated files or the estimate of a policy.
  func affect(_ reading: PolicyReading, at path: String, output: String?) -> Bool {
    let files = reading.sources.map(\.name) + reading.appFiles.propertyLists.map(\.path)
    if files.contains(where: { paths.contains(absolute($0)) }) { return true }
    // A base that is gone is named by a diagnostic only.
    guard let policy = reading.policy else { return true }
    let outputs = [policy.generate.output.value] + (policy.generate.supportOutput.map { [$0.value] } ?? [])
    var folders = output.map { [$0] } ?? outputs.map { RelativePath.resolve($0, from: path) }
    folders += (policy.app?.value.sources?.value ?? []).map { $0.value.resolved }
    let roots = folders.map { absolute($0) + "/" }
    return paths.contains { changed in roots.contains { changed.hasPrefix($0) } }
  }

  /// Whether some file has changed, such as that of a baseline.
  func contain(_ path: String) -> Bool { paths.contains(absolute(path)) }

  private func absolute(_ path: String) -> String {
    RelativePath.normalized(RelativePath.absolute(path, in: workingDirectory))
  }
}
