import JSON
import TestSupport
import Testing

@testable import PolicyCalibration

/// Logs and payloads that are read in parts have the same sums as all logs and payloads together.
@Suite struct CalibrationPartTests {
  private static func log(_ number: Int) -> String {
    var random = SplitMix(seed: UInt64(number))
    var text = "2026-03-0\(number % 9 + 1) 00:00:00 app[1]: ready\n"
    for hour in 0..<24 {
      let time = "2026-03-0\(number % 9 + 1) \(hour < 10 ? "0" : "")\(hour):0\(random.below(10)):00"
      switch random.below(6) {
      case 0: text += "\(time) nsurlsessiond[2]: Resetting request delay for com.example.photos\n"
      case 1:
        text +=
          "\(time) nsurlsessiond[2]: Set request delay for com.example.photos to \(60 << random.below(5)).5\n"
      case 2: text += "\(time) nsurlsessiond[2]: Set request delay for com.example.feed to 60\n"
      case 3: text += "\(time) Photos[3]: Starting task: <BGAppRefreshTask: com.example.photos.r>\n"
      case 4: text += "\(time) dasd[4]: COMPLETED com.apple.pushLaunch.com.example.photos:1 at priority 5\n"
      default: text += "\(time) nsurlsessiond[2]: Set request delay for com.example.photos to\n"
      }
    }
    return text
  }

  private static func payloads(_ number: Int) -> String {
    (0..<3).map { day in
      """
      { "timeStampBegin": "2026-03-0\(day + 1) 00:00:00 +0000", "timeStampEnd": "2026-03-0\(day + 2) 00:00:00 +0000",
        "metaData": { "bundleIdentifier": "com.example.\(number % 3 == 0 ? "feed" : "photos")" },
        "applicationLaunchMetrics": { "histogrammedResumeTime": { "histogramValue": { "0": { "bucketCount": \(number) } } } },
        "applicationTimeMetrics": { "cumulativeForegroundTime": "\(number * 37).125 sec" },
        "networkTransferMetrics": { "cumulativeWifiDownload": "\(number),1 Mo", "cumulativeWifiUpload": "0.\(number)7 kB" } }
      """
    }.joined(separator: "\n")
  }

  private static let sources: [CalibrationSource] = (1...12).map { number in
    let isLog = number % 4 != 0
    return CalibrationSource(
      name: number % 5 == 0 ? "<stdin>" : "file-\(number)",
      bytes: Array((isLog ? log(number) : payloads(number)).utf8))
  }

  /// The sums, and so the bytes, are the same for any division and any order of the files.
  @Test(arguments: 1...20) func partsAreTheWhole(_ seed: Int) throws {
    let whole = CalibrationStatistics(Self.sources, app: nil)
    #expect(whole.app == "com.example.photos" && whole.hasLogs)
    var random = SplitMix(seed: UInt64(seed))
    var shuffled = Self.sources
    for index in shuffled.indices.reversed() { shuffled.swapAt(index, random.below(index + 1)) }
    var parts = (0...random.below(5)).map { _ in CalibrationStatistics(app: "com.example.photos") }
    for source in shuffled { parts[random.below(parts.count)].add(source) }
    var sum = CalibrationStatistics(app: nil)
    for part in parts {
      sum.add(
        try CalibrationStatistics(
          json: Array((seed % 2 == 0 ? part.json.compactText : part.json.prettyText).utf8)))
    }
    #expect(sum == whole)
    #expect(sum.json.compactText == whole.json.compactText)
    let (merged, single) = (Calibration(sum), Calibration(Self.sources))
    #expect(merged.parameters == single.parameters && merged.gaps == single.gaps)
    #expect(merged.limiter == single.limiter && merged.metrics == single.metrics)
  }

  /// The time between two logs is not a gap: the clocks of two logs are unrelated.
  @Test func gapsEndWithALog() {
    var sum = LaunchStatistics([0, 5_000])
    sum.add(LaunchStatistics([5_100, 9_000]))
    #expect(sum.leastGap == 3_900 && sum.gapCount == 2 && sum.launches == 4)
  }

  static let files = [
    log(1), log(1).replacing("\n", with: "\r\n"), payloads(1),
    "[\(payloads(2).replacing("}\n{", with: "},\n{"))]",
    "[\n{ \"eventMessage\": \"Set request delay for com.example.photos to 60\" },\n{ }]",
    "{ \"eventMessage\": \"Set request delay for com.example.photos to 60\" }\n{}\n", "", "[", "{", "a",
    "\n\n[1] kernel\n",
  ]

