internal import Libc
internal import PolicyModel
internal import RepositoryFiles

extension System {
  /// The result of a program that has ended.
  struct ProgramResult {
    /// Standard output, at most one byte more than the limit.
    let output: [UInt8]
    /// The exit status; `nil` if a signal ended it.
    let status: Int32?
  }

  /// Runs a program without a shell and waits for its end.
  ///
  /// It has no standard input, and shares standard error. A program that writes more than `limit` bytes is ended.
  static func run(_ program: String, _ arguments: [String], limit: Int) throws(FileError) -> ProgramResult {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(code: errno) }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (child, failure) = start(program, arguments, output: ends[1])
    close(ends[1])
    guard failure == 0 else { throw FileError(code: failure) }
    let output = Result { () throws(FileError) in
      try FileAccess.read(descriptor: ends[0], limit: limit)
    }
    if case .success(let bytes) = output, bytes.count > limit { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // The low bits are the signal that ended it; the next byte is the status.
    return ProgramResult(
      output: try output.get(), status: status & 0x7F == 0 ? (status >> 8) & 0xFF : nil)
  }

  /// Starts a program, and returns its process and 0, or the number of the error.
  private static func start(_ program: String, _ arguments: [String], output: Int32) -> (pid_t, Int32) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var words = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var child: pid_t = 0
    let failure = posix_spawn(&child, program, &actions, nil, words, processEnvironment())
    return (child, failure)
  }

  /// The path of an executable file next to this program, or in a folder of PATH; `nil` if there is none.
  ///
  /// A folder of PATH that is relative may be one of a repository, whose programs must not run.
  static func executable(named name: String) -> String? {
    let folders =
      [ownFolder].compactMap(\.self)
      + (environment("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    return folders.map { "\($0)/\(name)" }.first(where: FileAccess.isExecutable)
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
