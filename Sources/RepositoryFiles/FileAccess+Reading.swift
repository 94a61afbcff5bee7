internal import Libc
internal import Quantities

// Reads files and folders.
extension FileAccess {
  /// The bytes of a file, but at most one byte more than `limit`.
  ///
  /// For a path of the call, `-` is standard input, and pipes and devices are read. For a path that a repository names, only
  /// regular files are read, because a pipe could wait forever and a device may never end, and `-` is the name of a file.
  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard isOfCall else { return try readRegularFile(path, limit: limit) }
    if path == "-" { return try Self.read(descriptor: STDIN_FILENO, limit: limit) }
    return try Self.withDescriptor(try openedByCall(path)) { descriptor throws(FileError) in
      try Self.read(descriptor: descriptor, limit: limit)
    }
  }

  /// The bytes of a regular file of at most `limit` bytes, or an error.
  package func readRegularFile(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(
      try resolved(path).path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    return try Self.withDescriptor(descriptor) { descriptor throws(FileError) in
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileError(code: errno) }
      switch FileKind(status) {
      case .file: break
      case .folder: throw .folder
      case .other: throw .stream
      }
      guard status.st_size <= limit else { throw FileError("It is larger than \(limit >> 20) MiB") }
      return try Self.read(descriptor: descriptor, limit: limit)
    }
  }

  /// Reads a file of the call, or standard input for `-`, piece by piece.
  package func readPieces(_ path: String, _ take: ([UInt8]) -> Void) throws(FileError) {
    guard path != "-" else { return try Self.readPieces(descriptor: STDIN_FILENO, take) }
    try Self.withDescriptor(try openedByCall(path)) { descriptor throws(FileError) in
      try Self.readPieces(descriptor: descriptor, take)
    }
  }

  /// Opens a path of the call as written, because the target of a link to a pipe has no path.
  private func openedByCall(_ path: String) throws(FileError) -> Int32 {
    _ = try resolved(path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    return descriptor
  }

  private static func withDescriptor<Value>(
    _ descriptor: Int32, _ body: (Int32) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    defer { close(descriptor) }
    return try body(descriptor)
  }

  /// The names in a folder, sorted. A name that is not UTF-8 contains U+FFFD, and can't be opened.
  package func names(inFolder path: String) throws(FileError) -> [String] {
    let content = try content(ofFolder: path)
    return (content.names + content.others.map(\.name)).sorted { $0.isBefore($1) }
  }

  /// The names in a folder. Names that are not UTF-8 are separate, because they contain U+FFFD in place of invalid bytes,
  /// and may then equal the name of another file.
  ///
  /// Throws if two names are equal in Unicode, but have different bytes. On a Mac, such names would be the same file, and Swift compares
  /// strings by the same rule.
  package func content(ofFolder path: String) throws(FileError) -> FolderContent {
    guard let folder = opendir(try resolved(path).path) else { throw FileError(code: errno) }
    defer { closedir(folder) }
    var content = Self.content(of: folder)
    content.names.sort { $0.isBefore($1) }
    var seen: Set<String> = []
    for name in content.names where name.mayHaveTwin {
      guard seen.insert(name).inserted else { throw .ambiguous(name) }
    }
    return content
  }

  /// Throws if a name in the path of a file is equal in Unicode to another name in the same folder.
  package func checkNames(in path: String) throws(FileError) {
    guard path.mayHaveTwin else { return }
    let resolved = try resolved(path).path
    var folder = ""
    for name in resolved.pathNames {
      if name.mayHaveTwin {
        guard let names = opendir(folder.isEmpty ? "/" : folder) else { return }
        defer { closedir(names) }
        // Counts the names that are equal in Unicode, whatever their bytes are.
        let others = Self.content(of: names).names.count { $0 == name }
        guard others < 2 else { throw .ambiguous(String(name)) }
      }
      folder += "/\(name)"
    }
  }

  static func content(of folder: OpaquePointer) -> FolderContent {
    var content = FolderContent()
    while let entry = readdir(folder) {
      withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { bytes in
          guard let name = String(validatingCString: bytes) else {
            var status = stat()
            let kind = fstatat(dirfd(folder), bytes, &status, 0) == 0 ? FileKind(status) : nil
            content.others.append((String(cString: bytes), kind))
            return
          }
          if name != ".", name != ".." { content.names.append(name) }
        }
      }
    }
    return content
  }

  // MARK: - Descriptors

  /// The maximum number of bytes that are read from a device.
  private static let deviceLimit = 1 << 26

  private static func readPieces(descriptor: Int32, _ take: ([UInt8]) -> Void) throws(FileError) {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .folder }
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

  /// The bytes that one system call reads, and the error number of the call.
  private static func nextPiece(of descriptor: Int32, room: Int) -> ([UInt8], Int32) {
    var failure: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let result = Libc.read(descriptor, buffer.baseAddress, room)
      if result < 0 { failure = errno }
      count = max(0, result)
    }
    return (piece, failure)
  }

  /// The bytes of an open file, but at most one byte more than `limit`.
  package static func read(descriptor: Int32, limit: Int) throws(FileError) -> [UInt8] {
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    if isKnown, status.st_mode & S_IFMT == S_IFDIR { throw .folder }
    let expected = isKnown ? min(Int(status.st_size), limit) : 0
    var bytes: [UInt8] = []
    // Requesting one byte more than the size of the file detects the end without another read.
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
}

extension StringProtocol {
  /// Whether a name with different bytes may be equal to this name in Unicode. A name that contains only ASCII has no such twin.
  package var mayHaveTwin: Bool { !utf8.allSatisfy { $0 < 0x80 } }
}