  /// A stream gives the same result for any division of its bytes into pieces.
  @Test(arguments: files, [1, 2, 7, 64, 1_000]) func piecesAreTheWhole(_ text: String, _ size: Int) {
    var reader = SourceReader(name: "stream")
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.feed(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    var (pieces, whole) = (CalibrationStatistics(app: nil), CalibrationStatistics(app: nil))
    pieces.add(reader.finish())
    whole.add(CalibrationSource(name: "stream", bytes: bytes))
    #expect(pieces == whole)
  }

  static let mistakes: [(old: String, new: String, reason: String)] = [
    ("{", "", "it is not JSON"), ("calibration part", "estimate part", "it is not a part of a calibration"),
    ("\"version\":1", "\"version\":9", "it has version 9, and this bgpolicy reads version 1"),
    ("\"sessionEvents\":0", "\"sessionEvents\":-1", "sessionEvents has to be a whole number from 0 on"),
    ("\"chains\":[", "\"chain\":[", "chains has to be a list"),
    ("\"isWhole\":true", "\"isWhole\":1", "isWhole has to be true or false"),
    ("\"kind\":\"log\"", "\"kind\":\"dog\"", "a source has the unknown kind dog"),
    ("\"delays\":[", "\"delays\":[-1,", "delays has to be a list of numbers from 0 on"),
    ("\"delays\":[", "\"delays\":[],\"other\":[", "delays has to be a list of numbers"),
    ("\"leastGapSeconds\":null", "\"leastGapSeconds\":-5", "leastGapSeconds has to be a number from 0 on"),
    (
      "\"gaps\":[]", "\"gaps\":[{\"seconds\":604801,\"count\":1}]", "seconds has to be at most 604800"
    ),
    (
      "\"chains\":[", "\"chains\":[{\"delays\":[1,2],\"isWhole\":true,\"count\":2000001},",
      "its chains have more than 4000000 delays"
    ),
    (
      "\"chains\":[",
      "\"chains\":[{\"delays\":[1,2],\"isWhole\":true,\"count\":1152921504606846976},",
      "its chains have more than 4000000 delays"
    ),
  ]

  /// Sums of parts, and the results computed from these sums, don't overflow.
  @Test func largeNumbersAreRefused() throws {
    let text = CalibrationStatistics(Self.sources, app: nil).json.compactText
    for member in ["spanMilliseconds", "unreadableCount", "launches", "count", "payloads"] {
      let changed = text.replacing(
        try Regex("\"\(member)\":[0-9]+"), with: "\"\(member)\":9223372036854775807")
      try #require(changed != text, "\(member)")
      let error = #expect(throws: CalibrationStatistics.FormatError.self) {
        _ = try CalibrationStatistics(json: Array(changed.utf8))
      }
      #expect(error?.reason == "\(member) has to be at most 1152921504606846976")
    }
  }

  @Test func largestPartsAdd() throws {
    let text = CalibrationStatistics(Self.sources, app: nil).json.compactText
    let large = text.replacing(
      try Regex("\"(spanMilliseconds|unreadableCount|launches|logs|lines|payloads)\":[0-9]+"),
      with: { "\"\($0.output[1].substring ?? "")\":1152921504606846976" })
    var sum = CalibrationStatistics(app: nil)
    for _ in 0..<20 { sum.add(try CalibrationStatistics(json: Array(large.utf8))) }
    #expect(sum.sources.contains { $0.unreadableCount == .max })
  }

  /// Counts of gaps that no sum can have.
  @Test func largestGapsAreFitted() throws {
    let text = CalibrationStatistics([], app: "com.example.photos").json.compactText
    let gaps = (1...10).map { "{\"seconds\":\($0),\"count\":1152921504606846976}" }.joined(separator: ",")
    let changed = text.replacing("\"gaps\":[]", with: "\"gaps\":[\(gaps)]")
      .replacing("\"leastGapSeconds\":null", with: "\"leastGapSeconds\":9")
      .replacing("\"spanMilliseconds\":0", with: "\"spanMilliseconds\":864000000")
    let calibration = Calibration(try CalibrationStatistics(json: Array(changed.utf8)))
    #expect(calibration.refreshes?.isThrottled == true)
    #expect(calibration.refreshes?.leastGap?.observations == .max)
  }

  @Test(arguments: mistakes)
  func whatIsNotAPartIsRefused(_ old: String, _ new: String, _ reason: String) throws {
    let text = CalibrationStatistics(Self.sources, app: nil).json.compactText
    try #require(text.contains(old))
    let changed = text.replacing(old, with: new, maxReplacements: 1)
    let error = #expect(throws: CalibrationStatistics.FormatError.self) {
      _ = try CalibrationStatistics(json: Array(changed.utf8))
    }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  /// Reports and parts stay small, however many lines can't be read.
  @Test func unreadableLinesAreCounted() {
    let text = String(repeating: "p[1]: Set request delay for x to y\n", count: 1_000)
    var sum = CalibrationStatistics(app: nil)
    sum.add(CalibrationSource(name: "a", bytes: Array(text.utf8)))
    let source = sum.sources[0]
    #expect(source.unreadable.map(\.line) == Array(1...100) && source.unreadableCount == 1_000)
  }
}
