internal import AppFacts
internal import PolicyLint
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// Schemes that archive another configuration than before. Projects often have a scheme for developers that archives the configuration for
// debugging, whose code is not compared with policies; so a scheme alone does not say by which configuration the app is released.
extension OutOfSight {
  /// Adds the new and changed schemes of some apps that now archive a configuration for debugging.
  mutating func addSchemes(among changed: Set<String>, of apps: [App]) {
    let targets = Set(apps.flatMap { $0.facts.targets.map(\.name) })
    let paths = changed.sorted { $0.isBefore($1) }.filter { $0.lowercased().hasSuffix(".xcscheme") }
    var schemes: [String: XcodeScheme] = [:]
    try? repository.forEachContent(of: paths.compactMap { entries[$0] }, limit: AppReader.fileLimit) {
      schemes[$0.object] = (try? $1.get()).map(XcodeScheme.init)
    }
    for path in paths {
      guard
        let bytes = try? access.repository(around: path).readRegularFile(path, limit: AppReader.fileLimit)
      else { continue }
      let scheme = XcodeScheme(bytes)
      // A workspace with a scheme of the app may lie outside of the app's folder.
      guard
        apps.contains(where: { path.isBelow($0.root) }) || scheme.problem != nil
          || !scheme.targets.isDisjoint(with: targets)
      else { continue }
      let former = entries[path].flatMap { schemes[$0.object] }
      let before = Set(former?.archivedConfigurations ?? [])
      let added = scheme.archivedConfigurations.filter { !before.contains($0) }
      let shown = relative(path)
      if let name = added.first(where: { $0.lowercased().contains("debug") }) {
        add(inFile: shown, line: 1) {
          .codeOutOfSight(
            at: $0, path: "",
            "The change archives the app with \(name) by \(shown), and the code of configurations for debugging is not compared with policies",
            help: "archive the configuration that is released", severity: .warning)
        }
      } else if let problem = scheme.problem, former == nil || former?.problem == nil {
        add(inFile: shown, line: 1) {
          .codeOutOfSight(
            at: $0, path: "",
            "The change hides what \(shown) archives: \(problem.prefix(1).lowercased() + problem.dropFirst())",
            help: "let Xcode write the scheme", severity: .warning)
        }
      }
    }
  }
}
