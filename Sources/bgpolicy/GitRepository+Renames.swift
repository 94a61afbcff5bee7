internal import PolicyModel

// The files that a change renames.
extension GitRepository {
  /// The files that were renamed since a commit. A renamed file has at least half of its content in common with the former file.
  struct Renames {
    /// The absolute paths of the files, by their former absolute paths.
    fileprivate(set) var paths: [String: String] = [:]
    /// Whether the files that are gone were compared with all new files. If there are too many, equal content and equal names count.
    fileprivate(set) var isComplete = true
  }

  /// The square root of the most pairs of files that Git compares by their content, as without an option of Git.
  private static let mostRenames = 1_000

  /// The files that were renamed since a commit.
  func renames(since commit: Commit) throws(UnreadableFile) -> Renames {
    let fields = try list(
      try filterSettings() + [
        "diff", "--name-status", "-z", "--no-ext-diff", "--no-textconv", "--find-renames",
        "-l\(Self.mostRenames)", "--diff-filter=ADR",
        "--no-relative", "--ignore-submodules=all", commit.hash, "--",
      ])
    var renames = Renames()
    var (added, deleted) = (0, 0)
    var rest = fields[...]
    while let status = rest.popFirst(), let path = rest.popFirst() {
      switch status {
      case "A": added += 1
      case "D": deleted += 1
      default:
        // A similarity, the former and the current path.
        guard let current = rest.popFirst() else { break }
        renames.paths["\(root)/\(path)"] = "\(root)/\(current)"
      }
    }
    // Git compares all pairs of a deleted and an added file, or none if there are more pairs than the limit.
    renames.isComplete = added * deleted <= Self.mostRenames * Self.mostRenames
    return renames
  }
}
