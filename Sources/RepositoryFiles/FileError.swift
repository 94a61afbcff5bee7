internal import Libc

/// The reason that a file can't be used, in the words of the system or of the tool.
package struct FileError: Error {
  /// The reason, as a sentence without its period.
  package let reason: String
  /// Whether the file doesn't exist.
  package let isMissing: Bool
  /// Whether the user has no permission to use the file.
  package let isForbidden: Bool
  /// Whether two names in a folder are equal in Unicode, so that either file could be taken for the other.
  package let isAmbiguous: Bool

  /// The system's reason for a value of `errno`.
  package init(code: Int32) {
    // `strerror_r` is used because `strerror` has one buffer for all threads.
    reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      text.initialize(repeating: 0)
      guard let start = text.baseAddress, strerror_r(code, start, text.count) == 0 else {
        return "Error \(code)"
      }
      return String(cString: start)
    }
    isMissing = code == ENOENT
    isForbidden = code == EACCES
    isAmbiguous = false
  }

  /// A reason in the words of the tool.
  package init(_ reason: String) { self.init(reason, isAmbiguous: false) }

  private init(_ reason: String, isAmbiguous: Bool) {
    self.reason = reason
    isMissing = false
    isForbidden = false
    self.isAmbiguous = isAmbiguous
  }

  /// The error for a folder in which two names are equal in Unicode.
  static func ambiguous(_ name: String) -> FileError {
    FileError("Two names in the folder are equal in Unicode, \(name), so rename one", isAmbiguous: true)
  }

  static let outside = FileError("It is outside of the repository, which takes --allow-outside")
  static let leavingLink = FileError(
    "It is a link that leads out of the repository, which takes --allow-outside")
  static let writtenLink = FileError("It is a link, and nothing is written through one")
  static let ofGit = FileError("A link leads to it in .git, which belongs to Git")
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
