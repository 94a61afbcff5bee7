internal import Libc

/// The reason why a file can't be used, in the system's words or in those of the tool.
package struct FileError: Error {
  /// The reason, as a sentence without its period.
  package let reason: String
  /// Whether there is no file.
  package let isMissing: Bool
  /// Whether the user may not use it.
  package let isForbidden: Bool

  /// The reason that the system has for a number of `errno`.
  package init(code: Int32) {
    // strerror has one buffer for all threads.
    reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      text.initialize(repeating: 0)
      guard let start = text.baseAddress, strerror_r(code, start, text.count) == 0 else {
        return "Error \(code)"
      }
      return String(cString: start)
    }
    isMissing = code == ENOENT
    isForbidden = code == EACCES
  }

  /// A reason that the system doesn't know.
  package init(_ reason: String) {
    self.reason = reason
    isMissing = false
    isForbidden = false
  }

  static let outside = FileError("It is outside of the repository, which takes --allow-outside")
  static let leavingLink = FileError(
    "It is a link that leads out of the repository, which takes --allow-outside")
  static let writtenLink = FileError("It is a link, and nothing is written through one")
  static let holdsNUL = FileError("The path holds a NUL")
  static let folder = FileError("It is a folder")
  static let stream = FileError("It is a device or a pipe")
}

/// The kind of file that a path leads to.
package enum FileKind: Sendable {
  case file, folder
  /// A pipe, a device or a socket.
  case other
}
