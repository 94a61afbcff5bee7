internal import Libc
internal import Quantities

extension System {
  /// The bytes of a file, or of standard input for `-`; at most one more than `limit`.
  static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard path != "-" else { return try read(descriptor: STDIN_FILENO, limit: limit) }
    // The system would use only the part of the path before it.
    guard !path.utf8.contains(0) else { throw FileError("The path holds a NUL") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, limit: limit)
  }

  /// The bytes of a regular file that a policy names; at most one more than `limit`.
  ///
  /// A pipe would wait for ever, a device may never end, and `-` is the name of a file.
  static func readRegularFile(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard !path.utf8.contains(0) else { throw FileError("The path holds a NUL") }
    let descriptor = open(path == "-" ? "./-" : path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileError("It is a folder")
    default: throw FileError("It is a device or a pipe")
    }
    guard status.st_size <= limit else { throw FileError("It is larger than \(limit >> 20) MiB") }
    return try read(descriptor: descriptor, limit: limit)
  }

  /// Reads a file, or standard input for `-`, piece by piece.
  static func readPieces(_ path: String, _ take: ([UInt8]) -> Void) throws(FileError) {
    guard path != "-" else { return try readPieces(descriptor: STDIN_FILENO, take) }
    guard !path.utf8.contains(0) else { throw FileError("The path holds a NUL") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    try readPieces(descriptor: descriptor, take)
  }

  /// The bytes that are read from a device.
  private static let deviceLimit = 1 << 26

  private static func readPieces(descriptor: Int32, _ take: ([UInt8]) -> Void) throws(FileError) {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw FileError("It is a folder")
    }
    // A device such as /dev/zero never ends; a terminal ends with its user's input.
    var room = status.st_mode & S_IFMT == S_IFCHR && isatty(descriptor) == 0 ? deviceLimit : Int.max
    while room > 0 {
      let (piece, failure) = nextPiece(of: descriptor, room: min(room, 1 << 18))
      if failure == EINTR { continue }
      guard failure == 0 else { throw FileError(code: failure) }
      if piece.isEmpty { return }
      take(piece)
      room -= piece.count
    }
    throw FileError("It is a device without an end")
  }

  /// The bytes that one call reads, and its error.
  private static func nextPiece(of descriptor: Int32, room: Int) -> ([UInt8], Int32) {
    var failure: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let result = Libc.read(descriptor, buffer.baseAddress, room)
      if result < 0 { failure = errno }
      count = max(0, result)
    }
    return (piece, failure)
  }

  /// The bytes of an open file; at most one more than `limit`.
  static func read(descriptor: Int32, limit: Int) throws(FileError) -> [UInt8] {
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    if isKnown, status.st_mode & S_IFMT == S_IFDIR { throw FileError("It is a folder") }
    let expected = isKnown ? min(Int(status.st_size), limit) : 0
    var bytes: [UInt8] = []
    // One byte more than the file has detects its end without another read.
    var room = expected > 0 ? expected + 1 : 16_384
    while bytes.count <= limit {
      room = min(room, limit + 1 - bytes.count)
      let (piece, failure) = nextPiece(of: descriptor, room: room)
      if failure == EINTR { continue }
      guard failure == 0 else { throw FileError(code: failure) }
      if piece.isEmpty { break }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count == expected, piece.count < room { break }
      room = 65_536
    }
    return bytes
  }

  /// The kind of file at a path; `nil` if there is none.
  static func kind(of path: String) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// An identity that is the same for all paths of a file.
  struct FileIdentity: Hashable {
    fileprivate let device: UInt64
    fileprivate let number: UInt64
  }

  /// The identity of the file that a path leads to; `nil` if there is no file.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// The absolute path without links; `nil` if nothing is there.
  static func resolved(_ path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether a path is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The names in a folder, sorted. One that is not UTF-8 has U+FFFD in it, and leads nowhere.
  static func names(inFolder path: String) throws(FileError) -> [String] {
    guard let folder = opendir(path) else { throw FileError(code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.isBefore($1) }
  }
}
