internal import Libc
internal import PolicyModel

extension System {
  /// Writes a file in one step, so that no other process ever reads half of it.
  ///
  /// A link stays a link, a file keeps its owner and permissions, and a pipe or a terminal is written to directly.
  static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let path = resolvingLink(path)
    var status = stat()
    let isThere = stat(path, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      return try write(bytes, toExisting: path)
    }
    // A run that was killed leaves its file, and in a container the next one may have the same number.
    var (temporary, descriptor, attempt) = ("", Int32(-1), 0)
    repeat {
      temporary = "\(path).\(getpid())\(attempt == 0 ? "" : "-\(attempt)").tmp"
      // Other users must not read a private file before it has its permissions.
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isThere ? 0o600 : 0o644)
      attempt += 1
    } while descriptor < 0 && errno == EEXIST && attempt < mostAttempts
    guard descriptor >= 0 else { throw FileError(code: errno) }
    var failure = write(bytes, descriptor: descriptor)
    if failure == 0, isThere {
      // If the owner can't be kept, the file drops the set-ID bits, so that no program gains the rights of
      // another user.
      let keepsOwner = fchown(descriptor, status.st_uid, status.st_gid) == 0
      if fchmod(descriptor, status.st_mode & (keepsOwner ? 0o7777 : 0o777)) != 0 { failure = errno }
    }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure == 0, rename(temporary, path) != 0 { failure = errno }
    guard failure != 0 else { return }
    unlink(temporary)
    throw FileError(code: failure)
  }

  /// The names of temporary files that are tried.
  private static let mostAttempts = 100

  private static func write(_ bytes: [UInt8], toExisting path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    let failure = write(bytes, descriptor: descriptor)
    if failure != 0 { throw FileError(code: failure) }
  }

  /// The target of a link; any other path unchanged.
  private static func resolvingLink(_ path: String) -> String {
    guard isLink(path) else { return path }
    guard let resolved = realpath(path, nil) else {
      // The target of the link does not exist yet.
      return destination(ofLink: path).map { RelativePath.resolve($0, from: path) } ?? path
    }
    defer { free(resolved) }
    return String(cString: resolved)
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
    let failure = write(Array(text.utf8), descriptor: STDOUT_FILENO)
    return failure == 0 ? nil : FileError(code: failure)
  }

  /// Writes bytes to standard output, and returns whether it could.
  static func writeOutput(_ bytes: [UInt8]) -> Bool { write(bytes, descriptor: STDOUT_FILENO) == 0 }

  /// Writes to standard error.
  static func writeError(_ text: String) {
    _ = write(Array(text.utf8), descriptor: STDERR_FILENO)
  }

  /// Writes all bytes, and returns 0 or the number of the error.
  private static func write(_ bytes: [UInt8], descriptor: Int32) -> Int32 {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Libc.write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      position += count
    }
    return 0
  }
}
