internal import JSON
internal import PolicySyntax
internal import RepositoryFiles

/// A file of JSON that bgpolicy wrote and that a call names.
struct RecordFile {
  /// The noun with its article, such as `a baseline`.
  let kind: String
  /// The command that writes one.
  let writer: String

  /// The largest file that is read, in bytes.
  static let sizeLimit = 1 << 26

  /// The content of the file at a path; throws an error that says how it can't be read.
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
      return try JSONReader.read(bytes)
    } catch {
      let position = LineTable(bytes).position(ofByte: error.offset)
      throw UsageError(
        message: "\(path):\(position.line):\(position.column) is not \(kind): \(error.message)")
    }
  }

  /// The error for a file whose content is JSON of another kind.
  func error(_ path: String, _ reason: String) -> UsageError {
    UsageError(message: "\(path) is not \(kind): \(reason)")
  }
}
