internal import LanguageServer
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax
internal import RepositoryFiles

/// Finds and reads the source files of an app.
enum CodeFiles {
  private static let suffixes = [".swift", ".m", ".mm", ".h"]
  /// The size of the largest file that is read. People don't write larger files by hand.
  private static let sizeLimit = 8 << 20
  /// The maximum number of bytes that are read, however many hard links lead to a file.
  private static let mostBytes = 256 << 20

  /// The Swift and Objective-C files at a path that a policy names, sorted by path. Rules may report findings
  /// in these files.
  static func read(_ path: String, _ access: FileAccess) -> Result<[SourceText], UnreadableFile> {
    let found: FoundFile
    do throws(FileError) {
      found = try access.find(path)
    } catch {
      return .failure(UnreadableFile(error.reason))
    }
    guard found.kind != nil else { return .failure(UnreadableFile("No such file or directory")) }
    var files: [SourceText] = []
    var room = mostBytes
    for path in paths(at: path, found, access) {
      guard let bytes = try? access.readRegularFile(path, limit: sizeLimit) else { continue }
      room -= bytes.count
      guard room >= 0 else {
        return .failure(UnreadableFile("Its code is larger than \(mostBytes >> 20) MiB"))
      }
      if Linter.looksAt(bytes) { files.append(SourceText(name: path, bytes: bytes)) }
    }
    return .success(files)
  }

  /// The string literals in the source files at a path that may be identifiers, sorted.
  static func identifiers(in path: String, _ access: FileAccess) -> [String] {
    guard let file = try? access.find(path) else { return [] }
    var found: Set<String> = []
    for path in paths(at: path, file, access, most: 5_000) {
      guard let bytes = try? access.readRegularFile(path, limit: sizeLimit) else { continue }
      found.formUnion(EditedIdentifiers.texts(in: bytes))
    }
    return found.sorted()
  }

  // MARK: - Folders

  /// The paths of the source files at a path, but at most `most`. Each file has one path, even if links lead to the file, too.
  private static func paths(
    at path: String, _ found: FoundFile, _ access: FileAccess, most: Int = .max
  ) -> [String] {
    var walk = Walk(access: access, most: most)
    if found.kind == .folder { walk.visit(path) } else { walk.add(path, found) }
    return walk.paths
  }

  /// A walk through folders, but not through links to folders.
  private struct Walk {
    let access: FileAccess
    let most: Int
    private(set) var paths: [String] = []
    /// The paths of the files without links.
    private var seen: Set<String> = []

    init(access: FileAccess, most: Int) {
      self.access = access
      self.most = most
    }

    mutating func visit(_ folder: String) {
      for name in (try? access.names(inFolder: folder)) ?? [] where !name.hasPrefix(".") {
        guard paths.count < most else { return }
        let path = folder == "." ? name : "\(folder)/\(name)"
        guard let found = try? access.find(path) else { continue }
        switch found.kind {
        case .folder where !PolicySearch.skippedFolders.contains(name) && !found.isLink: visit(path)
        case .file: add(path, found)
        default: break
        }
      }
    }

    mutating func add(_ path: String, _ found: FoundFile) {
      guard suffixes.contains(where: path.hasSuffix), seen.insert(found.path).inserted else { return }
      paths.append(path)
    }
  }
}
