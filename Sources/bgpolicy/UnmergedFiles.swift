internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax
internal import RepositoryFiles

/// The app's files that a merge would change although no rule reports a finding in them.
///
/// A rule may accept an entry with a build setting that the policy doesn't know. A merge adds the missing
/// entry anyway.
enum UnmergedFiles {
  /// The files that a merge would change. Empty if the policy has other errors.
  static func files(
    in reading: PolicyReading, at path: String, besides findings: [Finding], _ access: FileAccess
  ) throws(UsageError) -> [MergedFile] {
    guard let policy = reading.policy,
      !findings.contains(where: { $0.severity == .error && !$0.rule.isAboutDrift })
    else { return [] }
    let known = Set(
      findings.filter(\.rule.isFixedByMerging).map {
        reading.sources[Int($0.diagnostic.span.source.index)].name
      })
    return try MergedFile.all(of: policy, at: path, access).filter {
      $0.isChanged && !known.contains($0.path)
    }
  }

  /// A finding for each unmerged file, at the file's name in the policy.
  static func findings(
    in reading: PolicyReading, at path: String, besides findings: [Finding], _ access: FileAccess
  ) throws(UsageError) -> [Finding] {
    try files(in: reading, at: path, besides: findings, access).compactMap { file in
      guard
        let location = reading.appFiles.propertyLists.first(where: { $0.path == file.path })?
          .named.node
      else { return nil }
      return .staleFiles(
        at: reading.nodes.span(at: .value(location)), path: reading.nodes.path(to: location), file.state,
        help: "run `bgpolicy compile --merge \(path)` and commit what it writes")
    }
  }
}
