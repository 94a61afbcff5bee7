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
      // The other function that tells has one buffer for all threads.
      reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
        text.initialize(repeating: 0)
        guard let start = text.baseAddress, strerror_r(code, start, text.count) == 0 else {
          return "Error \(code)"
        }
        return String(cString: start)
      }
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
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, limit: limit)
  }

  private static func read(descriptor: Int32, limit: Int) throws(FileError) -> [UInt8] {
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    if isKnown, status.st_mode & S_IFMT == S_IFDIR { throw FileError("It is a folder") }
    let expected = isKnown ? min(Int(status.st_size), limit) : 0
    var bytes: [UInt8] = []
    // One byte more than the file has tells its end without another round.
    var room = expected > 0 ? expected + 1 : 16_384
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

  /// What tells a file from all others, whatever path leads to it.
  struct FileIdentity: Hashable {
    fileprivate let device: UInt64
    fileprivate let number: UInt64
  }

  /// The identity of the file that a path leads to; `nil` where there is no file.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
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
    return names.sorted { $0.isBefore($1) }
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

  // MARK: Threads

  /// How many processors there are to work on, at least 1.
  static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// What `transform` makes of each element, in their order.
  ///
  /// Up to `jobs` threads work on it, this one among them; each takes the next element that is left.
  static func map<Element: Sendable, Product: Sendable>(
    _ elements: [Element], jobs: Int, _ transform: @escaping @Sendable (Element) -> Product
  ) -> [Product] {
    guard jobs > 1, elements.count > 1 else { return elements.map(transform) }
    let work = Work(elements, transform)
    let others = (1..<min(jobs, elements.count)).compactMap { _ in Thread.start { work.drain() } }
    work.drain()
    for thread in others { thread.join() }
    return work.finish()
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

/// Elements that several threads work off.
///
/// The mutex guards `next`. A product is written by the one thread that took its index, and read when all of them are
/// done.
private final class Work<Element: Sendable, Product: Sendable>: @unchecked Sendable {
  private let elements: [Element]
  private let transform: @Sendable (Element) -> Product
  private let products: UnsafeMutablePointer<Product>
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var next = 0

  init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Product) {
    self.elements = elements
    self.transform = transform
    products = .allocate(capacity: elements.count)
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  /// Works until nothing is left.
  func drain() {
    while let index = takeIndex() { (products + index).initialize(to: transform(elements[index])) }
  }

  private func takeIndex() -> Int? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard next < elements.count else { return nil }
    next += 1
    return next - 1
  }

  /// The products, once every thread has drained it.
  func finish() -> [Product] {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    defer { products.deallocate() }
    return [Product](unsafeUninitializedCapacity: elements.count) { buffer, count in
      buffer.baseAddress?.moveInitialize(from: products, count: elements.count)
      count = elements.count
    }
  }
}

/// A thread of the system.
private struct Thread {
  /// What it does, as an object that a C pointer can carry.
  private final class Task: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }

    static func run(_ argument: UnsafeMutableRawPointer?) {
      guard let argument else { return }
      Unmanaged<Task>.fromOpaque(argument).takeRetainedValue().body()
    }
  }

  /// As much as the main thread has: elsewhere half a megabyte is usual, which deep policies outgrow.
  private static let stackSize = 8 << 20

  private let thread: pthread_t

  /// A thread that does `body`; `nil` where the system has none left.
  static func start(_ body: @escaping @Sendable () -> Void) -> Thread? {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    guard pthread_attr_init(attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(attributes) }
    pthread_attr_setstacksize(attributes, stackSize)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let task = Unmanaged.passRetained(Task(body))
    let failure = pthread_create(
      &thread, attributes,
      { argument in
        Task.run(argument)
        return nil
      }, task.toOpaque())
    guard failure == 0 else {
      task.release()
      return nil
    }
    #if canImport(Glibc)
      return Thread(thread: thread)
    #else
      return thread.map { Thread(thread: $0) }
    #endif
  }

  /// Waits for its end.
  func join() { pthread_join(thread, nil) }
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
