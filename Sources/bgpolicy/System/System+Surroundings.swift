internal import Libc
internal import Quantities

// The environment, the terminal, the clock and the end of the process.
extension System {
  /// A variable of the environment. `nil` if the variable is unset or empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// An argument of the process that is not UTF-8, with its readable characters. `nil` if all arguments are
  /// UTF-8.
  static var malformedArgument: String? {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      if String(validatingCString: argument) == nil { return String(cString: argument) }
    }
    return nil
  }

  /// The effective user ID of the process.
  static var userNumber: UInt32 { geteuid() }

  /// Whether standard output is a terminal.
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  /// The number of columns of standard output's terminal. `nil` without a terminal, or if the terminal does
  /// not know its width.
  static var outputColumns: Int? { isOutputTerminal ? columns(of: STDOUT_FILENO) : nil }
  /// The number of columns of standard error's terminal. `nil` without a terminal, or if the terminal does
  /// not know its width.
  static var errorColumns: Int? { isErrorTerminal ? columns(of: STDERR_FILENO) : nil }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
  /// Whether standard error is a terminal.
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Seconds on a clock that never runs backward, for progress.
  static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Whole days since 1970 in UTC until now. If SOURCE_DATE_EPOCH is set, until that time, for reproducible
  /// builds.
  static var daysSince1970: Int {
    let second = environment("SOURCE_DATE_EPOCH").flatMap { Int($0) } ?? time(nil)
    return Int((Double(second) / TimeSpan.secondsPerDay).rounded(.down))
  }

  /// Ends the process.
  static func leave(with status: ExitStatus) -> Never { exit(status.rawValue) }

  /// Makes a trap end the process with the exit status of an internal error.
  static func announceFaults() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(number) { _ in
        let message: StaticString =
          "bgpolicy: internal error; please report it with the policy that caused it\n"
        _ = Libc.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(Outcome.Problem.internalError.status.rawValue)
      }
    }
  }
}
