/// What commands write to disk.
enum OutputFile {
  /// Puts a file in place of what is there; where that fails, the call can't be done.
  static func write(_ bytes: [UInt8], to path: String) throws(UsageError) {
    do throws(System.FileError) {
      try System.write(bytes, to: path)
    } catch {
      throw UsageError(message: "Can't write \(path): \(error.reason)")
    }
  }

  /// Writes a report: to a file, or to standard output where none is named.
  static func write(_ text: String, to file: String?, _ console: Console) throws(UsageError) {
    guard let file else {
      console.print(text)
      return
    }
    try write(Array(text.utf8), to: file)
  }

  /// The file of those read that writing this one would put an end to.
  static func input(among inputs: [String], overwrittenBy file: String) -> String? {
    guard let identity = System.identity(of: file) else { return nil }
    return inputs.first { System.identity(of: $0) == identity }
  }
}
