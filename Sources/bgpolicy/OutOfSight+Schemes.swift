internal import AppFacts
internal import PolicyLint
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// Schemes that archive another configuration than before. Projects often have a scheme for developers that archives the configuration for
// debugging, whose code is not compared with policies; so a scheme alone does not say by which configuration the app is released.
extension OutOfSight {
  /// Adds the changed schemes that archived a configuration for releases and now archive one for debugging.
  mutating func addSchemes(among changed: Set<String>, below roots: [String]) {
    for path in changed.sorted(by: { $0.isBefore($1) }) where path.hasSuffix(".xcscheme") {
      guard roots.contains(where: { path.hasPrefix($0 + "/") }), let entry = entries[path],
        let former = try? repository.contents(of: entry),
        let bytes = try? access.repository(around: path).readRegularFile(path, limit: AppReader.fileLimit)
      else { continue }
      let before = Set(XcodeScheme(former).archivedConfigurations)
      let added = XcodeScheme(bytes).archivedConfigurations.filter { !before.contains($0) }
      guard let name = added.first(where: { $0.lowercased().contains("debug") }) else { continue }
      let shown = relative(path)
      add(inFile: shown, line: 1) {
        .codeOutOfSight(
          at: $0, path: "",
          "The change archives the app with \(name) by \(shown), and the code of configurations for debugging is not compared with policies",
          help: "archive the configuration that is released", severity: .warning)
      }
    }
  }
}
