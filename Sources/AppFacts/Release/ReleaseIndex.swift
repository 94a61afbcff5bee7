/// The apps of a project, and the targets of its files. Policies that are compared with the same project share the index.
package struct ReleaseIndex: Sendable {
  /// The targets that compile a file, by its path.
  package let owners: [String: [TargetFact]]
  private let tree: TargetTree
  /// The files with an app of SwiftUI.
  private let swiftUI: Set<String>
  /// The kinds of the targets that compile a file.
  private let kinds: [String: Set<TargetFact.Kind>]
  private let knownNames: Set<String>
  /// The targets of the apps: every app, and watch apps that no app embeds.
  private var roots: [Int] = []
  private var rootsByIdentifier: [String: [Int]] = [:]
  /// Every app, unless its SDK requires scenes.
  private var all: [ReleaseApp] = []
  /// The apps whose bundle identifiers the project leaves open.
  private(set) var appsWithoutIdentifier: [ReleaseApp] = []

  /// The index of a project.
  package init(_ facts: AppFacts) {
    let targets = facts.targets
    swiftUI = Set(
      facts.code.filter { $0.kind == .entryPoint && $0["style"]?.string == "swiftui" }.map(\.location.file))
    tree = TargetTree(targets)
    var owners: [String: [TargetFact]] = [:]
    var kinds: [String: Set<TargetFact.Kind>] = [:]
    for target in targets {
      for file in target.sources {
        owners[file, default: []].append(target)
        kinds[file, default: []].insert(target.kind)
      }
    }
    (self.owners, self.kinds) = (owners, kinds)
    knownNames = Set(targets.flatMap(\.configurations).flatMap(\.compilationConditions))
    let embedded = tree.reached(from: targets.indices.filter { targets[$0].isProcess })
    roots = targets.indices.filter { index in
      targets[index].kind == .app || targets[index].kind == .watchApp && !embedded.contains(index)
    }
    for root in roots {
      for identifier in Set(targets[root].configurations.compactMap { $0.bundleIdentifier?.string }) {
        rootsByIdentifier[identifier, default: []].append(root)
      }
    }
    all = roots.map { app(at: $0, requiresScenes: false) }
    appsWithoutIdentifier = all.filter { app in
      app.processes.first.map { !ReleaseApp.hasKnownIdentifier($0.target) } ?? false
    }
  }

  /// The apps, in the order of the project's targets. With `identifier`, only the apps that have the bundle identifier in some
  /// configuration.
  package func apps(withIdentifier identifier: String? = nil, requiresScenes: Bool = false) -> [ReleaseApp] {
    if identifier == nil, !requiresScenes { return all }
    return (identifier.map { rootsByIdentifier[$0] ?? [] } ?? roots).map {
      app(at: $0, requiresScenes: requiresScenes)
    }
  }

  private func app(at root: Int, requiresScenes: Bool) -> ReleaseApp {
    let targets = tree.targets
    let indices = [root] + tree.reached(from: root).filter { targets[$0].isEmbedded }
    return ReleaseApp(
      processes: indices.map { index in
        let linked = tree.linked(from: index).map { targets[$0] }
        let target = targets[index]
        return ReleaseApp.Process(
          target, linked: linked,
          hasScenes: requiresScenes || target.hasSceneManifest || !swiftUI.isDisjoint(with: target.sources))
      }, kinds: kinds, knownNames: knownNames)
  }
}
