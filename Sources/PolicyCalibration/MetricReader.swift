internal import JSON
internal import PolicySyntax
internal import Quantities

/// A summary of an app's daily MetricKit payloads: how often it is opened, how much it transfers, and which
/// background work is cut off.
///
/// Payloads contain daily sums, so nothing about delays, gaps or single launches.
package struct MetricSummary: Hashable, Sendable {
  /// The number of payloads.
  package var payloads = 0
  /// The number of days.
  package var days = 0.0
  /// The app's bundle identifiers, each once, in the order in which they come.
  package var apps: [String] = []
  /// The number of times that the app came to the foreground: launches that drew, and resumes.
  package var visits = 0
  /// Seconds in the foreground.
  package var foreground = 0.0
  /// Seconds in which the app ran in the background.
  package var background = 0.0
  /// Bytes over Wi-Fi.
  package var wifiBytes = 0.0
  /// Bytes over cellular.
  package var cellularBytes = 0.0
  /// Exits because background work took too long, by MetricKit's names.
  package var timeouts: [Exits] = []

  /// Exits of one kind.
  package struct Exits: Hashable, Sendable {
    /// MetricKit's name.
    package let name: String
    /// The number of exits.
    package var count: Int
  }

  /// A summary of no payloads.
  package init() {}
}

/// Reads MetricKit's payloads as `jsonRepresentation()` gives them, one or a list.
package enum MetricReader {
  /// Whether a file looks like payloads.
  package static func looksLikeMetrics(_ bytes: [UInt8]) -> Bool {
    bytes[...].position(of: Array("\"timeStampBegin\"".utf8)) != nil
  }

  /// The summary of all payloads, and the parts that can't be read.
  package static func read(_ bytes: [UInt8]) -> (
    summary: MetricSummary, unreadable: [UnreadableLine]
  ) {
    var summary = MetricSummary()
    var reader = PayloadReader()
    do throws(JSONSyntaxError) {
      switch try JSONReader.read(bytes) {
      case .array(let payloads):
        for payload in payloads { reader.read(payload, into: &summary) }
      case let payload: reader.read(payload, into: &summary)
      }
      return (summary, reader.unreadable)
    } catch {
      let line = LineTable(bytes).position(ofByte: error.offset).line
      return (summary, [UnreadableLine(line: line, reason: "not JSON: \(error.message)")])
    }
  }
}

/// Reads payloads one by one.
private struct PayloadReader {
  private static let timeoutNames = [
    "cumulativeBackgroundTaskAssertionTimeoutExitCount",
    "cumulativeBackgroundURLSessionCompletionTimeoutExitCount",
    "cumulativeBackgroundFetchCompletionTimeoutExitCount",
  ]

  var unreadable: [UnreadableLine] = []

  mutating func read(_ payload: JSONValue, into summary: inout MetricSummary) {
    guard case .object = payload, let begin = timestamp(of: payload, key: "timeStampBegin"),
      let end = timestamp(of: payload, key: "timeStampEnd"), end > begin
    else {
      report("a payload without timeStampBegin and timeStampEnd covers no time")
      return
    }
    summary.payloads += 1
    summary.days += (end - begin) / TimeSpan.secondsPerDay
    if case .string(let app)? = payload["metaData"]?["bundleIdentifier"], !summary.apps.contains(app) {
      summary.apps.append(app)
    }
    let launches = payload["applicationLaunchMetrics"]
    summary.visits += ["histogrammedTimeToFirstDrawKey", "histogrammedResumeTime"].reduce(0) {
      $0 + count(launches?[$1])
    }
    let times = payload["applicationTimeMetrics"]
    summary.foreground += amount(in: times, key: "cumulativeForegroundTime", units: Self.seconds)
    summary.background += amount(in: times, key: "cumulativeBackgroundTime", units: Self.seconds)
    let network = payload["networkTransferMetrics"]
    for key in ["cumulativeWifiDownload", "cumulativeWifiUpload"] {
      summary.wifiBytes += amount(in: network, key: key, units: Self.bytes)
    }
    for key in ["cumulativeCellularDownload", "cumulativeCellularUpload"] {
      summary.cellularBytes += amount(in: network, key: key, units: Self.bytes)
    }
    let exits = payload["applicationExitMetrics"]?["backgroundExitData"]
    for name in Self.timeoutNames {
      guard let number = exits?[name].flatMap(Self.count) else { continue }
      if let index = summary.timeouts.firstIndex(where: { $0.name == name }) {
        summary.timeouts[index].count += number
      } else {
        summary.timeouts.append(MetricSummary.Exits(name: name, count: number))
      }
    }
  }

  private func timestamp(of payload: JSONValue, key: String) -> Double? {
    guard case .string(let text)? = payload[key], let timestamp = LogTimestamp(Array(text.utf8)[...]),
      timestamp.kind == .date
    else { return nil }
    return timestamp.seconds
  }

  /// All entries of a histogram.
  private func count(_ histogram: JSONValue?) -> Int {
    guard case .object(let buckets)? = histogram?["histogramValue"] else { return 0 }
    return buckets.reduce(0) { $0 + ($1.value["bucketCount"].flatMap(Self.count) ?? 0) }
  }

  /// A count within plausible bounds.
  private static func count(_ value: JSONValue) -> Int? {
    guard case .int(let count) = value else { return nil }
    return Int(max(0, min(count, 1_000_000_000)))
  }

  private static let seconds = ["sec": 1.0, "s": 1, "ms": 0.001, "min": 60, "hr": 3_600]
  private static let bytes = ["bytes": 1.0, "byte": 1, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9]

  /// More seconds or bytes than any app has in a day.
  private static let largestAmount = 1e15

  /// A measurement such as `22,665 kB`; MetricKit writes the unit in the device's language.
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

  private mutating func report(_ reason: String) {
    let line = UnreadableLine(line: 1, reason: reason)
    if !unreadable.contains(line) { unreadable.append(line) }
  }
}
