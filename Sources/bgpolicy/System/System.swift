#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The operating system: the only file that calls it.
enum System {
  /// Why a file can't be used, in the system's own words.
  struct FileError: Error {
    let reason: String
    let isMissing: Bool

    fileprivate init(code: Int32) {
      reason = String(cString: strerror(code))
      isMissing = code == ENOENT
    }

    fileprivate init(_ reason: String) {
      self.reason = reason
      isMissing = false
    }
  }

  /// What a path leads to.
  enum FileKind {
    case file, folder, other
  }

  // MARK: Reading

  /// The bytes of a file, or of standard input for `-`; at most one more than `limit`.
  static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard path != "-" else { return try read(descriptor: STDIN_FILENO, limit: limit) }
    if kind(of: path) == .folder { throw FileError("It is a folder") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, limit: limit)
  }

  private static func read(descriptor: Int32, limit: Int) throws(FileError) -> [UInt8] {
    var status = stat()
    let expected = fstat(descriptor, &status) == 0 ? min(Int(status.st_size), limit) : 0
    var bytes: [UInt8] = []
    // One byte more than the file has tells its end without another round.
    var room = max(expected + 1, 16_384)
    while bytes.count <= limit {
      room = min(room, limit + 1 - bytes.count)
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let result = DarwinOrGlibc.read(descriptor, buffer.baseAddress, room)
        if result < 0 { failure = errno }
        count = max(0, result)
      }
      if failure == EINTR { continue }
      guard failure == 0 else { throw FileError(code: failure) }
      if piece.isEmpty { break }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count == expected, piece.count < room { break }
      room = 65_536
    }
    return bytes
  }

  /// What a path leads to; `nil` where there is nothing.
  static func kind(of path: String) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether a path is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The names in a folder, sorted; empty where it can't be read.
  static func names(inFolder path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  // MARK: Writing

  /// Puts a file in place of what is there in one step, so that nobody ever sees half of it.
  ///
  /// A link stays one, a file keeps its permissions, and a pipe or a terminal is simply written to.
  static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let path = resolvingLink(path)
    var status = stat()
    let isThere = stat(path, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      return try write(bytes, toExisting: path)
    }
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    var failure = write(bytes, descriptor: descriptor)
    if failure == 0, isThere, fchmod(descriptor, status.st_mode & 0o7777) != 0 { failure = errno }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure == 0, rename(temporary, path) != 0 { failure = errno }
    guard failure != 0 else { return }
    unlink(temporary)
    throw FileError(code: failure)
  }

  private static func write(_ bytes: [UInt8], toExisting path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    let failure = write(bytes, descriptor: descriptor)
    if failure != 0 { throw FileError(code: failure) }
  }

  /// Where a link leads to; any other path itself.
  private static func resolvingLink(_ path: String) -> String {
    guard isLink(path), let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Makes a folder and those that it lies in.
  static func makeFolder(_ path: String) throws(FileError) {
    guard kind(of: path) != .folder else { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    guard mkdir(path, 0o755) == 0 || kind(of: path) == .folder else { throw FileError(code: errno) }
  }

  /// Writes to standard output; `false` where nobody reads it any more.
  @discardableResult static func writeOutput(_ text: String) -> Bool {
    write(Array(text.utf8), descriptor: STDOUT_FILENO) == 0
  }

  /// Writes to standard error.
  static func writeError(_ text: String) {
    _ = write(Array(text.utf8), descriptor: STDERR_FILENO)
  }

  /// Writes everything, and gives 0 or the number of the error.
  private static func write(_ bytes: [UInt8], descriptor: Int32) -> Int32 {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        DarwinOrGlibc.write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      position += count
    }
    return 0
  }

  // MARK: Surroundings

  /// A variable of the environment; `nil` where it is unset or empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Whether standard output is a terminal.
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  /// Whether standard error is a terminal.
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Seconds on a clock that never goes back, to tell when to show progress.
  static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Whole days since 1970 in UTC, or up to the time that SOURCE_DATE_EPOCH sets for builds that can be repeated.
  static var daysSince1970: Int {
    let second = environment("SOURCE_DATE_EPOCH").flatMap { Int($0) } ?? time(nil)
    return Int((Double(second) / 86_400).rounded(.down))
  }

  /// Ends the process.
  static func leave(with status: Int32) -> Never { exit(status) }

  /// Lets a trap of the tool's own end with the exit status that says so.
  static func announceFaults() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(number) { _ in
        let message: StaticString =
          "bgpolicy: internal fault; please report it with the policy that led to it\n"
        _ = DarwinOrGlibc.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(3)
      }
    }
  }
}

/// The system's own functions, where a member of `System` has the same name.
private enum DarwinOrGlibc {
  static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer, count)
    #else
      Glibc.read(descriptor, buffer, count)
    #endif
  }

  static func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, buffer, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, buffer, count)
    #else
      Glibc.write(descriptor, buffer, count)
    #endif
  }
}
