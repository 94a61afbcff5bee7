/// The exit status of the process.
enum ExitStatus: Int32, Comparable {
  /// No problems.
  case success = 0
  /// Problems found: a finding at or above the limit, a broken budget, stale output.
  case failure = 1
  /// A usage error: a bad option, a file that can't be read, no policy.
  case usageError = 2
  /// An internal error.
  case internalError = 3

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
