internal import AppFacts

/// The code that Tuist's manifests may use: the helpers of the project, and those of plug-ins.
struct TuistHelpers {
  /// The files of the helpers that a search finds, and of plug-ins, in the order of their paths.
  let paths: [String]
  /// The modules of the helpers.
  private let modules: Set<String>
  /// The places that name plug-ins whose code is not read.
  private let unread: [FactLocation]
  private let files: ProjectFiles

  /// Modules that every version of Tuist has, and Foundation.
  private static let knownModules: Set<String> = [
    "Foundation", "PackageDescription", "ProjectDescription", "ProjectDescriptionHelpers",
  ]

  /// Reads the plug-ins that Tuist's configurations name, wherever the plug-ins are.
  init(_ search: ProjectSearch, _ files: ProjectFiles) {
    self.files = files
    var folders = search.helpers
    var unread: [FactLocation] = []
    for path in search.configurationsOfTuist {
      guard
        let value = files.manifest(path, "tuist") ?? files.manifest(path, "config")
      else { continue }
      let plugins = value["project"]?["plugins"] ?? value["plugins"]
      guard ["Tuist", "Config", "init"].contains(value.name ?? ""), value["project"]?.unknown == nil,
        plugins?.unknown == nil
      else {
        unread.append(value.location)
        continue
      }
      for plugin in plugins?.list ?? [] {
        let found = Self.helpers(of: plugin, in: AppPath.folder(of: path), files)
        if found.isEmpty { unread.append(plugin.location) }
        folders += found
      }
    }
    self.unread = unread
    var modules = Self.knownModules
    for folder in folders {
      let plugin = AppPath.folder(of: folder)
      let manifest = plugin.isEmpty ? "Plugin.swift" : "\(plugin)/Plugin.swift"
      guard files.contains(manifest) else { continue }
      if let name = files.manifest(manifest, "plugin")?["name"]?.string { modules.insert(name) }
    }
    self.modules = modules
    paths = Self.sorted(folders.flatMap { Self.files(in: $0, files) })
  }

  /// The folders with the helpers of a plug-in: `.local(path: "Own")`.
  private static func helpers(of plugin: ManifestValue, in folder: String, _ files: ProjectFiles) -> [String]
  {
    guard plugin.name == "local" else { return [] }
    // Some versions look for a path from the folder of the configuration, others from the folder around it.
    return Set([folder, AppPath.folder(of: folder)]).compactMap { base in
      TuistPath(plugin["path"], from: base)?.joined.map {
        files.spelling(of: $0.isEmpty ? folderName : "\($0)/\(folderName)")
      }
    }.filter { files.names(in: $0) != nil }
  }

  private static let folderName = "ProjectDescriptionHelpers"

  /// Whether a folder has helpers, by its name. Macs ignore the case of letters.
  static func isFolder(_ name: String) -> Bool { name.lowercased().hasSuffix(folderName.lowercased()) }

  /// The files of a folder with helpers. Tuist compiles the files of all folders below it: `**/*.swift`.
  private static func files(in folder: String, _ files: ProjectFiles) -> [String] {
    files.files(below: folder, folderName) {
      let walk = FolderWalk(files.tree, from: folder) { _ in .either }
      for folder in walk.tooDeep {
        files.refuse(
          FactLocation(file: folder), "Folders are nested deeper than \(FolderWalk.maximumDepth) levels")
      }
      return walk.files.filter { $0.hasSuffix(".swift") }
    }
  }

  private static func sorted(_ paths: [String]) -> [String] {
    Set(paths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The files that a manifest may use. A manifest in a folder in which no helpers are looked for may have helpers of its own.
  func files(of manifest: String) -> [String] {
    var found: [String] = []
    var folder = AppPath.folder(of: manifest)
    while !folder.isEmpty {
      let helpers = files.spelling(of: "\(folder)/Tuist/\(Self.folderName)")
      if files.names(in: helpers) != nil { found += Self.files(in: helpers, files) }
      folder = AppPath.folder(of: folder)
    }
    return found.isEmpty ? paths : Self.sorted(paths + found)
  }

  /// Notes a manifest that uses modules of plug-ins that are not read.
  func noteUnread(_ manifest: ManifestValue, _ path: String) {
    guard !unread.isEmpty else { return }
    let used = manifest[ManifestValue.importedModules]?.list.compactMap(\.string) ?? []
    for module in used where !modules.contains(module) {
      files.leaveOutCode(
        FactLocation(file: path), "The module \(module) may be a plug-in of Tuist, whose code is not read")
    }
  }
}
