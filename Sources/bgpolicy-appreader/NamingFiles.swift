internal import AppFacts
internal import AppProjects
internal import AppSources

/// The files of an app that name its classes without code: interfaces, property lists, data models and archives, from which the system
/// makes objects.
struct NamingFiles {
  /// The words of the files.
  private(set) var names = ResourceNames()
  private var byteCount = 0

  /// The names in no files.
  init() {}

  /// The names in the files of a folder, without the files of packages.
  init(in disk: DiskTree) {
    let skipped = DependencyFolders.names.union([".git"])
    let walk = FolderWalk(disk, from: "") { name in
      if skipped.contains(name) { return .none }
      return Self.form(of: name) == nil ? .folder : .either
    }
    var seen: Set<String> = []
    for path in walk.files {
      guard let form = Self.form(of: AppPath.name(of: path)), seen.insert(disk.realPath(of: path)).inserted,
        let bytes = disk.bytes(of: path)
      else { continue }
      byteCount += bytes.count
      guard bytes.count <= Self.mostBytesOfFile, byteCount <= Self.mostBytes else {
        names.leaveOpen()
        continue
      }
      names.add(bytes, form)
    }
  }

  /// The largest file whose words are read, in bytes. The interfaces of apps have some hundred kilobytes.
  private static let mostBytesOfFile = 8 << 20
  /// The most bytes of all files whose words are read.
  private static let mostBytes = 128 << 20

  /// The form of a file with names; `nil` for any other file.
  private static func form(of name: String) -> ResourceNames.Form? {
    let name = name.lowercased()
    if name == "contents" || endings.contains(where: name.hasSuffix) { return .names }
    return settings.contains(where: name.hasSuffix) ? .settings : nil
  }

  private static let endings = [
    ".storyboard", ".xib", ".nib", ".plist", ".sks", ".scn", ".mom", ".xcmappingmodel", ".intentdefinition",
  ]
  private static let settings = [".pbxproj", ".xcconfig", ".yml", ".yaml"]
}
