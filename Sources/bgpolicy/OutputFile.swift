internal import RepositoryFiles

/// Writes files of results.
enum OutputFile {
  /// Writes a file and replaces an existing file. Throws if the file can't be written.
  static func write(_ bytes: [UInt8], to path: String, _ access: FileAccess) throws(UsageError) {
    do throws(FileError) {
      try access.write(bytes, to: path)
    } catch {
      throw failure(error, at: path)
    }
  }

  /// The error for a file that can't be written.
  static func failure(_ error: FileError, at path: String) -> UsageError {
    UsageError(message: "Can't write \(path): \(error.reason)")
  }

  /// Writes a report to a file, or to standard output if `file` is `nil`.
  static func write(_ text: String, to file: String?, _ console: Console) throws(UsageError) {
    guard let file else {
      console.print(text)
      return
    }
    try write(Array(text.utf8), to: file, console.access)
  }

  /// The input that writing `file` would overwrite. `nil` if `file` is not an input.
  static func input(among inputs: [String], overwrittenBy file: String) -> String? {
    guard let identity = FileAccess.identity(of: file) else { return nil }
    return inputs.first { FileAccess.identity(of: $0) == identity }
  }
}
