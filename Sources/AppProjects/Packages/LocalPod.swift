internal import AppFacts

/// A pod whose code is in a folder: `pod 'Name', :path => 'Name'`.
struct LocalPod {
  let name: String
  /// The folder of the pod.
  let folder: String
  /// The place in the lock file that names the folder.
  let location: FactLocation

  /// The pods of the section `EXTERNAL SOURCES` of a lock file, which has a line `  Name:` for each pod, and a line `    :path: Folder`
  /// below that line.
  static func all(of lines: [(number: Int, line: String)], in path: String) -> [LocalPod] {
    var isInSection = false
    var name = ""
    return lines.compactMap { number, line in
      if let first = line.utf8.first, first != UInt8(ascii: " ") {
        isInSection = line.hasPrefix("EXTERNAL SOURCES:")
      }
      guard isInSection else { return nil }
      if line.hasPrefix("  "), !line.hasPrefix("   ") { name = line.filter { !" :\"".contains($0) } }
      let key = "    :path: "
      guard line.hasPrefix(key) else { return nil }
      let written = line.dropFirst(key.count).filter { $0 != "\"" }
      let folder = written.hasSuffix(".podspec") ? AppPath.folder(of: written) : written
      guard let found = AppPath.joined(AppPath.folder(of: path), folder), !found.isEmpty,
        !found.split(separator: "/").contains(where: { DependencyFolders.names.contains(String($0)) })
      else { return nil }
      return LocalPod(name: name, folder: found, location: FactLocation(file: path, line: number))
    }
  }

  /// Whether the folder has code that no target compiles.
  func hasCode(besides compiled: Set<String>, _ files: ProjectFiles) -> Bool {
    let code = files.files(below: folder, "pod") {
      FolderWalk(files.tree, from: folder) { name in
        if name.hasPrefix(".") || DependencyFolders.names.contains(name) { return .none }
        return AppPath.isSource(name) ? .file : name.contains(".") ? .none : .either
      }.files.filter(AppPath.isSource)
    }
    return !code.isEmpty && compiled.isDisjoint(with: code)
  }
}
