internal import Libc
internal import Quantities

extension System {
  /// A variable of the environment; `nil` if it is unset or empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// An argument of the process that is not UTF-8, as far as it can be shown; `nil` if there is none.
  static var malformedArgument: String? {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      if String(validatingCString: argument) == nil { return String(cString: argument) }
    }
    return nil
  }

  /// The number of the user with whose rights the process runs.
  static var userNumber: UInt32 { geteuid() }

  /// Whether standard output is a terminal.
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  /// The number of columns of the terminal; `nil` if standard output is not a terminal, or does not know it.
  static var outputColumns: Int? { isOutputTerminal ? columns(of: STDOUT_FILENO) : nil }
  /// The same of standard error.
  static var errorColumns: Int? { isErrorTerminal ? columns(of: STDERR_FILENO) : nil }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
  /// Whether standard error is a terminal.
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Seconds on a clock that never goes back, for progress.
  static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Whole days from 1970 in UTC until now, or until the time in SOURCE_DATE_EPOCH for reproducible builds.
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
