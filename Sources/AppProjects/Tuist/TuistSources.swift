internal import AppFacts
internal import Quantities

/// The sources that a Tuist manifest gives a target.
struct TuistSources {
  let folder: String
  let files: ProjectFiles

  /// The sources that a target compiles, in the order of their paths.
  func sources(of target: ManifestValue, name: String) -> [String] {
    var paths: Set<String> = []
    for glob in target["sources"].map(Self.items) ?? [] { paths.formUnion(members(of: glob, name: name)) }
    // Folders that Xcode keeps in step with the disk.
    for value in target["buildableFolders"].map(Self.items) ?? [] {
      let inner = value.name == "folder" ? value[nil] ?? value["path"] ?? value : value
      guard let path = TuistPath(inner, from: folder)?.joined.map(files.spelling) else {
        files.leaveOutCode(value.location, "A folder of \(name) can't be known without running the manifest")
        continue
      }
      paths.formUnion(FolderSources.files(in: path, files, by: .xcode))
    }
    return paths.filter(AppPath.isSource).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The systems for which single files are compiled, by the conditions of their globs.
  func systems(of target: ManifestValue, name: String) -> [String: Set<String>] {
    var systems = FileSystems()
    let globs = target["sources"].map(Self.items) ?? []
    guard globs.contains(where: { $0["compilationCondition"] != nil }) else { return [:] }
    for glob in globs {
      let names = glob["compilationCondition"]?[nil]?.list.map { $0.name ?? "unknown" } ?? []
      for path in members(of: glob, name: name) { systems.add(path, for: names) }
    }
    return systems.files
  }

  /// The compiler flags that the globs of a target have. Flags that are not known may be any flags.
  func flags(of target: ManifestValue) -> [(text: String, location: FactLocation)] {
    (target["sources"].map(Self.items) ?? []).compactMap { glob in
      glob["compilerFlags"].map { (text: $0.string ?? "{flags}", location: $0.location) }
    }
  }

  /// The globs of a list or of `.sourceFilesList(globs:)`, or a single glob.
  private static func items(_ value: ManifestValue) -> [ManifestValue] {
    if case .list(let values) = value.content { return values }
    if ["sourceFilesList", "SourceFilesList", "paths"].contains(value.name ?? "") {
      guard let globs = value["globs"] ?? value[nil] else { return [value] }
      if case .list(let values) = globs.content { return values }
      return [globs]
    }
    return [value]
  }

  private func members(of value: ManifestValue, name: String) -> [String] {
    if value.name == "generated" {
      files.leaveOutCode(value.location, "A source of \(name) is written by the build")
      return []
    }
    let glob = value.name == "glob" ? value[nil] : value
    guard let path = TuistPath(glob, from: folder) else {
      files.leaveOutCode(value.location, "Sources of \(name) can't be known without running the manifest")
      return []
    }
    let text = path.text
    // The path before the first pattern.
    let parts = text.pathNames
    let fixed = parts.prefix { part in !"*?{[".contains(where: part.contains) }
    guard let start = AppPath.joined(path.base, fixed.joined(separator: "/")).map(files.spelling) else {
      files.leaveOutCode(value.location, "The sources \(text) of \(name) are outside of the folder")
      return []
    }
    if fixed.count == parts.count, files.names(in: start) == nil { return [start] }
    let included = files.globs([parts.dropFirst(fixed.count).joined(separator: "/")], at: value.location)
    let excluded = files.globs(
      (value["excluding"].map(Self.items) ?? []).compactMap(\.string), at: value.location)
    let all = FolderSources.files(in: start, files, by: .tuist)
    let steps = (included + excluded).reduce(0) { $0 + $1.steps }
    guard files.take(all.count * steps, at: value.location) else { return [] }
    let (kept, leftOut) = (GlobMatcher(included), GlobMatcher(excluded))
    return files.filter(all, by: [kept, leftOut], at: value.location) { file in
      let rest = file.path(below: start) ?? file[...]
      guard fixed.count == parts.count || kept.matches(rest) else { return false }
      return !leftOut.matches(file.path(below: path.base) ?? file[...])
    }
  }
}
