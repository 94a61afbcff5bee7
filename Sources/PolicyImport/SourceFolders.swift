internal import AppFacts
internal import Quantities

/// The folders that contain an app's sources, and as few other sources as possible.
struct SourceFolders {
  /// The folders, or single files, in the order of their paths.
  let folders: [String]

  /// The maximum number of folders that a policy lists. With more folders, the policy lists the top-level folders instead.
  private static let most = 6

  /// The folders of an app; `folder` is the folder that was read, which precedes every path.
  init(app: ImportedApp, files: Set<String>, in folder: String = "") {
    let start = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    func paths(_ paths: Set<String>) -> Set<String> {
      Set(paths.filter(Self.isSource).map { $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : $0 })
    }
    let all = paths(files)
    let listed = paths(app.processes.reduce(into: Set<String>()) { $0.formUnion($1.sources) })
    // A project may list files that do not exist.
    let own = all.isEmpty ? listed : listed.intersection(all)
    let others = all.subtracting(own)
    // MSBuild compiles the code in the folder of a project file, in a language that is not read.
    let project = app.target.location.file
    guard !own.isEmpty || !project.hasSuffix(".csproj") else {
      let names = project.pathNames.dropLast()
      self.folders = [names.isEmpty ? "." : names.joined(separator: "/")]
      return
    }
    let folders = Self.folders(
      own.map { $0.pathNames[...] }, others.map { $0.pathNames[...] })
    let top = Set(own.map { $0.pathNames.first.map(String.init) ?? $0 })
    self.folders = (folders.count > Self.most ? Array(top) : folders).map { start + $0 }
      .sorted { $0.isBefore($1) }
  }

  private static func isSource(_ path: String) -> Bool {
    [".swift", ".m", ".mm"].contains(where: path.hasSuffix)
  }

  /// The folders of the app's paths. Each path consists of the parts below the current folder.
  private static func folders(
    _ own: [ArraySlice<Substring>], _ others: [ArraySlice<Substring>]
  ) -> [String] {
    var result: [String] = []
    for (name, group) in Dictionary(grouping: own, by: { $0.first ?? "" }) {
      let rest = group.map { $0.dropFirst() }
      let foreign = others.filter { $0.first == name }.map { $0.dropFirst() }
      if foreign.isEmpty || rest.contains(where: \.isEmpty) {
        result.append(String(name))
      } else {
        result += folders(rest, foreign).map { "\(name)/\($0)" }
      }
    }
    return result
  }
}
