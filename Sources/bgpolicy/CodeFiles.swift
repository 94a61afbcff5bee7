internal import LanguageServer
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// Finds and reads the source files of an app.
enum CodeFiles {
  private static let suffixes = [".swift", ".m", ".mm", ".h"]
  /// The size of the largest file that is read; a larger one is not written by hand.
  private static let sizeLimit = 8 << 20

  /// The Swift and Objective-C files at a path that a policy names in which rules may have findings, sorted by path.
  static func read(_ path: String, of policy: String) -> Result<[SourceText], UnreadableFile> {
    let boundary = RepositoryBoundary(around: policy)
    if let refusal = boundary.refusal(of: path) { return .failure(UnreadableFile(refusal)) }
    guard let kind = System.kind(of: path) else {
      return .failure(UnreadableFile("No such file or directory"))
    }
    var files: [SourceText] = []
    if kind == .folder { visit(path, boundary, into: &files) } else { read(path, into: &files) }
    return .success(files)
  }

  private static func visit(_ folder: String, _ boundary: RepositoryBoundary, into files: inout [SourceText])
  {
    for name in (try? System.names(inFolder: folder)) ?? [] where !name.hasPrefix(".") {
      let path = folder == "." ? name : "\(folder)/\(name)"
      switch System.kind(of: path) {
      case .folder where !PolicySearch.skippedFolders.contains(name) && !System.isLink(path):
        visit(path, boundary, into: &files)
      case .file where !System.isLink(path) || boundary.refusal(of: path) == nil: read(path, into: &files)
      default: break
      }
    }
  }

  private static func read(_ path: String, into files: inout [SourceText]) {
    guard suffixes.contains(where: path.hasSuffix),
      let bytes = try? System.readRegularFile(path, limit: sizeLimit),
      bytes.count <= sizeLimit, Linter.looksAt(bytes)
    else { return }
    files.append(SourceText(name: path, bytes: bytes))
  }

  // MARK: - Identifiers

  /// The most files in which identifiers are looked for.
  private static let mostFiles = 5_000

  /// The texts in quotation marks in the source files at a path that may be identifiers, sorted.
  static func identifiers(in path: String) -> [String] {
    var paths: [String] = []
    if System.kind(of: path) == .folder { list(path, into: &paths) } else { paths = [path] }
    var found: Set<String> = []
    for path in paths {
      guard let bytes = try? System.readRegularFile(path, limit: sizeLimit), bytes.count <= sizeLimit else {
        continue
      }
      found.formUnion(EditedIdentifiers.texts(in: bytes))
    }
    return found.sorted()
  }

  private static func list(_ folder: String, into paths: inout [String]) {
    let names = (try? System.names(inFolder: folder)) ?? []
    for name in names where !name.hasPrefix(".") && paths.count < mostFiles {
      let path = folder == "." ? name : "\(folder)/\(name)"
      switch System.kind(of: path) {
      case .folder where !PolicySearch.skippedFolders.contains(name) && !System.isLink(path):
        list(path, into: &paths)
      case .file where suffixes.contains(where: path.hasSuffix): paths.append(path)
      default: break
      }
    }
  }
}
