internal import JSON
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// A baseline on disk.
struct BaselineFile {
  /// The path of the file in a call that names none.
  static let defaultPath = "bgpolicy-baseline.json"

  /// The path of the file.
  let path: String

  /// Reads the baseline.
  func read() throws(UsageError) -> Baseline {
    let bytes: [UInt8]
    do throws(System.FileError) {
      bytes = try System.read(path, limit: 1 << 26)
    } catch {
      let way = error.isMissing ? "; `bgpolicy baseline write` creates one" : ""
      throw UsageError(message: "Can't read the baseline \(path): \(error.reason)\(way)")
    }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(bytes)
    } catch {
      let position = LineTable(bytes).position(ofByte: error.offset)
      throw UsageError(
        message: "\(path):\(position.line):\(position.column) is not a baseline: \(error.message)")
    }
    do throws(Baseline.Unreadable) {
      return try Baseline(json: value)
    } catch {
      throw UsageError(message: "\(path) is not a baseline: \(error.reason)")
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
    if let old = try? System.read(path, limit: 1 << 26), old == bytes { return false }
    try OutputFile.write(bytes, to: path)
    return true
  }
}
