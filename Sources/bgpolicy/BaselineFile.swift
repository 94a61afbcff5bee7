internal import JSON
internal import PolicyLint
internal import PolicyModel
internal import RepositoryFiles

/// A baseline on disk.
struct BaselineFile {
  static let defaultPath = "bgpolicy-baseline.json"

  let path: String
  /// Gives access to the file.
  let access: FileAccess

  func read() throws(UsageError) -> Baseline {
    let file = RecordFile(kind: "a baseline", writer: "bgpolicy baseline write")
    let value = try file.read(path, access)
    do throws(Baseline.Unreadable) {
      return try Baseline(json: value)
    } catch {
      throw file.error(path, error.reason)
    }
  }

  /// The baseline in a text. `nil` if the text is not a baseline.
  static func baseline(in bytes: [UInt8]) -> Baseline? {
    (try? JSONReader.read(bytes, mostValues: RecordFile.mostValues)).flatMap { try? Baseline(json: $0) }
  }

  /// Writes the baseline unless the file already contains it. Returns whether the file was written.
  func write(_ baseline: Baseline) throws(UsageError) -> Bool {
    guard let bytes = try changedBytes(of: baseline) else { return false }
    try OutputFile.write(bytes, to: path, access)
    return true
  }

  /// The bytes of a baseline. `nil` if the file already has these bytes. Throws if the existing file is not a
  /// baseline.
  func changedBytes(of baseline: Baseline) throws(UsageError) -> [UInt8]? {
    let bytes = Array((baseline.json.prettyText + "\n").utf8)
    if FileAccess.kind(of: path) != nil {
      do throws(UsageError) {
        _ = try read()
      } catch {
        throw UsageError(
          message: "\(error.message). It is unchanged; move it away or choose another --baseline")
      }
    }
    return (try? access.read(path, limit: RecordFile.sizeLimit)) == bytes ? nil : bytes
  }
}
