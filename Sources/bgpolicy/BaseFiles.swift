internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import RepositoryFiles

/// The files of a Git revision, compared with the files of the checkout.
struct BaseFiles {
  /// A policy with its path at the revision.
  struct Policy {
    let path: String
    let reading: PolicyReading
  }

  /// The policies of apps that the checkout does not have any longer, sorted by path. A policy that another
  /// policy replaces is not included.
  private(set) var removed: [Policy] = []
  /// The absolute paths of files that are equal in the revision and the checkout.
  private var unchanged: Set<String> = []
  /// The repository and the commit of the revision. `nil` if the base is a file.
  private var origin: (repository: GitRepository, commit: GitRepository.Commit)?

  /// No files, for a base that is a file.
  init() {}

  /// The files of a commit.
  ///
  /// `gone` are the policies that the command found at the commit, and whose files are gone.
  init(
    at commit: GitRepository.Commit, in repository: GitRepository,
    gone: [(path: String, reading: PolicyReading)]
  ) throws(UnreadableFile) {
    origin = (repository, commit)
    // A few calls of Git for all policies take a tenth of a second. Two calls for each of hundreds of
    // policies take seconds.
    let changed = try repository.changed(since: commit) { _ in false }
    let entries = try repository.entries(at: commit)
    unchanged = Set(entries.map { "\(repository.root)/\($0.path)" }).subtracting(changed)
    removed = gone.filter { $0.reading.policy?.app != nil }.map { Policy(path: $0.path, reading: $0.reading) }
  }

  /// Whether a policy and its bases have the same text in the revision and the checkout.
  func haveUnchanged(_ reading: PolicyReading) -> Bool {
    guard !unchanged.isEmpty, let directory = FileAccess.workingDirectory else { return false }
    return reading.policySources.allSatisfy {
      unchanged.contains(RelativePath.normalized(RelativePath.absolute($0.name, in: directory)))
    }
  }

  /// The policy at a path of the revision. `nil` if the revision has no such policy.
  func reading(of path: String) throws(UnreadableFile) -> PolicyReading? {
    guard let (repository, commit) = origin, try repository.entry(of: path, at: commit) != nil else {
      return nil
    }
    return try repository.reading(of: path, at: commit)
  }

  /// Removes and returns the removed policy that has the same app as a new policy.
  mutating func take(successor: PolicyReading) -> Policy? {
    guard let identifier = successor.bundleIdentifier,
      let index = removed.firstIndex(where: { $0.reading.bundleIdentifier == identifier })
    else { return nil }
    return removed.remove(at: index)
  }
}
