package import PolicyLint
package import PolicyModel
internal import PolicySyntax

/// Findings about generated files, at the key of the policy that sets their folder.
package enum FreshnessFindings {
  /// A finding about files that are missing or outdated, and a finding about leftover files.
  package static func of(_ files: [FileState], in nodes: NodeTable, at path: String) -> [Finding] {
    let keys =
      nodes.node(along: ["generate", "output"]) == nil ? ["app", "name"] : ["generate", "output"]
    let span = nodes.node(along: keys).map { nodes.span(at: .value($0)) } ?? .start
    let location = keys.joined(separator: ".")
    let stale = files.filter { $0.state == .missing || $0.state == .outdated }
    let leftovers = files.filter { $0.state == .leftOver }
    return [
      message(about: stale).map {
        .staleFiles(
          at: span, path: location, $0, help: "run `bgpolicy compile \(path)` and commit the result")
      },
      leftoverMessage(leftovers.map(\.path)).map {
        .leftoverFiles(
          at: span, path: location, $0,
          help: "run `bgpolicy compile --prune \(path)`, which removes only files that bgpolicy wrote")
      },
    ].compactMap { $0 }
  }

  /// The most files that a message names.
  private static let mostNames = 5

  /// The message about several leftover files.
  private static func leftoverMessage(_ paths: [String]) -> String? {
    guard paths.count > 1, let last = paths.last else {
      return paths.first.map { "\($0) is left over: the policy no longer generates it" }
    }
    let names =
      paths.count > mostNames
      ? paths.prefix(mostNames).joined(separator: ", ") + " and \(paths.count - mostNames) more"
      : paths.dropLast().joined(separator: ", ") + " and \(last)"
    return "\(names) are left over: the policy no longer generates them"
  }

  /// A message with the first file and the number of other files in the same state.
  private static func message(about files: [FileState]) -> String? {
    guard let first = files.first else { return nil }
    guard files.count > 1 else { return first.text }
    return "\(first.text), and so \(files.count == 2 ? "is" : "are") \(files.count - 1) more"
  }
}
