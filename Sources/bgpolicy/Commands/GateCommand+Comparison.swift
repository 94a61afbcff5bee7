internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

// The comparison with Git revisions: the files that have changed, and the files that the gate no longer
// checks.
extension GateCommand {
  /// The files of the Git revisions that the call names.
  struct BaseComparison {
    /// The files of `--base`. Empty without the option.
    var base = BaseFiles()
    /// The changes that determine which policies are checked. `nil` if all policies are checked.
    var changes: ChangedFiles?
    /// The policies and the code that the gate checked before the change. `nil` without a revision.
    var sight: OutOfSight?
  }

  /// Asks Git for the files of the revisions that the call names.
  func comparison(_ access: FileAccess) throws(UsageError) -> BaseComparison {
    var comparison = BaseComparison()
    guard changedSince != nil || base?.isRevision == true else { return comparison }
    do throws(UnreadableFile) {
      let repository = try GitRepository()
      func sight(since commit: GitRepository.Commit, _ name: String) throws(UnreadableFile) -> OutOfSight {
        try OutOfSight(
          since: commit, named: name, in: repository, operands, search, isIsolated: isIsolated, access)
      }
      if let changedSince {
        let changes: ChangedFiles
        do throws(UsageError) {
          changes = try ChangedFiles(since: changedSince, in: repository, command: Self.name)
        } catch {
          throw UnreadableFile(error.message)
        }
        comparison.sight = try sight(since: changes.commit, changedSince)
        // A change of these files affects every policy.
        let decisive = [baselinePath, configuration?.path, app.facts].compactMap(\.self)
        if !changes.decideConfiguration, !decisive.contains(where: changes.contain) {
          comparison.changes = changes
        }
      }
      if let base, let commit = try base.commit(in: repository) {
        var seen = try sight(since: commit, base.name)
        comparison.base = try BaseFiles(at: commit, in: repository, gone: seen.removed())
        comparison.sight = seen
      }
    } catch {
      throw UsageError(message: error.reason, command: Self.name)
    }
    return comparison
  }
}

// The policies that a change can affect.
extension GateCommand {
  /// The indices of the policies that a change can affect: by their own files, or by a policy that a rule compares with them.
  func affected(
    _ readings: [(path: String, reading: PolicyReading)], by changes: ChangedFiles, _ apps: ReadApps
  ) -> Set<Int> {
    let affected = readings.indices.filter { index in
      let (path, reading) = readings[index]
      return changes.affect(reading, at: path, output: output, app: apps.folder(for: reading, at: path))
    }
    guard !affected.isEmpty, affected.count < readings.count else { return Set(affected) }
    let others = Set(readings.indices).subtracting(affected)
    func counts(_ indices: some Sequence<Int>) -> [Int: Int] {
      let team = indices.compactMap { index in
        TeamMember(readings[index].path, readings[index].reading).map { (index, $0) }
      }
      let findings = TeamCheck.findings(in: team.map(\.1))
      return Dictionary(zip(team.map(\.0), findings.map(\.count))) { first, _ in first }
    }
    let (all, known) = (counts(readings.indices), counts(others.sorted()))
    return Set(affected).union(others.filter { all[$0] != known[$0] })
  }
}

extension TeamMember {
  /// A policy as it was read. `nil` if nothing of the policy is known.
  init?(_ path: String, _ reading: PolicyReading) {
    guard let policy = reading.policy else { return nil }
    self.init(path: path, policy, reading.nodes)
  }
}

extension [LintReport.File] {
  /// The files with only those findings that a selection includes.
  func selecting(_ selection: RuleSelection) -> [LintReport.File] {
    compactMap { file in
      let findings = file.findings.filter(selection.includes)
      return findings.isEmpty ? nil : LintReport.File(findings: findings, sources: file.sources)
    }
  }
}
