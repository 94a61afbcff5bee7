internal import Libc
internal import Quantities

extension System {
  /// A variable of the environment; `nil` where it is unset or empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The absolute path of the working directory; `nil` if it is gone.
  static var workingDirectory: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
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
    return Int((Double(second) / TimeSpan.secondsPerDay).rounded(.down))
  }

  /// Ends the process.
  static func leave(with status: ExitStatus) -> Never { exit(status.rawValue) }

  /// Lets a trap of the tool's own end with the exit status that says so.
  static func announceFaults() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(number) { _ in
        let message: StaticString =
          "bgpolicy: internal fault; please report it with the policy that led to it\n"
        _ = Libc.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(Outcome.Problem.internalError.status.rawValue)
      }
    }
  }
}
