internal import Libc

/// The operating system, which only the files of this folder call.
enum System {
  /// The reason why a file can't be used, in the system's words.
  struct FileError: Error {
    let reason: String
    let isMissing: Bool

    init(code: Int32) {
      // strerror has one buffer for all threads.
      reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
        text.initialize(repeating: 0)
        guard let start = text.baseAddress, strerror_r(code, start, text.count) == 0 else {
          return "Error \(code)"
        }
        return String(cString: start)
      }
      isMissing = code == ENOENT
    }

    init(_ reason: String) {
      self.reason = reason
      isMissing = false
    }
  }

  /// The kind of file at a path.
  enum FileKind {
    case file, folder, other
  }
}
