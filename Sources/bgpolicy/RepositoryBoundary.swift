internal import PolicyModel

/// The repository around a policy, which the paths in it lead out of only with `--allow-outside`.
///
/// A policy may be a stranger's, and a report shows lines of the files that it names. Without a repository there is nothing to
/// lead out of.
struct RepositoryBoundary: Sendable {
  /// Whether the call lets paths lead anywhere; the configuration can't, because it comes with the repository.
  private static let isOpen = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
    .contains(CommonOptions.allowOutside.declaration.name)

  /// The root of the repository without links; `nil` if nothing is outside.
  private let root: String?

  /// The boundary around a policy; that of the working directory for standard input.
  init(around policy: String) {
    let folder = RelativePath.folder(of: policy)
    guard !Self.isOpen, let start = System.resolved(folder.isEmpty ? "." : folder) else {
      root = nil
      return
    }
    root = RootOption.repository(around: start)
  }

  /// The reason why a path of the policy is not used; `nil` if it stays in the repository.
  func refusal(of path: String) -> String? {
    guard let root, !contains(path, root) else { return nil }
    return "It is outside of the repository, which takes --allow-outside"
  }

  private func contains(_ path: String, _ root: String) -> Bool {
    guard let directory = System.workingDirectory else { return false }
    // The end of the path may not exist yet, and its beginning may be links.
    var existing = RelativePath.absolute(path, in: directory)
    var rest = ""
    while true {
      if let resolved = System.resolved(existing) {
        let whole = resolved + rest
        return whole == root || whole.hasPrefix(root == "/" ? root : root + "/")
      }
      // A link to nothing may lead anywhere.
      guard !System.isLink(existing), let slash = existing.lastIndex(of: "/") else { return false }
      rest = existing[slash...] + rest
      existing = slash == existing.startIndex ? "/" : String(existing[..<slash])
    }
  }
}
