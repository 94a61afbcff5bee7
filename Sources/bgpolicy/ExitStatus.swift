/// What the process tells its caller.
enum ExitStatus: Int32, Comparable {
  /// Fine.
  case success = 0
  /// The policy says no: a finding at or above the limit, a broken budget, stale output.
  case failure = 1
  /// The call is unusable: a bad option, a file that can't be read, no policy.
  case usageError = 2
  /// A fault of the tool.
  case internalError = 3

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}

/// What makes a call unusable.
struct UsageError: Error {
  /// A headline without a full stop.
  let message: String
  /// The command whose help tells more, or an empty text for the tool's own help.
  var command: String?
}
