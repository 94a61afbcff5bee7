internal import PolicyLint
internal import PolicyModel
internal import PolicyReports

extension CompileCommand {
  /// Reports the state of each policy's generated files as findings, together with the findings of `files`.
  func reportFreshness(
    of jobs: [Job], in files: [LintReport.File], _ console: Console
  ) throws(UsageError) -> [[FileState]] {
    var files = files
    var states: [[FileState]] = []
    do throws(UsageError) {
      let current = CurrentFiles(of: jobs.map(\.compilation))
      for job in jobs { states.append(try self.states(of: job, besides: current)) }
    } catch {
      try write(report(on: files), console)
      throw error
    }
    for (job, states) in zip(jobs, states) {
      files[job.index].findings += FreshnessFindings.of(states, in: job.reading.nodes, at: job.path)
    }
    try write(report(on: files), console)
    return states
  }

  private func states(of job: Job, besides current: CurrentFiles) throws(UsageError) -> [FileState] {
    var states = try job.compilation.states()
    if singleFile == nil {
      states += job.compilation.leftovers(besides: current).map(\.state)
    }
    return states.filter { kinds.contains(GeneratedKind(path: $0.path)) }
  }

  /// Reports the generated files that differ from the files on disk.
  func check(_ job: Job, in states: [FileState], on console: Console) throws(UsageError) -> Outcome {
    let stale = states.filter { $0.state != .current }
    let incomplete = job.merged.filter(\.isChanged)
    for text in incomplete.map(\.state) + stale.map(\.text) {
      if showsDiff { console.note(text) } else { console.say(text) }
    }
    if showsDiff {
      // The app's own files are shown first, because they are few and people write them.
      for file in incomplete { console.print(console.style.coloredDiff(file.diff)) }
      for generated in stale.compactMap({ job.compilation.file(at: $0.path) }) {
        console.print(console.style.coloredDiff(try job.compilation.diff(of: generated).display))
      }
    }
    if !stale.isEmpty || !incomplete.isEmpty {
      let options =
        (incomplete.isEmpty ? "" : " --merge") + (stale.contains { $0.state == .leftOver } ? " --prune" : "")
      console.note("Run `bgpolicy compile\(options)` and commit what it writes")
    } else {
      console.note("\(job.path): \(DisplayText.count(states.count, "generated file")) current")
    }
    return Outcome(.staleFile, if: !stale.isEmpty || !incomplete.isEmpty)
  }
}
