internal import AppFacts

/// An app of a project, with the targets that it embeds.
struct ImportedApp {
  /// A process of the app.
  struct Process {
    /// Its name in the policy: `app`, or that of a target.
    let name: String
    let target: TargetFact
    /// The files that it compiles, those of its frameworks included.
    let sources: Set<String>
  }

  /// The app first.
  let processes: [Process]

  var target: TargetFact { processes[0].target }

  /// The apps of a project, in the order of its targets: every app, and watch apps that no app embeds.
  static func all(in targets: [TargetFact]) -> [ImportedApp] {
    let tree = TargetTree(targets)
    let embedded = Set(targets.indices.filter { targets[$0].isProcess }.flatMap { tree.reached(from: $0) })
    let roots = targets.indices.filter {
      targets[$0].kind == .app || targets[$0].kind == .watchApp && !embedded.contains($0)
    }
    return roots.map { ImportedApp($0, tree) }
  }

  private init(_ root: Int, _ tree: TargetTree) {
    let targets = tree.targets
    let app = targets[root]
    var names = ImportNames(taken: ["app"])
    let embedded = tree.reached(from: root).filter { targets[$0].policyType != nil }
    processes = ([root] + embedded).map { index in
      let target = targets[index]
      let linked = tree.linked(from: index)
      let name =
        index == root
        ? "app" : names.name(Self.candidates(target.name, app: app.name), otherwise: "target")
      return Process(
        name: name, target: target, sources: Set(([index] + linked).flatMap { targets[$0].sources }))
    }
  }

  /// Names for a target: without the words with which the app's name begins, and as it is.
  private static func candidates(_ name: String, app: String) -> [String] {
    let words = ImportNames.words(of: name)
    let common = zip(words, ImportNames.words(of: app)).prefix { $0.lowercased() == $1.lowercased() }.count
    return common == 0 ? [name] : [words.dropFirst(common).joined(separator: "-"), name]
  }
}

/// Targets with their dependencies.
private struct TargetTree {
  let targets: [TargetFact]
  private let dependencies: [[Int]]

  init(_ targets: [TargetFact]) {
    self.targets = targets
    var indices: [String: [Int]] = [:]
    for (index, target) in targets.enumerated() { indices[target.name, default: []].append(index) }
    dependencies = targets.map { target in
      target.dependencies.compactMap { name in
        let candidates = indices[name] ?? []
        // Several projects may have targets of one name.
        return candidates.first { targets[$0].location.file == target.location.file } ?? candidates.first
      }
    }
  }

  /// The targets that a target depends on, directly or not, in the order of the project; without itself.
  func reached(from root: Int) -> [Int] { walk(from: root) { _ in true } }

  /// The frameworks and libraries that become part of a process.
  func linked(from root: Int) -> [Int] {
    walk(from: root) { targets[$0].kind == .framework || targets[$0].kind == .other }
  }

  private func walk(from root: Int, _ follows: (Int) -> Bool) -> [Int] {
    var reached: Set<Int> = []
    var open = [root]
    while let next = open.popLast() {
      for dependency in dependencies[next] where dependency != root && follows(dependency) {
        if reached.insert(dependency).inserted { open.append(dependency) }
      }
    }
    return reached.sorted()
  }
}

extension TargetFact {
  /// Whether it runs as a process of its own.
  fileprivate var isProcess: Bool { kind == .app || kind == .appClip || policyType != nil }

  /// The type of a target in a policy; `nil` for a product that no policy declares.
  var policyType: String? {
    switch kind {
    case .appExtension: "extension"
    case .widget: "widget"
    case .watchApp: "watchApp"
    case .app, .appClip, .framework, .tests, .other: nil
    }
  }

  /// The configuration that ships: the project's default, else Release, else the last; one for debugging only if all are.
  ///
  /// XcodeGen makes the first configuration the default, which usually is Debug.
  var releaseIndex: Int? {
    let shipping = configurations.indices.filter { !configurations[$0].isForDebugging }
    let candidates = shipping.isEmpty ? Array(configurations.indices) : shipping
    return candidates.first { configurations[$0].name == defaultConfiguration }
      ?? candidates.first { configurations[$0].name == "Release" } ?? candidates.last
  }

  /// The configuration that ships; `nil` if the project has none.
  var release: ConfigurationFact? { releaseIndex.map { configurations[$0] } }
}

extension ConfigurationFact {
  fileprivate var isForDebugging: Bool { compilationConditions.contains("DEBUG") }
}

extension [FactEntry] {
  /// The value of a key; `nil` if there is none.
  subscript(key: String) -> FactValue? { first { $0.key == key }?.value }
}
