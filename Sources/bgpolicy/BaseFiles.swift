internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import RepositoryFiles

/// The files of a revision of Git, compared with those of the checkout.
struct BaseFiles {
  /// A policy with its path at the revision.
  struct Policy {
    let path: String
    let reading: PolicyReading
  }

  /// The policies of apps that the checkout does not have, and that no other one replaces, sorted by path.
  private(set) var removed: [Policy] = []
  /// The absolute paths of files that are the same in both.
  private var unchanged: Set<String> = []

  /// No files: a base that is a file.
  init() {}

  /// The files below the folders of a call, or below the working directory.
  init(of revision: String, _ operands: [String], _ search: PolicySearch) throws(UnreadableFile) {
    // Two calls of Git for all policies are a tenth of a second, and two for each of hundreds are seconds.
    let changed = try GitFiles.changed(since: revision)
    unchanged = try GitFiles.all(at: revision).subtracting(changed)
    var seen: Set<String> = []
    for folder in operands.isEmpty ? ["."] : operands
    where folder != "-" && FileAccess.kind(of: folder) != .file {
      for path in try GitFiles.paths(under: folder, at: revision)
      where search.finds(path) && FileAccess.kind(of: path) == nil && seen.insert(path).inserted {
        guard let reading = try? PolicyRevision.revision(revision, path: path).read(search.access),
          reading.policy?.app != nil
        else { continue }
        removed.append(Policy(path: path, reading: reading))
      }
    }
  }

  /// Whether both have a policy and its bases, with the same text.
  func haveUnchanged(_ reading: PolicyReading) -> Bool {
    guard !unchanged.isEmpty, let directory = FileAccess.workingDirectory else { return false }
    return reading.policySources.allSatisfy {
      unchanged.contains(RelativePath.normalized(RelativePath.absolute($0.name, in: directory)))
    }
  }

  /// Takes out the removed policy of the same app as a new one.
  mutating func take(successor: PolicyReading) -> Policy? {
    guard let identifier = successor.bundleIdentifier,
      let index = removed.firstIndex(where: { $0.reading.bundleIdentifier == identifier })
    else { return nil }
    return removed.remove(at: index)
  }
}

extension PolicyReading {
  /// The bundle identifier of the policy's app.
  fileprivate var bundleIdentifier: String? { policy?.app?.value.bundleIdentifier?.value }
}
