internal import JSON
internal import PolicySyntax
internal import Quantities

/// A summary of an app's daily MetricKit payloads: the number of times that the app was opened, the bytes that it
/// transferred, and the background work that the system cut off.
///
/// Payloads contain daily sums, so they contain nothing about delays, gaps or single launches. All sums are whole numbers,
/// so that the result does not depend on the order of payloads.
package struct MetricSummary: Hashable, Sendable {
  /// The number of payloads.
  package var payloads = 0
  /// Milliseconds that the payloads cover.
  var covered = 0
  /// The number of times that the app came to the foreground: launches with a first drawing, and resumes.
  package var visits = 0
  /// Milliseconds in the foreground.
  var foregroundTime = 0
  /// Milliseconds in which the app ran in the background.
  var backgroundTime = 0
  /// Bytes over Wi-Fi.
  package var wifiBytes = 0
  /// Bytes over cellular.
  package var cellularBytes = 0
  /// Exits because background work took too long, by MetricKit's names.
  package var timeouts: [String: Int] = [:]

  /// A summary of no payloads.
  package init() {}

  /// The number of days that the payloads cover.
  package var days: Double { Double(covered) / 1_000 / TimeSpan.secondsPerDay }
  /// Seconds in the foreground.
  package var foreground: Double { Double(foregroundTime) / 1_000 }
  /// Seconds in which the app ran in the background.
  package var background: Double { Double(backgroundTime) / 1_000 }

  /// Adds the sums of other payloads.
  package mutating func add(_ other: MetricSummary) {
    payloads.addSaturating(other.payloads)
    covered.addSaturating(other.covered)
    visits.addSaturating(other.visits)
    foregroundTime.addSaturating(other.foregroundTime)
    backgroundTime.addSaturating(other.backgroundTime)
    wifiBytes.addSaturating(other.wifiBytes)
    cellularBytes.addSaturating(other.cellularBytes)
    for (name, count) in other.timeouts { timeouts[name, default: 0].addSaturating(count) }
  }
}

extension Int {
  /// Adds a number that is not negative; the sum is at most `Int.max`.
  mutating func addSaturating(_ other: Int) {
    let (sum, overflows) = addingReportingOverflow(other)
    self = overflows ? .max : sum
  }
}

/// Reads one or several MetricKit payloads in the form of `jsonRepresentation()`.
package enum MetricReader {
  private static let begin = Array("\"timeStampBegin\"".utf8)

  /// Whether a text looks like payloads.
  package static func looksLikeMetrics(_ bytes: [UInt8]) -> Bool { bytes[...].position(of: begin) != nil }

  /// The summary of all payloads of each app, and the parts that can't be read.
  package static func read(_ bytes: [UInt8]) -> (
    summaries: [String: MetricSummary], unreadable: [UnreadableLine]
  ) {
    var reader = PayloadReader()
    var splitter = JSONObjectSplitter()
    splitter.feed(bytes) { reader.read($0) }
    splitter.finish { reader.read($0) }
    return (reader.summaries, reader.unreadable)
  }
}

/// Reads payloads one by one.
struct PayloadReader {
  private static let timeoutNames = [
    "cumulativeBackgroundTaskAssertionTimeoutExitCount",
    "cumulativeBackgroundURLSessionCompletionTimeoutExitCount",
    "cumulativeBackgroundFetchCompletionTimeoutExitCount",
  ]

  /// The summaries by the app's bundle identifier; the key is empty for payloads that do not name an app.
  private(set) var summaries: [String: MetricSummary] = [:]
  /// The parts that can't be read, in order and without duplicates; only the first `LogLines.keptUnreadable` are kept.
  private(set) var unreadable: [UnreadableLine] = []

  mutating func read(_ piece: JSONObjectSplitter.Piece) {
    do throws(JSONSyntaxError) {
      read(try JSONReader.read(piece.bytes))
    } catch {
      let line = LineTable(piece.bytes).position(ofByte: error.offset).line + piece.line - 1
      report("not JSON: \(error.message)", line: line)
    }
  }

