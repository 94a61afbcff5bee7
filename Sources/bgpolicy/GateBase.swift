internal import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// The base with which `gate` compares policies: a Git revision, or the file of a single policy.
struct GateBase {
  /// The value of the option.
  let name: String
  private let revision: String?
  private let access: FileAccess

  /// Reads `git:REF` or the name of a file.
  init(_ text: String, command: String, _ access: FileAccess) throws(UsageError) {
    name = text
    self.access = access
    guard text.hasPrefix(PolicyRevision.prefix) else {
      revision = nil
      return
    }
    guard let revision = PolicyRevision.revision(of: text) else {
      throw UsageError(
        message: "--base expects git:REF, for example git:origin/main, or a file; found \(text)",
        command: command)
    }
    self.revision = revision
  }

  /// Throws if the base is a file and there are several policies.
  func check(for paths: [String], command: String) throws(UsageError) {
    guard revision == nil, paths.count != 1 else { return }
    throw UsageError(
      message: "--base \(name) is one policy, and there are \(paths.count); use git:REF for several",
      command: command)
  }

  /// The comparison of a policy with its version at the base. `select` chooses among the findings. The costs
  /// are the costs of `estimate`.
  ///
  /// If the base has no policy at the same path, `files` may have the policy at another path.
  func change(
    of path: String, to reading: PolicyReading, among files: inout BaseFiles,
    select: ([Finding]) -> [Finding], estimate: (PolicyUpdate) throws(UsageError) -> [UpdateCost]
  ) throws(UsageError) -> (change: PolicyChange, formerPath: String?) {
    guard !files.haveUnchanged(reading) else { return (.unchanged, nil) }
    var formerPath: String?
    let old: PolicyReading
    do throws(UsageError) {
      if let found = try former(of: path, among: files) {
        old = found
      } else if let former = files.take(successor: reading) {
        (old, formerPath) = (former.reading, former.path)
      } else {
        return (.added, nil)
      }
    } catch {
      return (.unreadable(error.message), nil)
    }
    return (try change(from: old, to: reading, select: select, estimate: estimate), formerPath)
  }

  private func change(
    from old: PolicyReading, to reading: PolicyReading, select: ([Finding]) -> [Finding],
    estimate: (PolicyUpdate) throws(UsageError) -> [UpdateCost]
  ) throws(UsageError) -> PolicyChange {
    guard old.policySources.map(\.bytes) != reading.policySources.map(\.bytes) else { return .unchanged }
    // The app's own files are not read at the base, so findings in these files are not a change.
    guard let before = Alternative(unchanged: old, select(Linting.findings(in: old))) else {
      return .unreadable("the policy at \(name) is not valid")
    }
    guard let after = Alternative(unchanged: reading, select(Linting.findings(in: reading))) else {
      return .unreadable("the policy is not valid")
    }
    let update = PolicyUpdate(from: before, to: after)
    return .updated(update, try estimate(update))
  }

  /// The commit of the revision. `nil` if the base is a file.
  func commit() throws(UsageError) -> String? {
    guard let revision else { return nil }
    do throws(UnreadableFile) { return try GitRepository().commit(of: revision).hash } catch {
      throw UsageError(message: error.reason)
    }
  }

  /// The commit of the revision in a repository. `nil` if the base is a file.
  func commit(in repository: GitRepository) throws(UnreadableFile) -> GitRepository.Commit? {
    try revision.map { revision throws(UnreadableFile) in try repository.commit(of: revision) }
  }

  /// The path of the base. `nil` if the base is a revision.
  var file: String? { revision == nil ? name : nil }

  /// Whether the base is a revision of Git.
  var isRevision: Bool { revision != nil }

  /// The policy at the base. `nil` if the base has no such policy.
  private func former(of path: String, among files: BaseFiles) throws(UsageError) -> PolicyReading? {
    guard revision != nil else { return try PolicyRevision.file(name).read(access) }
    do throws(UnreadableFile) { return try files.reading(of: path) } catch {
      throw UsageError(message: "Can't read \(name):\(path): \(error.reason)")
    }
  }
}
