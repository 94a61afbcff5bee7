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

  /// The Swift and Objective-C files at a path that a policy names, sorted by path. Rules may report findings
  /// in these files.
  static func read(_ path: String, _ access: FileAccess) -> Result<[SourceText], UnreadableFile> {
    let found: FoundFile
    do throws(FileError) {
      found = try access.find(path)
    } catch {
      return .failure(UnreadableFile(error.reason))
    }
    guard let kind = found.kind else { return .failure(UnreadableFile("No such file or directory")) }
    var files: [SourceText] = []
    if kind == .folder { visit(path, access, into: &files) } else { read(path, access, into: &files) }
    return .success(files)
  }

  private static func visit(_ folder: String, _ access: FileAccess, into files: inout [SourceText]) {
    for name in (try? access.names(inFolder: folder)) ?? [] where !name.hasPrefix(".") {
      let path = folder == "." ? name : "\(folder)/\(name)"
      guard let found = try? access.find(path) else { continue }
      switch found.kind {
      case .folder where !PolicySearch.skippedFolders.contains(name) && !found.isLink:
        visit(path, access, into: &files)
      case .file: read(path, access, into: &files)
      default: break
      }
    }
  }

  private static func read(_ path: String, _ access: FileAccess, into files: inout [SourceText]) {
    guard suffixes.contains(where: path.hasSuffix),
      let bytes = try? access.readRegularFile(path, limit: sizeLimit),
      bytes.count <= sizeLimit, Linter.looksAt(bytes)
    else { return }
    files.append(SourceText(name: path, bytes: bytes))
  }

  // MARK: - Identifiers

  /// The most files that are searched for identifiers.
  private static let mostFiles = 5_000

  /// The string literals in the source files at a path that may be identifiers, sorted.
  static func identifiers(in path: String, _ access: FileAccess) -> [String] {
    var paths: [String] = []
    if FileAccess.kind(of: path) == .folder { list(path, access, into: &paths) } else { paths = [path] }
    var found: Set<String> = []
    for path in paths {
      guard let bytes = try? access.readRegularFile(path, limit: sizeLimit), bytes.count <= sizeLimit else {
        continue
      }
      found.formUnion(EditedIdentifiers.texts(in: bytes))
    }
    return found.sorted()
  }

  private static func list(_ folder: String, _ access: FileAccess, into paths: inout [String]) {
    let names = (try? access.names(inFolder: folder)) ?? []
    for name in names where !name.hasPrefix(".") && paths.count < mostFiles {
      let path = folder == "." ? name : "\(folder)/\(name)"
      guard let found = try? access.find(path) else { continue }
      switch found.kind {
      case .folder where !PolicySearch.skippedFolders.contains(name) && !found.isLink:
        list(path, access, into: &paths)
      case .file where suffixes.contains(where: path.hasSuffix): paths.append(path)
      default: break
      }
    }
  }
}
