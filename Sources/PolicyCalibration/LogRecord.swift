internal import JSON
internal import Quantities

/// A record of `log show --style ndjson` or `json`.
struct LogRecord {
  let message: [UInt8]
  let process: String?
  let timestamp: LogTimestamp?

  private static let known = [
    "request delay", "Starting task", "COMPLETED ", "handleEventsForBackgroundURLSession",
  ].map { Array($0.utf8) }
  private static let timestampKey = Array("\"timestamp\"".utf8)

  /// The record of a line; `nil` if the line is not a record.
  init?(_ line: ArraySlice<UInt8>) {
    // Most records of a log do not matter for calibration, and reading a record as JSON is slow.
    guard Self.known.contains(where: { line.position(of: $0) != nil }) else {
      guard let key = line.position(of: Self.timestampKey) else { return nil }
      var cursor = LineCursor(line[(key + Self.timestampKey.count)...])
      cursor.skipSpaces()
      guard cursor.skip(":") else { return nil }
      cursor.skipSpaces()
      guard cursor.skip("\"") else { return nil }
      self.init(message: [], process: nil, timestamp: LogTimestamp(line[cursor.position...]))
      return
    }
    guard let json = try? JSONReader.read(Array(line)) else { return nil }
    self.init(json)
  }

  private init?(_ json: JSONValue) {
    guard case .string(let text)? = json["eventMessage"] else { return nil }
    var process: String?
    if case .string(let path)? = json["processImagePath"] {
      process = path.pathNames.last.map(String.init)
    }
    var timestamp: LogTimestamp?
    if case .string(let time)? = json["timestamp"] { timestamp = LogTimestamp(Array(time.utf8)[...]) }
    self.init(message: Array(text.utf8), process: process, timestamp: timestamp)
  }

  private init(message: [UInt8], process: String?, timestamp: LogTimestamp?) {
    self.message = message
    self.process = process
    self.timestamp = timestamp
  }
}
