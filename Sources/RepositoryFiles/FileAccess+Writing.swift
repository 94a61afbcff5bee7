internal import Libc

// Writes and removes files, and creates folders.
extension FileAccess {
  /// Writes a file in one step, so that no other process ever reads half of it.
  package func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    var files = StagedFiles()
    try files.add(bytes, to: path, self)
    try files.finish()
  }

  /// Creates a folder and its parents.
  package func makeFolder(_ path: String) throws(FileError) {
    _ = try Self.makeFolders(writable(path).path)
  }

  /// Creates a folder and its parents, and returns the folders that were missing. The path has no links.
  static func makeFolders(_ path: String) throws(FileError) -> [String] {
    guard kind(of: path) != .folder else { return [] }
    let parent = ResolvedPath.folder(of: path)
    let made = parent.isEmpty ? [] : try makeFolders(parent)
    guard mkdir(path, 0o755) != 0 else { return made + [path] }
    guard kind(of: path) == .folder else { throw FileError(code: errno) }
    return made
  }

  /// Removes a regular file; a link stays with its target.
  package func remove(_ path: String) throws(FileError) {
    let resolved = try writable(path)
    guard !resolved.endsInLink else { throw .writtenLink }
    guard unlink(resolved.path) == 0 else { throw FileError(code: errno) }
  }

  /// Removes a folder unless it has files or can't be removed; a link stays with its target.
  package func removeEmptyFolder(_ path: String) {
    guard let resolved = try? writable(path), !resolved.endsInLink else { return }
    rmdir(resolved.path)
  }
}
