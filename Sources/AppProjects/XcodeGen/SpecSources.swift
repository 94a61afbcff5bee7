internal import AppFacts
internal import Quantities

/// The sources that a spec gives a target.
struct SpecSources {
  let folder: String
  let files: ProjectFiles
  let options: ValueNode?

  /// The sources that a target compiles, in the order of their paths.
  func sources(of target: ValueNode) -> [String] {
    var paths: Set<String> = []
    for source in entries(of: target) { paths.formUnion(code(of: source, isNoted: true)) }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The systems for which single files are compiled.
  func systems(of target: ValueNode) -> [String: Set<String>] {
    var systems = FileSystems()
    let destinations = Set(target["supportedDestinations"]?.strings ?? []).filter(FileSystems.isKnown)
    for source in entries(of: target) {
      let named = Set(source["destinationFilters"]?.strings ?? [])
      var isInferred = false
      if case .bool(true)? = source["inferDestinationFiltersByPath"]?.content { isInferred = true }
      let paths = code(of: source, isNoted: false)
      guard files.take(paths.count * (destinations.count + named.count), at: source.location) else { break }
      for path in paths {
        let inferred = destinations.filter {
          isInferred && (path.contains("/\($0)/") || AppPath.stem(of: path).hasSuffix("_\($0)"))
        }
        systems.add(path, for: Array(named.isEmpty ? inferred : named))
      }
    }
    return systems.files
  }

  /// The first Info.plist among the sources, relative to the folder of the spec; `nil` if the sources have no Info.plist.
  func infoPlist(of target: ValueNode) -> String? {
    for source in entries(of: target) {
      let plists = members(of: source, isNoted: false, by: .xcodeGenForPropertyList)
        .filter { AppPath.name(of: $0) == "Info.plist" }
      // The Info.plist that is nearest to the folder of the sources.
      let first = plists.min { left, right in
        (left.pathNames.count, left) < (right.pathNames.count, right)
      }
      if let first { return first.path(below: folder).map(String.init) ?? first }
    }
    return nil
  }

  // MARK: Code

  /// The files of an entry that XcodeGen gives to the compiler.
  private func code(of source: ValueNode, isNoted: Bool) -> [String] {
    let phase = source["buildPhase"]
    // Sources with another build phase are copied, not compiled.
    guard phase == nil || phase?.string == "sources", !isCopied(source) else { return [] }
    let isSynchronized = type(of: source) == "syncedFolder"
    let found = members(of: source, isNoted: isNoted, by: isSynchronized ? .xcode : .xcodeGen).filter(
      AppPath.isSource)
    guard !isSynchronized else { return found }
    if isNoted, let odd = found.lazy.compactMap(FolderSources.folderWithNameOfFile).first {
      files.leaveOutCode(source.location, "Whether XcodeGen compiles the code in \(odd) is not known")
    }
    let leftOut = phase == nil ? extensions { $0["buildPhase"]?.string != "sources" } : []
    let ofFiles = extensions { _ in true }
    guard !ofFiles.isEmpty else { return found }
    return found.filter { path in
      !leftOut.contains { path.hasSuffix(".\($0)") } && FolderSources.folder(in: path, with: ofFiles) == nil
    }
  }

  /// The extensions of some types of files in the options of the spec. XcodeGen takes folders with such extensions for files, and files of a
  /// type without a phase for resources.
  private func extensions(where isOne: (ValueNode) -> Bool) -> Set<String> {
    Set((options?["fileTypes"]?.entries ?? []).filter { isOne($0.value) }.map(\.key))
  }

  /// The type that an entry states.
  private func type(of source: ValueNode) -> String? {
    source["type"]?.string ?? options?["defaultSourceDirectoryType"]?.string
  }

  /// Whether an entry is a folder that XcodeGen takes for a file, or refers to as a whole.
  private func isCopied(_ source: ValueNode) -> Bool {
    if let type = source["type"]?.string {
      return type == "folder" || type == "file" && isFolder(source)
    }
    guard isFolder(source), let path = source.string(or: "path") else { return false }
    // XcodeGen takes each name with a dot for the name of a file.
    return !AppPath.fileExtension(of: path).isEmpty
      || ["folder", "file"].contains(options?["defaultSourceDirectoryType"]?.string)
  }

  private func isFolder(_ source: ValueNode) -> Bool {
    source.string(or: "path").flatMap { AppPath.joined(folder, $0) }
      .map { files.names(in: files.spelling(of: $0)) != nil } ?? false
  }

  /// The flags of the compiler that the entries of a target have.
  func flags(of target: ValueNode) -> [(text: String, location: FactLocation)] {
    entries(of: target).flatMap(Self.flags)
  }

  /// The flags of the compiler that an entry or a type of files has.
  static func flags(of entry: ValueNode) -> [(text: String, location: FactLocation)] {
    entry["compilerFlags"].map(SpecReader.items)?.compactMap { flags in
      flags.settingText.map { (text: $0, location: flags.location) }
    } ?? []
  }

  /// The patterns of a list or a single text.
  private func patterns(_ key: String, of source: ValueNode) -> [String] {
    source[key].map(SpecReader.items)?.compactMap(\.string) ?? []
  }

  /// Whether a pattern depends on the environment, or has a class of characters, which depends on the locale.
  private static func isUnknown(_ pattern: String) -> Bool {
    ["${", "$(", "[:", "[=", "[."].contains { pattern.contains($0) }
  }

  /// Whether a pattern may exclude a file. XcodeGen compares paths as texts, so a pattern with a leading `/`, `//`, `.` or `..` excludes
  /// nothing.
  private static func mayExclude(_ pattern: String) -> Bool {
    if pattern.hasSuffix("/"), AppPath.isSource(String(pattern.dropLast())) { return false }
    return !pattern.isAbsolutePath && !pattern.contains("//")
      && !pattern.pathNames.contains { $0 == "." || $0 == ".." }
  }

  private func entries(of target: ValueNode) -> [ValueNode] {
    target["sources"].map(SpecReader.items) ?? []
  }

  /// The files of an entry, without the files that the entry excludes.
  private func members(
    of source: ValueNode, isNoted: Bool, by program: FolderSources.Program
  ) -> [String] {
    guard let text = source.string(or: "path") else { return [] }
    guard let path = AppPath.joined(folder, text).map(files.spelling) else {
      if isNoted { files.leaveOutCode(source.location, "The sources \(text) are outside of the folder") }
      return []
    }
    guard !text.contains("${"), !text.contains("$(") else {
      if isNoted {
        files.leaveOutCode(source.location, "The sources \(text) are not known without the environment")
      }
      return []
    }
    guard files.names(in: path) != nil else { return [path] }
    let (excluded, included) = (patterns("excludes", of: source), patterns("includes", of: source))
    if isNoted, let unknown = (excluded + included).first(where: Self.isUnknown) {
      files.leaveOutCode(source.location, "The files of the pattern \(unknown) are not known")
    }
    let excludes = files.globs(
      excluded.filter { !Self.isUnknown($0) && Self.mayExclude($0) }, at: source.location)
    // A pattern that is not known may include each file.
    let includes = files.globs(included.contains(where: Self.isUnknown) ? [] : included, at: source.location)
    let all = FolderSources.files(in: path, files, by: program)
    let key = "\(program.rawValue)\n\(path)\n\(excluded)\n\(included)"
    return files.filtered(key) {
      let steps = (excludes + includes).reduce(0) { $0 + $1.steps }
      guard files.take(all.count * steps, at: source.location) else { return [] }
      let (leftOut, kept) = (GlobMatcher(excludes), GlobMatcher(includes))
      return files.filter(all, by: [leftOut, kept], at: source.location) { file in
        let name = file.path(below: path) ?? file[...]
        return (includes.isEmpty || kept.matches(name)) && !leftOut.matches(name)
      }
    }
  }
}
