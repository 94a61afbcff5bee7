internal import JSON
internal import PolicySyntax
internal import RepositoryFiles

/// A JSON file that bgpolicy wrote and that an argument names.
struct RecordFile {
  /// The noun with its article, such as `a baseline`.
  let kind: String
  /// The command that writes files of this kind.
  let writer: String

  /// The largest file that is read, in bytes.
  static let sizeLimit = 1 << 26
  /// The maximum number of values and names in a file.
  static let mostValues = 2_000_000

  /// The content of the file at a path. Throws an error with the reason if the file can't be read.
  func read(_ path: String, _ access: FileAccess) throws(UsageError) -> JSONValue {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try access.read(path, limit: Self.sizeLimit)
    } catch {
      let way = error.isMissing ? "; `\(writer)` writes one" : ""
      let noun = kind.split(separator: " ").last ?? ""
      throw UsageError(message: "Can't read the \(noun) \(path): \(error.reason)\(way)")
    }
    do throws(JSONSyntaxError) {
      return try JSONReader.read(bytes, mostValues: Self.mostValues)
    } catch {
      let position = LineTable(bytes).position(ofByte: error.offset)
      throw UsageError(
        message: "\(path):\(position.line):\(position.column) is not \(kind): \(error.message)")
    }
  }

  /// The error for a JSON file of another kind.
  func error(_ path: String, _ reason: String) -> UsageError {
    UsageError(message: "\(path) is not \(kind): \(reason)")
  }
}
