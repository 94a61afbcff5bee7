import Quantities
import TestSupport
import Testing

/// Tests of reading quantities from texts, and of writing texts that can be read again.
@Suite struct QuantityTests {
  static let durations: [(text: String, milliseconds: Int64)] = [
    ("0", 0), ("90", 90_000), ("90s", 90_000), ("15m", 900_000), ("6h", 21_600_000), ("2d", 172_800_000),
    ("1h30m", 5_400_000), ("1d1h1m1s", 90_061_000), ("0.5s", 500), ("1.5d", 129_600_000), ("0.25", 250),
    ("9999999999999d", .max),
  ]

  @Test(arguments: durations) func durationIsRead(_ example: (text: String, milliseconds: Int64)) throws {
    let span = try #require(TimeSpan(example.text))
    #expect(span.milliseconds == example.milliseconds)
    #expect(TimeSpan(span.description) == span)
  }

  @Test(arguments: [
    "", "s", "-5", "+5", "5 s", "5x", "1m1h", "1h1h", "1..5s", ".5s", "5.s", "١s", "1e3", "0x10", "1 h",
  ])
  func durationIsRefused(_ text: String) {
    #expect(TimeSpan(text) == nil)
  }

  @Test(
    arguments: [
      (.seconds(45), "45s"), (.seconds(60), "1m"), (.seconds(30_710), "8h31m50s"), (.days(7), "7d"),
      (.zero, "0s"),
      (TimeSpan(milliseconds: 1_500), "1.5s"), (TimeSpan(milliseconds: 3_600_250), "1h0.25s"),
    ] as [(TimeSpan, String)])
  func durationIsWritten(_ span: TimeSpan, _ text: String) {
    #expect(span.description == text)
  }

  @Test func timeSaturates() {
    #expect(TimeSpan.longest + .seconds(1) == .longest)
    #expect(TimeSpan.days(.max) == .longest)
    #expect(TimeSpan.seconds(1) - .seconds(2) == .zero)
    #expect(TimeSpan(milliseconds: -1) == .zero)
  }

  static let sizes: [(text: String, bytes: Int64)] = [
    ("0", 0), ("1B", 1), ("30kB", 30_000), ("4MB", 4_000_000), ("1.5GB", 1_500_000_000), ("1KiB", 1_024),
    ("2MiB", 2_097_152), ("1GiB", 1_073_741_824), ("0MB", 0), ("99999999999999GB", .max),
  ]

  @Test(arguments: sizes) func sizeIsRead(_ example: (text: String, bytes: Int64)) throws {
    let size = try #require(ByteCount(example.text))
    #expect(size.bytes == example.bytes)
    #expect(ByteCount(size.description) == size)
  }

  @Test(arguments: ["", "4", "4KB", "4 MB", "-4MB", "MB", "4mb", "4XB", ".5MB"]) func sizeIsRefused(
    _ text: String
  ) {
    #expect(ByteCount(text) == nil)
  }

  @Test func rangeHasItsLowerBoundFirst() throws {
    let range = try #require(ByteRange("2MB..6MB"))
    #expect(range.lower.bytes == 2_000_000 && range.upper.bytes == 6_000_000)
    #expect(range.description == "2MB..6MB")
    #expect(ByteRange("1.5MB")?.description == "1.5MB")
    for text in ["6MB..2MB", "2MB..", "..2MB", "2MB...6MB", "2..6MB"] {
      #expect(ByteRange(text) == nil, "\(text)")
    }
  }

  @Test func versionsCompareByNumber() throws {
    let ordered = try ["9", "13.1", "13.1.2", "16.4", "16.10", "26"].map { try #require(Version($0)) }
    #expect(ordered == ordered.sorted())
    #expect(Version("16.0") == Version("16"))
    #expect(
      Version(26, 1).description == "26.1" && Version(16).description == "16.0"
        && Version(1, 2, 3).description == "1.2.3")
    for text in ["", "1.", ".1", "1.2.3.4", "v1", "1.x", "99999"] { #expect(Version(text) == nil, "\(text)") }
  }

  @Test func clockWindowsMayReachPastMidnight() throws {
    let night = try #require(ClockWindow("23:00-07:00"))
    #expect(night.minutes == 480 && night.description == "23:00-07:00")
    #expect(ClockWindow("00:00-24:00")?.minutes == 1_440)
    #expect(ClockWindow("22:00-00:00")?.minutes == 120)
    for text in [
      "7:00-19:00", "07:00", "07:00-07:00", "24:00-07:00", "07:60-08:00", "25:00-26:00", "00:00-00:00",
    ] {
      #expect(ClockWindow(text) == nil, "\(text)")
    }
  }

  @Test func energiesAndShares() {
    #expect(Energy("900J")?.joules == 900 && Energy("1.5kJ")?.joules == 1_500 && Energy("0")?.joules == 0)
    #expect(Energy("900") == nil && Energy("-1J") == nil && Energy("900 J") == nil)
    #expect(Share("1%")?.fraction == 0.01 && Share("0.5")?.fraction == 0.5 && Share("100%")?.fraction == 1)
    #expect(Share("101%") == nil && Share("2") == nil && Share("-1%") == nil && Share("1 %") == nil)
  }
}
