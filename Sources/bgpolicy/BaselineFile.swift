internal import JSON
internal import PolicyLint
internal import PolicyModel

/// A baseline on disk.
struct BaselineFile {
  /// The path of the file in a call that names none.
  static let defaultPath = "bgpolicy-baseline.json"

  /// The path of the file.
  let path: String

  /// Reads the baseline.
  func read() throws(UsageError) -> Baseline {
    let file = RecordFile(kind: "a baseline", writer: "bgpolicy baseline write")
    let value = try file.read(path)
    do throws(Baseline.Unreadable) {
      return try Baseline(json: value)
    } catch {
      throw file.error(path, error.reason)
    }
  }

  /// Writes the baseline if it has changed; returns whether it has.
  func write(_ baseline: Baseline) throws(UsageError) -> Bool {
    let bytes = Array((baseline.json.prettyText + "\n").utf8)
    if System.kind(of: path) != nil {
      do throws(UsageError) {
        _ = try read()
      } catch {
        throw UsageError(
          message: "\(error.message). It is unchanged; move it away or choose another --baseline")
      }
    }
    if let old = try? System.read(path, limit: RecordFile.sizeLimit), old == bytes { return false }
    try OutputFile.write(bytes, to: path)
    return true
  }
}
