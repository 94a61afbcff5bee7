internal import Libc

/// The operating system: the files of this folder alone call it.
enum System {
  /// Why a file can't be used, in the system's own words.
  struct FileError: Error {
    let reason: String
    let isMissing: Bool

    init(code: Int32) {
      // The other function that tells has one buffer for all threads.
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

  /// What a path leads to.
  enum FileKind {
    case file, folder, other
  }
}
