/// Targets with their dependencies.
struct TargetTree {
  let targets: [TargetFact]
  private let dependencies: [[Int]]

  init(_ targets: [TargetFact]) {
    self.targets = targets
    var indices: [String: [Int]] = [:]
    for (index, target) in targets.enumerated() { indices[target.name, default: []].append(index) }
    dependencies = targets.map { target in
      target.dependencies.flatMap { name in
        let all = indices[name] ?? []
        // Swift takes names for equal that differ in their bytes, and so in their targets.
        let exact = all.filter { targets[$0].name.utf8.elementsEqual(name.utf8) }
        return (target.filesOfDependencies[name] ?? [""]).compactMap { file in
          // Several projects may have targets of the same name, and one file may describe several such targets.
          let named = exact.isEmpty ? all : exact
          let own = named.filter { targets[$0].location.file == (file.isEmpty ? target.location.file : file) }
          let candidates = own.isEmpty ? named : own
          return candidates.first { targets[$0].isNamed(after: target) } ?? candidates.first
        }
      }
    }
  }

  /// The direct and indirect dependencies of a target, in the order of the project, without the target itself.
  func reached(from root: Int) -> [Int] { walk(from: root) { _ in true } }

  /// The direct and indirect dependencies of some targets.
  func reached(from roots: [Int]) -> Set<Int> {
    var reached: Set<Int> = []
    var open = roots
    while let next = open.popLast() {
      for dependency in dependencies[next] where reached.insert(dependency).inserted {
        open.append(dependency)
      }
    }
    return reached
  }

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
  /// Whether the target's bundle identifier begins with the bundle identifier of another target, as an
  /// extension's bundle identifier has to.
  fileprivate func isNamed(after other: TargetFact) -> Bool {
    configurations.contains { configuration in
      let outer = other.configurations.first { $0.name == configuration.name }?.bundleIdentifier?.string
      guard let outer, let own = configuration.bundleIdentifier?.string else { return false }
      return own.hasPrefix(outer + ".")
    }
  }
}
