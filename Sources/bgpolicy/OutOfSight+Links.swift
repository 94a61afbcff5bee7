internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import Quantities
internal import RepositoryFiles

// Folders that a change makes links, so that the same path leads to other policies and code.
extension OutOfSight {
  /// Adds the folders with policies or code that are links now.
  mutating func addLinks(among changed: Set<String>) {
    let links = changed.filter { folders.contains($0) && FileAccess.isLink($0) }.sorted { $0.isBefore($1) }
    guard !links.isEmpty else { return }
    let foldersOfPolicies = Self.folders(of: policies.map { RelativePath.normalized(absolute($0)) })
    let foldersOfCode = Self.folders(of: entries.keys.filter(AppFacts.isCode))
    for path in links {
      let hasPolicies = foldersOfPolicies.contains(path)
      guard hasPolicies || foldersOfCode.contains(path) else { continue }
      let what = hasPolicies ? "policies" : "code"
      let message =
        "The change makes \(relative(path)) a link, which was a folder with \(what) at \(base), and \(what) elsewhere take their place"
      let help = "keep the folder, or move it apart from other changes"
      add(inFile: relative(path), line: 1) {
        hasPolicies
          ? .policyOutOfSight(at: $0, message, help: help, isOpen: false)
          : .codeOutOfSight(at: $0, path: "", message, help: help)
      }
    }
  }
}
