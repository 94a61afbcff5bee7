internal import PolicyGen
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import RepositoryFiles

extension CompileCommand {
  /// A policy without errors, and its generated files.
  struct Job {
    /// The number of the policy among all.
    let index: Int
    /// The path of the policy.
    let path: String
    /// The policy.
    let policy: Policy
    /// The policy's text with its nodes.
    let reading: PolicyReading
    /// The generated files.
    let compilation: Compilation
    /// The settings of the estimate; `nil` if nothing is to be estimated.
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

  /// Writes the generated files, and merges values into the app's own.
  func write(_ job: Job, besides current: CurrentFiles, _ console: Console) throws(UsageError) -> Outcome {
    if !job.compilation.files.isEmpty {
      let files = job.compilation.files.filter { kinds.contains(GeneratedKind(path: $0.path)) }
      var parts: [(folder: OutputFolder, changes: [(file: GeneratedFile, change: OutputFolder.Change)])] = []
      for part in job.compilation.parts(of: files) {
        parts.append((part.folder, try part.folder.changes(for: part.files)))
      }
      // All or none: the property lists belong to the code.
      var writing = StagedFiles()
      for part in parts { try part.folder.add(part.changes, to: &writing) }
      for file in job.merged { try file.add(to: &writing) }
      do throws(FileError) {
        try writing.finish()
      } catch {
        throw OutputFile.failure(error, at: job.compilation.folder.path)
      }
      for part in parts {
        for (file, change) in part.changes {
          console.say("\(change == .unchanged ? "Unchanged" : "Wrote") \(part.folder.path(of: file))")
        }
      }
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
    if leftover.isOfOlderVersion {
      // Its hash is not that of its text.
      console.note(
        "\(leftover.path) is from an older version of bgpolicy, and the new files declare the same types; remove it yourself"
      )
      return Outcome(.staleFile)
    }
    guard isPruning else {
      console.note("\(leftover.state.text); `bgpolicy compile --prune` removes it")
      return .success
    }
    guard leftover.isIntact else {
      console.note("\(leftover.path) is left over, but has been changed; remove it yourself")
      return Outcome(.changedLeftover)
    }
    do throws(FileError) {
      try compilation.remove(leftover)
    } catch {
      throw UsageError(message: "Can't remove \(leftover.path): \(error.reason)")
    }
    console.say("Removed \(leftover.path)")
    return .success
  }

  /// Estimates the cost of a policy.
  func estimate(_ job: Job, _ console: Console) throws(UsageError) -> Outcome {
    guard let settings = job.settings else { return .success }
    return try EstimateOptions.reportingExcess(in: job.reading) { () throws(UsageError) in
      try report(job, settings, console)
    }
  }

  private func report(
    _ job: Job, _ settings: Estimator.Settings, _ console: Console
  ) throws(UsageError) -> Outcome {
    let report = try estimate.report(on: job.policy, at: job.path, settings, console)
    console.print("\n" + report.text(style: console.style, showsSources: false))
    return Outcome(.brokenBudget, if: report.breaksBudget)
  }
}
