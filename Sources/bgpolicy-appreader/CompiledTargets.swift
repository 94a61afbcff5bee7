internal import AppFacts

// The code and the libraries of targets that the projects do not list, but that the code itself includes or
// imports.
extension CodeFiles {
  /// Targets with the code that their files include, and with dependencies on the modules that they import.
  func completing(_ targets: [TargetFact]) -> [TargetFact] { linkingImports(of: including(targets)) }

  /// Targets with the code that their files and settings include: a target compiles such a file, whether or not the project lists it.
  private func including(_ targets: [TargetFact]) -> [TargetFact] {
    // Any file of any target may include a header.
    let ofHeaders = included(by: includedCode.keys.filter { !AppFacts.isCode($0) }, besides: [])
    return targets.map { target in
      var target = target
      let ofSettings = target.includes.filter(AppFacts.isCode)
      let own = Set(target.sources)
      let known = own.union(target.kind == .tests ? [] : ofHeaders).union(ofSettings)
      let all = known.union(included(by: target.sources + ofSettings, besides: known))
      if all.count > own.count { target.sources = all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
      return target
    }
  }

  /// The code that files, and the code that they include, include. Known code is left out with the code that it includes.
  private func included(by files: [String], besides known: Set<String>) -> Set<String> {
    var found: Set<String> = []
    var open = files.filter { includedCode[$0] != nil }
    while let file = open.popLast() {
      for path in includedCode[file] ?? [] where !known.contains(path) && found.insert(path).inserted {
        open.append(path)
      }
    }
    return found
  }

  /// Targets with dependencies on the frameworks and libraries of their own projects that they import. The compiler has the linker link an
  /// imported module; a scheme may build it before, without a dependency.
  private func linkingImports(of targets: [TargetFact]) -> [TargetFact] {
    let libraries = targets.filter { $0.kind == .framework }
    guard !libraries.isEmpty else { return targets }
    // The names of the libraries of each project, by their modules.
    let names = Dictionary(grouping: libraries, by: \.location.file).mapValues { libraries in
      Dictionary(grouping: Set(libraries.map(\.name)), by: Self.module)
    }
    let modules = Set(names.values.flatMap(\.keys))
    let imports = imports.mapValues { $0.intersection(modules) }.filter { !$0.value.isEmpty }
    return targets.map { target in
      guard target.kind != .tests, let names = names[target.location.file] else { return target }
      let known = Set(target.dependencies + target.packageProducts + [target.name])
      let imported = target.sources.reduce(into: Set<String>()) { $0.formUnion(imports[$1] ?? []) }
      var target = target
      target.dependencies += imported.flatMap { names[$0] ?? [] }.filter { !known.contains($0) }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return target
    }
  }

  /// The module of a target with a name.
  private static func module(of name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