  private mutating func read(_ payload: JSONValue) {
    guard case .object = payload, let begin = timestamp(of: payload, key: "timeStampBegin"),
      let end = timestamp(of: payload, key: "timeStampEnd"), end > begin
    else {
      report("a payload without timeStampBegin and timeStampEnd covers no time")
      return
    }
    var summary = MetricSummary()
    summary.payloads = 1
    summary.covered = Self.whole((end - begin) * 1_000)
    let launches = payload["applicationLaunchMetrics"]
    summary.visits = ["histogrammedTimeToFirstDrawKey", "histogrammedResumeTime"].reduce(0) {
      $0 + count(launches?[$1])
    }
    let times = payload["applicationTimeMetrics"]
    summary.foregroundTime = Self.whole(
      amount(in: times, key: "cumulativeForegroundTime", units: Self.milliseconds))
    summary.backgroundTime = Self.whole(
      amount(in: times, key: "cumulativeBackgroundTime", units: Self.milliseconds))
    let network = payload["networkTransferMetrics"]
    func bytes(_ keys: [String], _ reader: inout PayloadReader) -> Int {
      keys.reduce(0) { $0 + Self.whole(reader.amount(in: network, key: $1, units: Self.bytes)) }
    }
    summary.wifiBytes = bytes(["cumulativeWifiDownload", "cumulativeWifiUpload"], &self)
    summary.cellularBytes = bytes(["cumulativeCellularDownload", "cumulativeCellularUpload"], &self)
    let exits = payload["applicationExitMetrics"]?["backgroundExitData"]
    for name in Self.timeoutNames {
      if let number = exits?[name].flatMap(Self.count) { summary.timeouts[name] = number }
    }
    var app = ""
    if case .string(let name)? = payload["metaData"]?["bundleIdentifier"] { app = name }
    summaries[app, default: MetricSummary()].add(summary)
  }

  /// A number rounded to a whole number that is at least 0.
  private static func whole(_ value: Double) -> Int { Int(min(max(0, value.rounded()), 0x1p62)) }

  private func timestamp(of payload: JSONValue, key: String) -> Double? {
    guard case .string(let text)? = payload[key], let timestamp = LogTimestamp(Array(text.utf8)[...]),
      timestamp.kind == .date
    else { return nil }
    return timestamp.seconds
  }

  /// The number of entries of a histogram.
  private func count(_ histogram: JSONValue?) -> Int {
    guard case .object(let buckets)? = histogram?["histogramValue"] else { return 0 }
    return buckets.reduce(0) { $0 + ($1.value["bucketCount"].flatMap(Self.count) ?? 0) }
  }

  /// A count within plausible bounds.
  private static func count(_ value: JSONValue) -> Int? {
    guard case .int(let count) = value else { return nil }
    return Int(max(0, min(count, 1_000_000_000)))
  }

  private static let milliseconds = ["sec": 1e3, "s": 1e3, "ms": 1, "min": 6e4, "hr": 3.6e6]
  private static let bytes = ["bytes": 1.0, "byte": 1, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9]

  /// A number of milliseconds or bytes that no app exceeds in a day.
  private static let largestAmount = 1e15

  /// Reads a measurement such as `22,665 kB`, with a unit in English; MetricKit writes the unit in the device's language.
  private mutating func amount(in metrics: JSONValue?, key: String, units: [String: Double]) -> Double {
    guard case .string(let text)? = metrics?[key] else { return 0 }
    let digits = text.prefix { $0.isNumber || ",.\u{A0}\u{202F}'’".contains($0) }
    let unit = text.dropFirst(digits.count).filter { !$0.isWhitespace }
    guard let factor = units[unit], let number = Double(digits.filter { $0.isNumber || $0 == "." }) else {
      report("\(key) is \"\(text)\", which is not a number with a unit in English")
      return 0
    }
    guard number * factor <= Self.largestAmount else {
      report("\(key) is \"\(text)\", more than a payload can cover")
      return 0
    }
    return number * factor
  }

  /// Keeps a reason. Only JSON syntax errors have a known line.
  private mutating func report(_ reason: String, line: Int = 1) {
    unreadable.insert(UnreadableLine(line: line, reason: reason), most: LogLines.keptUnreadable)
  }
}

extension [UnreadableLine] {
  /// Inserts a line in order, unless the array already contains it; keeps only the first `most` lines.
  mutating func insert(_ line: UnreadableLine, most: Int) {
    let index = firstIndex { !$0.isBefore(line) } ?? endIndex
    guard index < most, index == endIndex || self[index] != line else { return }
    insert(line, at: index)
    if count > most { removeLast() }
  }
}

extension UnreadableLine {
  fileprivate func isBefore(_ other: UnreadableLine) -> Bool {
    line != other.line ? line < other.line : reason.isBefore(other.reason)
  }
}
