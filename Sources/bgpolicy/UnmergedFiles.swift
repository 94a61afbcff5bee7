internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax
internal import RepositoryFiles

/// The app's own files that a merge would change although no rule has a finding in them.
///
/// An entry with a build setting that the policy doesn't know may be the one that a rule looks for, and a merge adds it.
enum UnmergedFiles {
  /// A finding for each such file, at its name in the policy; none if the policy has other errors.
  static func findings(
    in reading: PolicyReading, at path: String, besides findings: [Finding], _ access: FileAccess
  ) throws(UsageError) -> [Finding] {
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
    .compactMap { file in
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
