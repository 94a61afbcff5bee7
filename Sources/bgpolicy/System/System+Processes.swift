internal import Libc
internal import PolicyModel
internal import Quantities
internal import RepositoryFiles

// The programs that bgpolicy runs.
extension System {
  /// The result of a program that has ended.
  struct ProgramResult {
    /// The reason why the program ended.
    enum End: Equatable {
      /// The program ended by itself, with an exit status.
      case status(Int32)
      /// A signal ended the program, and bgpolicy did not send the signal.
      case signal(Int32)
      /// bgpolicy ended the program because its output exceeded the limit.
      case tooMuchOutput
      /// bgpolicy ended the program because its time was over.
      case outOfTime
    }

    /// Standard output, with at most one byte more than the limit.
    let output: [UInt8]
    /// The reason why the program ended.
    let end: End

    /// The exit status. `nil` if the program did not end by itself.
    var status: Int32? { if case .status(let status) = end { status } else { nil } }
  }

  /// Runs a program without a shell and waits until the program ends.
  ///
  /// The program reads `input` as its standard input, and has `variables` in addition to the variables of the environment. If the program
  /// writes more than `limit` bytes or runs for longer than `seconds`, bgpolicy ends the program. With `relay`, the program's standard
  /// error is collected and then printed; otherwise, the program shares standard error with bgpolicy.
  static func run(
    _ program: String, _ arguments: [String], input: [UInt8] = [], variables: [String: String] = [:],
    limit: Int, seconds: Int? = nil,
    relay: (([UInt8]) -> Void)? = nil
  ) throws(FileError) -> ProgramResult {
    let deadline = seconds.map { monotonicSeconds + Double($0) }
    var output = try Outlet(limit: limit)
    defer { output.close() }
    var messages: Outlet?
    if relay != nil { messages = try Outlet(limit: mostMessages) }
    defer { messages?.close() }
    var inlet: Inlet?
    if !input.isEmpty { inlet = try Inlet(input) }
    defer { inlet?.close() }
    let (child, failure) = start(
      program, arguments, variables, input: inlet?.readingEnd, output: output.writingEnd,
      messages: messages?.writingEnd)
    inlet?.closeReadingEnd()
    output.closeWritingEnd()
    messages?.closeWritingEnd()
    guard failure == 0 else { throw FileError(code: failure) }
    let stop = drain(&output, &messages, &inlet, until: deadline) ?? wait(for: child, until: deadline)
    if stop != nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    if let messages { relay?(messages.bytes) }
    // The low bits of `status` are the signal that ended the program, and the next byte is the exit status.
    let signal = status & 0x7F
    return ProgramResult(
      output: output.bytes, end: stop ?? (signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)))
  }

  /// The most bytes of messages on standard error that are passed on.
  private static let mostMessages = 1 << 16

  /// Writes the input of a program and reads its output until the program closes its pipes. Returns a reason to
  /// end the program if it exceeds a limit.
  private static func drain(
    _ output: inout Outlet, _ messages: inout Outlet?, _ inlet: inout Inlet?, until deadline: Double?
  ) -> ProgramResult.End? {
    while output.isOpen || messages?.isOpen == true {
      var polled = [output, messages].compactMap { outlet in
        outlet.flatMap { $0.isOpen ? pollfd(fd: $0.readingEnd, events: Int16(POLLIN), revents: 0) : nil }
      }
      if let inlet, inlet.isOpen {
        polled.append(pollfd(fd: inlet.writingEnd, events: Int16(POLLOUT), revents: 0))
      }
      let room = deadline.map { max(0, $0 - monotonicSeconds) }
      let count = poll(&polled, nfds_t(polled.count), room.map { Int32(clamping: Int($0 * 1000) + 1) } ?? -1)
      if count < 0, errno != EINTR { return nil }
      if let deadline, monotonicSeconds >= deadline { return .outOfTime }
      for one in polled where one.revents != 0 {
        if one.fd == output.readingEnd {
          output.read()
        } else if one.fd == inlet?.writingEnd {
          inlet?.write()
        } else {
          messages?.read()
        }
      }
      if output.isFull { return .tooMuchOutput }
    }
    return nil
  }

  /// Waits until a program that has closed its pipes ends, without reaping it. Returns `.outOfTime` if the
  /// program does not end in time.
  private static func wait(for child: pid_t, until deadline: Double?) -> ProgramResult.End? {
    guard let deadline else { return nil }
    while true {
      var information = siginfo_t()
      // If the child has not ended, `si_signo` stays 0.
      let result = waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT)
      if result == 0, information.si_signo != 0 { return nil }
      if result < 0, errno != EINTR { return nil }
      if monotonicSeconds >= deadline { return .outOfTime }
      _ = poll(nil, 0, 1)
    }
  }

  /// A pipe through which a program prints.
  private struct Outlet {
    let readingEnd: Int32
    let writingEnd: Int32
    private let limit: Int
    private(set) var bytes: [UInt8] = []
    private(set) var isOpen = true

    init(limit: Int) throws(FileError) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw FileError(code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (readingEnd, writingEnd) = (ends[0], ends[1])
      self.limit = limit
    }

    /// Whether the program has printed more than the limit.
    var isFull: Bool { bytes.count > limit }

    /// Reads the available bytes. At most one byte beyond the limit is kept.
    mutating func read() {
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        let result = Libc.read(readingEnd, buffer.baseAddress, buffer.count)
        if result < 0 { failure = errno }
        count = max(0, result)
      }
      if failure == EINTR { return }
      if failure != 0 || piece.isEmpty { isOpen = false }
      bytes += piece.prefix(max(0, limit + 1 - bytes.count))
    }

    func closeWritingEnd() { _ = Libc.close(writingEnd) }

    func close() { _ = Libc.close(readingEnd) }
  }

  /// A pair of sockets through which a program reads its input. Unlike a pipe, a socket that the program no longer
  /// reads from does not end this process.
  private struct Inlet {
    let readingEnd: Int32
    let writingEnd: Int32
    private var rest: ArraySlice<UInt8>
    private(set) var isOpen = true

    #if canImport(Glibc)
      private static let kind = Int32(SOCK_STREAM.rawValue)
    #else
      private static let kind = SOCK_STREAM
    #endif
    #if canImport(Darwin)
      private static let flags: Int32 = 0
    #else
      private static let flags = Int32(MSG_NOSIGNAL)
    #endif

    init(_ bytes: [UInt8]) throws(FileError) {
      var ends: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, Self.kind, 0, &ends) == 0 else { throw FileError(code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (readingEnd, writingEnd) = (ends[0], ends[1])
      _ = fcntl(writingEnd, F_SETFL, O_NONBLOCK)
      #if canImport(Darwin)
        var isOn: Int32 = 1
        setsockopt(writingEnd, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      #endif
      rest = bytes[...]
    }

    /// Writes as many bytes as the program takes, and closes the socket after the last byte.
    mutating func write() {
      let count = rest.withUnsafeBytes { send(writingEnd, $0.baseAddress, $0.count, Self.flags) }
      if count < 0, errno == EINTR || errno == EAGAIN { return }
      // A program that has ended reads no more input.
      rest = count < 0 ? [] : rest.dropFirst(count)
      if rest.isEmpty { close() }
    }

    func closeReadingEnd() { _ = Libc.close(readingEnd) }

    mutating func close() {
      if isOpen { _ = Libc.close(writingEnd) }
      isOpen = false
    }
  }

  /// Starts a program. Returns its process identifier and 0, or the number of the error.
  private static func start(
    _ program: String, _ arguments: [String], _ variables: [String: String], input: Int32?, output: Int32,
    messages: Int32?
  ) -> (pid_t, Int32) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if let messages { posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO) }
    var words = ([program] + arguments).map { strdup($0) }
    var environment = Self.environment(with: variables).map { strdup($0) }
    defer { for text in words + environment { free(text) } }
    words.append(nil)
    environment.append(nil)
    var child: pid_t = 0
    let failure = posix_spawn(&child, program, &actions, nil, words, environment)
    return (child, failure)
  }

  /// The variables of the environment and additional variables, as `NAME=VALUE`.
  private static func environment(with variables: [String: String]) -> [String] {
    var texts = variables.sorted { $0.key.isBefore($1.key) }.map { "\($0.key)=\($0.value)" }
    var next = processEnvironment()
    while let text = next?.pointee.map({ String(cString: $0) }) {
      if variables[String(text.prefix { $0 != "=" })] == nil { texts.append(text) }
      next = next.map { $0 + 1 }
    }
    return texts
  }

  /// The path of an executable file in a folder of PATH. `nil` if no such file exists.
  ///
  /// Relative folders of PATH are ignored: such a folder may belong to a repository, whose programs must not
  /// run. The folder of bgpolicy is ignored as well, unless PATH names the folder.
  static func executable(named name: String) -> String? {
    (environment("PATH") ?? "").split(separator: ":").filter { $0.isAbsolutePath }.map { "\($0)/\(name)" }
      .first(where: FileAccess.isExecutable)
  }

  /// The path of one of bgpolicy's own executables, next to this program or in a folder of PATH. `nil` if no such file exists.
  static func ownExecutable(named name: String) -> String? {
    if let path = ownFolder.map({ "\($0)/\(name)" }), FileAccess.isExecutable(path) { return path }
    return executable(named: name)
  }

  /// The path of the running program.
  static var ownPath: String? {
    #if os(Linux)
      let link = "/proc/self/exe"
    #else
      let link = CommandLine.arguments.first ?? ""
    #endif
    return FileAccess.resolved(link)
  }

  /// The folder of the running program.
  private static var ownFolder: String? {
    ownPath.map { String(RelativePath.folder(of: $0).dropLast()) }
  }
}
