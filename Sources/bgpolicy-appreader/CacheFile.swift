internal import Libc

/// A file that is whole if it is there, and that may be missing.
///
/// Foundation's atomic writing repeats the first bytes if the system takes only some of them at a time.
enum CacheFile {
  /// The names of temporary files that are tried: a run that was killed may have left one.
  private static let mostAttempts = 8

  /// Writes a file under another name, which then takes the place of the old one; leaves the old one if it can't.
  static func write(_ bytes: [UInt8], to path: String) {
    guard let (temporary, descriptor) = create(for: path) else { return }
    let isWhole = writeAll(bytes, descriptor) == 0
    guard close(descriptor) == 0, isWhole, rename(temporary, path) == 0 else {
      unlink(temporary)
      return
    }
  }

  private static func create(for path: String) -> (path: String, descriptor: Int32)? {
    for attempt in 0..<mostAttempts {
      let temporary = "\(path).\(getpid())-\(attempt).tmp"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (temporary, descriptor) }
      guard errno == EEXIST || errno == EINTR else { return nil }
    }
    return nil
  }
}
