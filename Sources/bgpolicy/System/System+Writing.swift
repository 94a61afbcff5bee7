internal import Libc
internal import RepositoryFiles

// Writes to standard output and standard error.
extension System {
  /// Writes to standard output. Returns the error if writing fails.
  static func writeOutput(_ text: String) -> FileError? {
    let failure = writeAll(Array(text.utf8), STDOUT_FILENO)
    return failure == 0 ? nil : FileError(code: failure)
  }

  /// Writes bytes to standard output. Returns whether writing succeeded.
  static func writeOutput(_ bytes: [UInt8]) -> Bool { writeAll(bytes, STDOUT_FILENO) == 0 }

  /// Writes to standard error.
  static func writeError(_ text: String) {
    _ = writeAll(Array(text.utf8), STDERR_FILENO)
  }
}
