import TestSupport
import Testing

@testable import PolicyCalibration

/// Logs as other tools write them: spaced JSON, escapes, unusual timestamps, and files without content.
@Suite struct LogFormatTests {
  /// A pipe may provide only a few bytes at a time.
  @Test(arguments: [1, 7, 19, 4_096, 10_000]) func piecesOfAnyLengthAreTheSame(_ length: Int) {
    var bytes = Array("2026-11-23 10:00:00.000000+0100 nsurlsessiond: Set re".utf8) + [0, 0]
    bytes += Array(repeating: 0x20, count: 5_000) + [0x0A]
    var reader = SourceReader(name: "a.log")
    for start in stride(from: 0, to: bytes.count, by: length) {
      reader.feed(Array(bytes[start..<min(start + length, bytes.count)]))
    }
    let whole = CalibrationStatistics([CalibrationSource(name: "a.log", bytes: bytes)], app: nil)
    #expect(CalibrationStatistics([reader.finish()], app: nil) == whole)
    #expect(whole.sources.first?.unreadableCount == 1)
  }

  private static func reading(_ text: String) -> LogReading { LogReader.read(Array(text.utf8)) }

  /// Records in the form of `log show`, in the form of Python's `json.dump`, and with the members in a different order.
  static let records = [
    #"{"timestamp":"2020-01-16 22:02:42.313511-0800","processImagePath":"\/usr\/libexec\/nsurlsessiond","eventMessage":"Set request delay for com.example.app to 60.000000"}"#,
    #"{"timestamp": "2020-01-16 22:02:42.313511-0800", "processImagePath": "/usr/libexec/nsurlsessiond", "eventMessage": "Set request delay for com.example.app to 60.000000"}"#,
    #"{ "eventMessage" : "Set request delay for com.example.app to 60.000000", "processImagePath" : "/usr/libexec/nsurlsessiond", "timestamp" : "2020-01-16 22:02:42.313511-0800" }"#,
    #"{"timestamp": "2020-01-16 22:02:42.313511-0800", "processImagePath": "/usr/libexec/nsurlsessiond", "eventMessage": "\ud83d\ude00 Set request delay for com.example.app to 60.000000"}"#,
  ]

  @Test(arguments: records, [false, true]) func recordsAreTheSame(_ record: String, _ isList: Bool) throws {
    let reading = Self.reading(isList ? "[\(record), \(record)]" : "\(record)\n\(record)\n")
    #expect(reading.events.map(\.kind) == [.delaySet(60), .delaySet(60)])
    #expect(reading.events.map(\.app) == ["com.example.app", "com.example.app"])
    #expect(reading.events.map(\.process) == ["nsurlsessiond", "nsurlsessiond"])
    #expect(reading.events.map(\.time) == [1_579_240_962.313511, 1_579_240_962.313511])
    #expect(reading.unreadable == [] && reading.timedLines == 2)
  }

  /// A record without an event extends the span of the log, with any spacing.
  @Test(arguments: [
    #"{"timestamp":"2020-01-17 22:02:42.313511-0800","eventMessage":"hello"}"#,
    #"{"timestamp": "2020-01-17 22:02:42.313511-0800", "eventMessage": "hello"}"#,
    #"{ "eventMessage" : "hello", "timestamp"  :  "2020-01-17 22:02:42.313511-0800" }"#,
  ])
  func recordsWithoutEventsCountInTheSpan(_ last: String) throws {
    let reading = Self.reading("\(Self.records[0])\n\(last)\n")
    let span = try #require(reading.span)
    #expect(abs(span.upperBound - span.lowerBound - 86_400) < 1e-3)
    #expect(reading.timedLines == 2 && reading.date == "2020-01-17")
  }

  @Test(arguments: [
    // A comma for the decimal point, no fraction, and zones in each form.
    ("2020-01-16 22:02:42,313 p[1]: ", 1_579_212_162.313), ("2020-01-16T22:02:42Z p[1]: ", 1_579_212_162),
    ("2020-01-16 22:02:42 +01:00 p[1]: ", 1_579_208_562), ("2020-01-16 22:02:42-08 p[1]: ", 1_579_240_962),
    // Midnight of a leap day, and of the first day.
    ("2024-02-29 00:00:00 p[1]: ", 1_709_164_800), ("1970-01-01 00:00:00 p[1]: ", 0),
    // Only a time of day, and a month with one digit for the day.
    ("00:00:05 p[1]: ", 5), ("Jan 2 00:00:05 p[1]: ", 86_405),
  ])
  func timestampsAreRead(_ prefix: String, _ time: Double) throws {
    let reading = Self.reading("\(prefix)Starting task: <BGAppRefreshTask: x>\n")
    #expect(abs(try #require(reading.events.first?.time) - time) < 1e-6)
  }

  @Test(arguments: [
    "2020-02-30 22:02:42 ", "2020-13-01 22:02:42 ", "20-01-16 22:02:42 ", "Foo 16 22:02:42 ",
    "Jan 32 22:02:42 ", "22:02 ", "22.02.42 ", "",
  ])
  func otherPrefixesAreNotTimestamps(_ prefix: String) {
    let reading = Self.reading("\(prefix)p[1]: Starting task: <BGAppRefreshTask: x>\n")
    #expect(reading.events == [] && reading.timedLines == 0)
    #expect(reading.unreadable.map(\.line) == [1])
    // A delay without a time is used, because the order of delays is enough.
    let delay = Self.reading("\(prefix)p[1]: Set request delay for com.example.app to 60\n")
    #expect(delay.events.map(\.kind) == [.delaySet(60)])
  }

  @Test(arguments: ["", "\n", "\r\n\r\n", "hello\n", "[]", "{}", "[{}]", "2020-01-16 22:02:42 p[1]: hello"])
  func logsWithoutEventsAreEmpty(_ text: String) {
    let reading = Self.reading(text)
    #expect(reading.events == [] && reading.unreadable == [])
    let calibration = Calibration([CalibrationSource(name: "device.log", bytes: Array(text.utf8))])
    #expect(calibration.parameters == [] && calibration.app == nil)
    #expect(calibration.gaps.first?.contains("limiter") == true)
  }

  @Test(arguments: [
    (bytes: [0x1F, 0x8B, 8, 0] as [UInt8], reason: "compressed"), ([0xFF, 0xFE, 0x61, 0], "UTF-16"),
    ([0x62, 0x70, 0, 0x6C], "not text"),
  ])
  func filesThatAreNotTextAreReported(_ file: (bytes: [UInt8], reason: String)) {
    let reading = LogReader.read(file.bytes)
    #expect(reading.events == [])
    #expect(reading.unreadable.count == 1 && reading.unreadable[0].reason.contains(file.reason))
  }
}
