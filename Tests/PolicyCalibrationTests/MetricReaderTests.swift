import Testing

@testable import PolicyCalibration

/// Daily payloads of MetricKit.
@Suite struct MetricReaderTests {
  private static let payload = """
    {
      "timeStampBegin": "2026-03-01 00:00:00 +0000", "timeStampEnd": "2026-03-02 00:00:00 +0000",
      "metaData": { "bundleIdentifier": "com.example.photos" },
      "applicationLaunchMetrics": {
        "histogrammedTimeToFirstDrawKey": {
          "histogramValue": { "0": { "bucketCount": 2 }, "1": { "bucketCount": 3 } }
        },
        "histogrammedResumeTime": { "histogramValue": { "0": { "bucketCount": 10 } } }
      },
      "applicationTimeMetrics": {
        "cumulativeForegroundTime": "20 min", "cumulativeBackgroundTime": "90 sec"
      },
      "networkTransferMetrics": {
        "cumulativeWifiDownload": "22,665 kB", "cumulativeWifiUpload": "1 MB",
        "cumulativeCellularUpload": "500 bytes"
      },
      "applicationExitMetrics": {
        "backgroundExitData": { "cumulativeBackgroundTaskAssertionTimeoutExitCount": 2 }
      }
    }
    """

  @Test func sumsAreRead() throws {
    let (summaries, unreadable) = MetricReader.read(Array(Self.payload.utf8))
    #expect(unreadable.isEmpty && summaries.count == 1)
    let summary = try #require(summaries["com.example.photos"])
    #expect(summary.payloads == 1 && summary.days == 1)
    #expect(summary.visits == 15 && summary.foreground == 1_200 && summary.background == 90)
    #expect(summary.wifiBytes == 23_665_000 && summary.cellularBytes == 500)
    #expect(summary.timeouts == ["cumulativeBackgroundTaskAssertionTimeoutExitCount": 2])
  }

  /// Payloads may be elements of a list, follow each other, or be on a line each.
  @Test(arguments: ["[A, A]", "A\nA\n", "AA", "[\n  A,\n  A\n", "A\n\u{1E}A"])
  func payloadsAreAddedUp(_ form: String) throws {
    let (summaries, unreadable) = MetricReader.read(Array(form.replacing("A", with: Self.payload).utf8))
    let summary = try #require(summaries["com.example.photos"])
    #expect(unreadable.isEmpty && summaries.count == 1)
    #expect(summary.payloads == 2 && summary.days == 2 && summary.visits == 30)
    #expect(summary.timeouts.values.first == 4)
  }

  /// A payload that does not end is reported, and does not count.
  @Test func aPayloadThatEndsEarlyIsReported() throws {
    let (summaries, unreadable) = MetricReader.read(
      Array("\(Self.payload)\n{ \"timeStampBegin\": \"2026".utf8))
    #expect(summaries.values.map(\.payloads) == [1])
    let last = Self.payload.count { $0 == "\n" } + 2
    #expect(unreadable.map(\.line) == [last] && unreadable[0].reason.hasPrefix("not JSON: "))
  }

  static let mistakes: [(old: String, new: String, reason: String)] = [
    ("22,665 kB", "22.665 ko", "which is not a number with a unit in English"),
    ("20 min", "many min", "which is not a number with a unit in English"),
    ("1 MB", "1000000000000 GB", "more than a payload can cover"),
    ("2026-03-02", "2026-02-01", "covers no time"), ("timeStampEnd", "end", "covers no time"),
  ]

  @Test(arguments: mistakes) func mistakesAreReportedOnce(_ old: String, _ new: String, _ reason: String) {
    let text = Self.payload.replacing(old, with: new)
    let (_, unreadable) = MetricReader.read(Array("[\(text), \(text)]".utf8))
    #expect(unreadable.count == 1 && unreadable.first?.reason.contains(reason) == true, "\(unreadable)")
  }

  @Test func whatIsNotJSONHasALine() {
    let (summaries, unreadable) = MetricReader.read(Array("{\n  \"a\": 1,\n}".utf8))
    #expect(summaries.isEmpty)
    #expect(unreadable.map(\.line) == [3] && unreadable[0].reason.hasPrefix("not JSON: "))
  }

  @Test func aLogIsNoPayload() {
    #expect(MetricReader.looksLikeMetrics(Array(Self.payload.utf8)))
    #expect(!MetricReader.looksLikeMetrics(Array("2026-03-01 00:00:00 nsurlsessiond: begin".utf8)))
  }
}

/// Timestamps on a clock that continues past midnight.
@Suite struct LogClockTests {
  private func times(_ stamps: [String]) throws -> [Double?] {
    var clock = LogClock()
    return try stamps.map { text in
      clock.time(of: try #require(LogTimestamp(Array(text.utf8)[...]), "\(text)"))
    }
  }

  @Test func datesCountAsTheyAre() throws {
    let times = try times(["2026-03-01 23:59:50.000+0000", "2026-03-02 00:00:10.000+0000"])
    #expect(try #require(times[1]) - (try #require(times[0])) == 20)
  }

  @Test func aClockPassesMidnight() throws {
    let times = try times(["23:59:50", "00:00:10", "00:00:05", "12:00:00"]).map { try #require($0) }
    #expect(times[1] - times[0] == 20)
    // A line that is out of order does not begin a new day.
    #expect(times[2] - times[0] == 15)
    #expect(times[3] - times[1] == 43_190)
  }

  @Test func anotherClockHasNoTime() throws {
    let times = try times(["23:59:50", "2026-03-02 00:00:10.000+0000"])
    #expect(times[0] != nil && times[1] == nil)
  }
}
