internal import AppFacts

// What targets compile and link beside what their projects list, as their code decides it.
extension CodeFiles {
  /// Targets with the code that their files include, and with dependencies on the modules that they import.
  func completing(_ targets: [TargetFact]) -> [TargetFact] {
    linkingImports(of: targets.map(including))
  }

  /// A target with the code that its files include: it compiles such a file, whether or not the project lists it.
  private func including(_ target: TargetFact) -> TargetFact {
    guard !includedCode.isEmpty else { return target }
    var target = target
    var compiled = Set(target.sources)
    // Any file of any target may include a header.
    let headers = target.kind == .tests ? [] : includedCode.keys.filter { !AppFacts.isCode($0) }
    var open = target.sources + headers
    while let file = open.popLast() {
      for path in includedCode[file] ?? [] where compiled.insert(path).inserted { open.append(path) }
    }
    target.sources = compiled.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return target
  }

  /// Targets with dependencies on the frameworks and libraries of their own projects that they import. The compiler has the linker link an
  /// imported module; a scheme may build it before, without a dependency.
  private func linkingImports(of targets: [TargetFact]) -> [TargetFact] {
    let libraries = targets.filter { $0.kind == .framework }
    guard !libraries.isEmpty else { return targets }
    let names = Dictionary(grouping: libraries, by: \.location.file).mapValues { Set($0.map(\.name)) }
    let imports = imports
    return targets.map { target in
      guard target.kind != .tests, let names = names[target.location.file] else { return target }
      let known = Set(target.dependencies + target.packageProducts + [target.name])
      let imported = target.sources.reduce(into: Set<String>()) { $0.formUnion(imports[$1] ?? []) }
      var target = target
      target.dependencies += names.subtracting(known).filter { imported.contains(Self.module(of: $0)) }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return target
    }
  }

  /// The module of a target with a name.
  private static func module(of name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
