internal import LanguageServer
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax
internal import RepositoryFiles

/// Finds and reads the source files of an app. Each file is read once, even if several policies or folders name it.
final class CodeFiles: Sendable {
  private static let suffixes = [".swift", ".m", ".mm", ".h"]
  /// The size of the largest file that is read. People don't write larger files by hand.
  private static let sizeLimit = 8 << 20
  /// The maximum number of bytes of code at a path, however many hard links lead to a file.
  private static let mostBytes = 256 << 20
  /// The most levels of folders below a path. Time grows with the cube of the levels.
  private static let mostLevels = 64

  /// A path without links, and the boundary of the access to it.
  private struct Place: Hashable {
    let path: String
    let root: String?
  }

  /// A file in which rules may report findings: its path below a folder, which is empty for the file of a policy, and its bytes.
  private struct File {
    let path: String
    let bytes: [UInt8]
  }

  private struct Known {
    var files: [Place: Result<[File], UnreadableFile>] = [:]
    /// The paths without links of files in which rules report nothing.
    var plain: Set<String> = []
  }

  private let known = Guarded(Known())

  /// The Swift and Objective-C files at a path that a policy names, sorted by path. Rules may report findings
  /// in these files.
  func read(_ path: String, _ access: FileAccess) -> Result<[SourceText], UnreadableFile> {
    let found: FoundFile
    do throws(FileError) {
      found = try access.find(path)
    } catch {
      return .failure(UnreadableFile(error.reason))
    }
    guard found.kind != nil else { return .failure(UnreadableFile("No such file or directory")) }
    let place = Place(path: found.path, root: access.root)
    let files = known.use { $0.files[place] } ?? scan(path, found, access)
    known.use { $0.files[place] = files }
    return files.map { files in
      files.map { file in
        SourceText(name: Self.path(file.path, in: path), bytes: file.bytes)
      }
    }
  }

  private func scan(
    _ path: String, _ found: FoundFile, _ access: FileAccess
  ) -> Result<[File], UnreadableFile> {
    var files: [File] = []
    var room = Self.mostBytes
    guard let names = Self.names(at: path, found, access) else {
      return .failure(UnreadableFile("Its folders are nested deeper than \(Self.mostLevels) levels"))
    }
    for name in names where !known.use({ $0.plain.contains(name.real) }) {
      let bytes = try? access.readRegularFile(Self.path(name.path, in: path), limit: Self.sizeLimit)
      guard let bytes else { continue }
      room -= bytes.count
      guard room >= 0 else {
        return .failure(UnreadableFile("Its code is larger than \(Self.mostBytes >> 20) MiB"))
      }
      if Linter.looksAt(bytes) {
        files.append(File(path: name.path, bytes: bytes))
      } else {
        known.use { _ = $0.plain.insert(name.real) }
      }
    }
    return .success(files)
  }

  private static func path(_ path: String, in folder: String) -> String {
    path.isEmpty ? folder : folder == "." ? path : "\(folder)/\(path)"
  }

  /// The string literals in the source files at a path that may be identifiers, sorted. An editor waits for the result, so at most 5,000
  /// files and 50,000 names are looked at.
  static func identifiers(in path: String, _ access: FileAccess) -> [String] {
    guard let file = try? access.find(path) else { return [] }
    var found: Set<String> = []
    for name in names(at: path, file, access, most: 5_000, mostNames: 50_000) ?? [] {
      let path = Self.path(name.path, in: path)
      guard let bytes = try? access.readRegularFile(path, limit: sizeLimit) else { continue }
      found.formUnion(EditedIdentifiers.texts(in: bytes))
    }
    return found.sorted()
  }

  // MARK: - Folders

  /// The path of a source file below a folder, and the path without links.
  private struct Name {
    let path: String
    let real: String
  }

  /// The source files at a path, but at most `most`, among at most `mostNames` names in folders. Each file has one path, even if
  /// links lead to the file, too. `nil` if the folders are nested too deeply.
  private static func names(
    at path: String, _ found: FoundFile, _ access: FileAccess, most: Int = .max, mostNames: Int = .max
  ) -> [Name]? {
    guard found.kind == .folder else {
      return suffixes.contains(where: path.hasSuffix) ? [Name(path: "", real: found.path)] : []
    }
    var walk = Walk(folder: path, access: access, most: most, mostNames: mostNames)
    walk.visit("", depth: 0)
    return walk.isTooDeep ? nil : walk.names
  }

  /// A walk through folders, but not through links to folders.
  private struct Walk {
    let folder: String
    let access: FileAccess
    let most: Int
    private var room: Int
    private(set) var names: [Name] = []
    private(set) var isTooDeep = false
    private var seen: Set<String> = []

    init(folder: String, access: FileAccess, most: Int, mostNames: Int) {
      self.folder = folder
      self.access = access
      self.most = most
      room = mostNames
    }

    mutating func visit(_ inner: String, depth: Int) {
      guard depth <= CodeFiles.mostLevels else {
        isTooDeep = true
        return
      }
      let content = try? access.names(inFolder: CodeFiles.path(inner, in: folder))
      for name in content ?? [] where !name.hasPrefix(".") {
        guard names.count < most, room > 0 else { return }
        room -= 1
        let path = inner.isEmpty ? name : "\(inner)/\(name)"
        guard let found = try? access.find(CodeFiles.path(path, in: folder)) else { continue }
        switch found.kind {
        case .folder where !PolicySearch.skippedFolders.contains(name) && !found.isLink:
          visit(path, depth: depth + 1)
        case .file where suffixes.contains(where: name.hasSuffix) && seen.insert(found.path).inserted:
          names.append(Name(path: path, real: found.path))
        default: break
        }
      }
    }
  }
}
