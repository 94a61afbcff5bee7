internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax
internal import RepositoryFiles

extension CompileCommand {
  /// A policy without errors, and its generated files.
  struct Job {
    /// The number of the policy among all.
    let index: Int
    /// The path of the policy.
    let path: String
    /// The valid policy.
    let policy: Policy
    /// The policy's text with its nodes.
    let reading: PolicyReading
    /// The generated files.
    let compilation: Compilation
    /// The settings of the estimate. `nil` if the call does not ask for an estimate.
    let settings: Estimator.Settings?
    /// The app's own files into which values are merged.
    let merged: [MergedFile]
  }

  /// Generates the files of a policy, in memory.
  func generate(
    _ policy: Policy, of reading: PolicyReading, at path: String, index: Int, _ access: FileAccess
  ) throws(UsageError) -> Job {
    let merged = isMerging ? try MergedFile.all(of: policy, at: path, access) : []
    if let singleFile {
      let compilation = Compilation(policy, at: path, singleFile: singleFile, access)
      return Job(
        index: index, path: path, policy: policy, reading: reading, compilation: compilation, settings: nil,
        merged: merged)
    }
    let compilation = Compilation(policy, at: path, output: output, access)
    let isEmpty = compilation.files.isEmpty
    return Job(
      index: index, path: path, policy: policy, reading: reading, compilation: compilation,
      settings: isEmpty || !isEstimating ? nil : try estimate.settings(for: policy),
      merged: isEmpty ? [] : merged)
  }

  /// Writes the generated files, and merges values into the app's own files.
  func write(_ job: Job, besides current: CurrentFiles, _ console: Console) throws(UsageError) -> Outcome {
    if !job.compilation.files.isEmpty {
      let files = job.compilation.files.filter { kinds.contains(GeneratedKind(path: $0.path)) }
      var parts: [(folder: OutputFolder, changes: [(file: GeneratedFile, change: OutputFolder.Change)])] = []
      for part in job.compilation.parts(of: files) {
        parts.append((part.folder, try part.folder.changes(for: part.files)))
      }
      // Either all files are written or none, because the property lists belong to the code.
      var writing = StagedFiles()
      for part in parts { try part.folder.add(part.changes, to: &writing) }
      for file in job.merged { try file.add(to: &writing) }
      do throws(FileError) {
        try writing.finish()
      } catch {
        throw OutputFile.failure(error, at: job.compilation.folder.path)
      }
      say(
        parts.flatMap { part in
          part.changes.map { (part.folder.path(of: $0.file), $0.change != .unchanged) }
        }, console)
      for file in job.merged {
        console.say("\(file.isChanged ? "Merged into" : "Unchanged") \(file.path)")
      }
    }
    var outcome = Outcome.success
    guard singleFile == nil else { return outcome }
    for leftover in job.compilation.leftovers(besides: current)
    where kinds.contains(GeneratedKind(path: leftover.path)) {
      outcome.add(try handle(leftover, of: job.compilation, console))
    }
    return outcome
  }

  /// Removes a file that is no longer generated, or reports it.
  private func handle(
    _ leftover: Leftover, of compilation: Compilation, _ console: Console
  ) throws(UsageError) -> Outcome {
    guard isPruning else {
      let reason =
        leftover.isOfOlderVersion
        ? "\(leftover.path) is from an older version of bgpolicy, and the new files declare the same types"
        : leftover.state.text
      console.note("\(reason); `bgpolicy compile --prune` removes it")
      return Outcome(.staleFile, if: leftover.isOfOlderVersion)
    }
    do throws(FileError) {
      try compilation.remove(leftover)
    } catch {
      throw UsageError(message: "Can't remove \(leftover.path): \(error.reason)")
    }
    console.say("Removed \(leftover.path)")
    return .success
  }

  /// The most written files that are listed by name.
  private static let mostNames = 5

  /// Prints how many files were written, and the names of some of them.
  private func say(_ files: [(path: String, isWritten: Bool)], _ console: Console) {
    guard !console.isQuiet else { return }
    let written = files.filter(\.isWritten).map(\.path)
    let unchanged = files.count - written.count
    let counts = [(written.count, "written"), (unchanged, "unchanged")].filter { $0.0 > 0 }
    guard files.count > 1 else {
      for file in files { console.say("\(file.isWritten ? "Wrote" : "Unchanged") \(file.path)") }
      return
    }
    console.say(
      "Generated \(DisplayText.count(files.count, "file")): "
        + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
    // A line with the last name is as short as a line with the number of unnamed files.
    let named = written.count > Self.mostNames ? Self.mostNames - 1 : written.count
    for path in written.prefix(named) { console.say("  Wrote \(path)") }
    if written.count > named { console.say("  and \(written.count - named) more") }
  }

  /// Prints the entries that the app's own files lack, and the command that adds these entries.
  func say(unmergedIn job: Job, besides findings: [Finding], _ access: FileAccess, _ console: Console) {
    let files: [MergedFile]
    do throws(UsageError) {
      files = try UnmergedFiles.files(in: job.reading, at: job.path, besides: findings, access)
    } catch {
      // A rule reports a file that can't be read.
      return
    }
    for file in files { console.say("\(file.state); `bgpolicy compile --merge` adds them") }
  }

  /// Estimates the cost of a policy after its files are written. The files stay even if the estimate fails.
  func estimate(_ job: Job, _ console: Console) throws(UsageError) -> Outcome {
    guard let settings = job.settings else { return .success }
    let report: EstimateReport
    do throws(UsageError) {
      report = try estimate.report(on: job.policy, at: job.path, settings, console)
    } catch {
      guard let excess = error.excess else { throw error }
      EstimateOptions.report(excess, as: .warning, in: job.reading, console)
      return .success
    }
    let text = report.brief(style: console.style, isQuiet: console.isQuiet)
    if !text.isEmpty { console.print((console.isQuiet ? "" : "\n") + text) }
    return Outcome(.brokenBudget, if: report.breaksBudget)
  }
}
