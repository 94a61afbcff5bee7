internal import Libc
internal import PolicyModel

extension System {
  /// Writes a file in one step, so that no other process ever reads half of it.
  ///
  /// A link stays a link, a file keeps its owner and permissions, and a pipe or a terminal is written to directly.
  static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    var writing = Writing()
    try writing.add(bytes, to: path)
    try writing.finish()
  }

  static func write(_ bytes: [UInt8], toExisting path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    let failure = writeAll(bytes, descriptor)
    if failure != 0 { throw FileError(code: failure) }
  }

  /// The target of a link; any other path unchanged.
  static func resolvingLink(_ path: String) -> String {
    guard isLink(path) else { return path }
    // The target of the link may not exist yet.
    return resolved(path) ?? destination(ofLink: path).map { RelativePath.resolve($0, from: path) } ?? path
  }

  private static func destination(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &buffer, buffer.count)
    return length > 0 ? String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Removes a file.
  static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw FileError(code: errno) }
  }

  /// Creates a folder and its parents.
  static func makeFolder(_ path: String) throws(FileError) {
    guard kind(of: path) != .folder else { return }
    // Folders are made one after the other; no system has paths that are longer.
    guard path.utf8.count < Int(PATH_MAX) else { throw FileError(code: ENAMETOOLONG) }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    guard mkdir(path, 0o755) == 0 || kind(of: path) == .folder else { throw FileError(code: errno) }
  }

  /// Writes to standard output, and returns the error if it can't.
  static func writeOutput(_ text: String) -> FileError? {
    let failure = writeAll(Array(text.utf8), STDOUT_FILENO)
    return failure == 0 ? nil : FileError(code: failure)
  }

  /// Writes bytes to standard output, and returns whether it could.
  static func writeOutput(_ bytes: [UInt8]) -> Bool { writeAll(bytes, STDOUT_FILENO) == 0 }

  /// Writes to standard error.
  static func writeError(_ text: String) {
    _ = writeAll(Array(text.utf8), STDERR_FILENO)
  }
}
