internal import AppFacts
internal import Quantities

/// The sources that a Tuist manifest gives a target.
struct TuistSources {
  private let folder: String
  private let files: ProjectFiles
  /// The exceptions that add files of a target's folder to another target, by the name of the other target.
  private let exceptionsOfOthers: [String: [(folder: ManifestValue, exception: ManifestValue)]]

  /// The sources of the targets of a manifest in a folder.
  init(of targets: [ManifestValue], in folder: String, _ files: ProjectFiles) {
    self.folder = folder
    self.files = files
    var exceptions: [String: [(folder: ManifestValue, exception: ManifestValue)]] = [:]
    for folder in targets.flatMap({ $0["buildableFolders"].map(Self.items) ?? [] }) {
      for exception in Self.exceptions(of: folder) {
        guard let name = exception["target"]?.string else { continue }
        exceptions[name, default: []].append((folder, exception))
      }
    }
    exceptionsOfOthers = exceptions
  }

  /// The sources that a target compiles, in the order of their paths. The folders of other targets may have some of the sources.
  func sources(of target: ManifestValue, name: String) -> [String] {
    var paths: Set<String> = []
    for glob in target["sources"].map(Self.items) ?? [] { paths.formUnion(members(of: glob, name: name)) }
    // Folders that Xcode keeps in step with the disk.
    for value in target["buildableFolders"].map(Self.items) ?? [] {
      guard let path = path(ofFolder: value) else {
        files.leaveOutCode(value.location, "A folder of \(name) can't be known without running the manifest")
        continue
      }
      noteUnknown(value, name)
      paths.formUnion(FolderSources.files(in: path, files, by: .xcode))
    }
    for (folder, exception) in exceptionsOfOthers[name] ?? [] {
      paths.formUnion(included(by: exception, in: folder, name: name))
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

  /// The compiler flags that the globs of a target have, and the flags of files in its folders. Flags that are not known may be any flags.
  func flags(of target: ManifestValue, name: String) -> [(text: String, location: FactLocation)] {
    let globs = (target["sources"].map(Self.items) ?? []).compactMap { $0["compilerFlags"] }
    let own = (target["buildableFolders"].map(Self.items) ?? []).flatMap(Self.exceptions)
      .filter { $0["target"] == nil }
    let others = (exceptionsOfOthers[name] ?? []).map(\.exception)
    let exceptions = (own + others).compactMap { $0["compilerFlags"] }.flatMap { flags in
      if case .dictionary(let entries) = flags.content { entries.map(\.value) } else { [flags] }
    }
    return (globs + exceptions).map { (text: $0.string ?? "{flags}", location: $0.location) }
  }

  // MARK: - Folders that Xcode keeps in step with the disk

  private func path(ofFolder value: ManifestValue) -> String? {
    let inner = value.name == "folder" ? value[nil] ?? value["path"] ?? value : value
    return TuistPath(inner, from: folder)?.joined.map(files.spelling)
  }

  /// The exceptions of a folder: `.exceptions([…])` or a list.
  private static func exceptions(of folder: ManifestValue) -> [ManifestValue] {
    guard let value = folder["exceptions"] else { return [] }
    return (value[nil] ?? value["exceptions"] ?? value).list
  }

  /// The arguments of an exception that are followed, or that decide no sources.
  private static let labels: Set<String> = [
    "excluded", "compilerFlags", "publicHeaders", "privateHeaders", "platformFilters", "target", "included",
  ]

  /// Notes exceptions of a target's folder that are not known, and that may add files to other targets.
  private func noteUnknown(_ folder: ManifestValue, _ name: String) {
    guard let value = folder["exceptions"] else { return }
    let isList = if case .list = (value[nil] ?? value["exceptions"] ?? value).content { true } else { false }
    let isKnown =
      isList
      && Self.exceptions(of: folder).allSatisfy { exception in
        exception.name == "exception" && exception["target"].map { $0.string != nil } ?? true
          && exception.arguments.allSatisfy { $0.label.map(Self.labels.contains) ?? false }
      }
    if !isKnown {
      files.leaveOutCode(
        value.location, "The exceptions of a folder of \(name) can't be known without running the manifest")
    }
  }

  /// The files of a folder that an exception adds to a target.
  private func included(by exception: ManifestValue, in folder: ManifestValue, name: String) -> [String] {
    guard let included = exception["included"] else { return [] }
    guard let path = path(ofFolder: folder), case .list(let elements) = included.content,
      elements.allSatisfy({ $0.string != nil })
    else {
      files.leaveOutCode(
        included.location, "Sources of \(name) can't be known without running the manifest")
      return []
    }
    let all = FolderSources.files(in: path, files, by: .xcode)
    return elements.compactMap(\.string).flatMap { text -> [String] in
      // The files of a pattern are all files of the folder.
      guard !text.contains(where: { "*?[{".contains($0) }) else { return all }
      guard let file = AppPath.joined(path, text).map(files.spelling) else { return [] }
      return files.names(in: file) == nil ? [file] : FolderSources.files(in: file, files, by: .xcode)
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
