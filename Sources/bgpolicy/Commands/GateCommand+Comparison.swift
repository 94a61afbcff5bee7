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
        if !decisive.contains(where: changes.contain) { comparison.changes = changes }
      }
      if let base, let commit = try base.commit(in: repository) {
        let seen = try sight(since: commit, base.name)
        comparison.sight = seen
        comparison.base = try BaseFiles(at: commit, in: repository, policies: seen.policies)
      }
    } catch {
      throw UsageError(message: error.reason, command: Self.name)
    }
    return comparison
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
