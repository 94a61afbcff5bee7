internal import AppFacts

/// The standards of C and C++ by which the app compiles each file: the standards of the targets that compile
/// the file, and of the files that include the file.
struct FileDialects {
  /// The files that the compiler includes in all code.
  var everywhere: Set<String> = []
  /// The files that each file includes.
  private var includes: [String: Set<String>] = [:]

  /// Adds a file that another file includes.
  mutating func add(include path: String, in file: String) { includes[file, default: []].insert(path) }

  /// The standards of files, by their paths.
  func all(of targets: [TargetFact], _ paths: [String]) -> [String: CodeDialects] {
    let targets = targets.filter { $0.kind != .tests }
    let any = targets.reduce(into: CodeDialects()) { $0.formUnion($1.dialects) }
    var all: [String: CodeDialects] = [:]
    for target in targets {
      for path in target.sources { all[path, default: []].formUnion(target.dialects(of: path)) }
    }
    for path in paths where all[path] == nil && Self.isCode(path) {
      all[path] = TargetFact.own(path, .unstated)
    }
    for path in everywhere { all[path, default: []].formUnion(any.isEmpty ? .unstated : any) }
    var open = Array(all.keys)
    while let file = open.popLast() {
      let own = all[file] ?? []
      for path in includes[file] ?? [] where !own.isSubset(of: all[path] ?? []) {
        all[path, default: []].formUnion(own)
        open.append(path)
      }
    }
    return all
  }

  private static func isCode(_ path: String) -> Bool { path.hasSuffix(".m") || path.hasSuffix(".mm") }
}

extension TargetFact {
  /// The standards by which the target compiles a file.
  fileprivate func dialects(of path: String) -> CodeDialects {
    let all = dialectsOfFiles[path] ?? dialects
    return hasOtherLanguages ? all : Self.own(path, all)
  }

  /// The given standards that are for the language that a file's name states.
  fileprivate static func own(_ path: String, _ dialects: CodeDialects) -> CodeDialects {
    let name = path.lowercased()
    if name.hasSuffix(".m") || name.hasSuffix(".c") { return dialects.intersection(.c) }
    return dialects.intersection(.cxx)
  }

  /// Whether the target may compile a file of C or C++ as Objective-C.
  func mayCompileAsObjectiveC(_ path: String) -> Bool {
    hasOtherLanguages && [".c", ".cc", ".cpp", ".cxx"].contains { path.lowercased().hasSuffix($0) }
  }
}
