import TestSupport
import Testing

@testable import PolicyCalibration

/// Lines that an app's own recorder writes.
@Suite struct RecorderLineTests {
  private static func line(_ second: Int, _ event: String, app: String = "com.example.app") -> String {
    "2026-07-03T10:\(second / 60 + 10):\(second % 60 + 10).500Z \(app) bgpolicy-recorder: \(event)\n"
  }

  @Test(
    arguments: [
      ("wake task BGAppRefreshTask com.example.app.refresh", .refresh("com.example.app.refresh")),
      ("wake task BGProcessingTask com.example.app.clean", .processing("com.example.app.clean")),
      ("wake task BGHealthResearchTask com.example.app.study", nil),
      ("wake push", .push), ("told push", nil), ("wake session library", .sessionEvents),
      ("told session library", nil), ("foreground", .foreground), ("background", nil), ("launch", nil),
      ("hold library 61.5 2026-07-03T10:00:00.000Z", .held(61.5, since: 1_783_072_800)),
      ("submit session library 40", nil), ("end session library 39 1", nil), ("something newer", nil),
      ("", nil),
    ] as [(String, LogEvent.Kind?)])
  func aLineHasAMeaning(_ event: String, _ kind: LogEvent.Kind?) {
    let reading = LogReader.read(Array(Self.line(0, event).utf8))
    #expect(reading.events.map(\.kind) == [kind].compactMap(\.self))
    #expect(reading.events.allSatisfy { $0.app == "com.example.app" })
    #expect(reading.unreadable == [] && reading.timedLines == 1)
  }

  @Test(arguments: [
    "wake", "wake task BGAppRefreshTask", "wake up", "hold", "hold library soon 2026-07-03T10:00:00Z",
    "hold library -1 2026-07-03T10:00:00Z", "hold library 1 today", "hold library 1 10:00:00",
    "hold library inf 2026-07-03T10:00:00Z",
  ])
  func aLineThatIsCutOffIsReported(_ event: String) {
    let reading = LogReader.read(Array(Self.line(0, event).utf8))
    #expect(reading.events == [] && reading.unreadable.map(\.line) == [1], "\(event)")
  }

  /// The delay begins at the wake and ends when the first transfer begins; the user resets the delay by opening the app.
  @Test func holdsAreDelays() {
    let submitted = "2026-07-03T10:10:"
    let log =
      Self.line(0, "wake session library")
      + Self.line(5, "hold library 55 \(submitted)15.500Z") + Self.line(6, "hold mail 70 \(submitted)14.500Z")
      + Self.line(50, "foreground") + Self.line(52, "wake session library")
      // The limiter does not hold the first of these transfers. The app submits the second transfer later, when it runs for another reason.
      + Self.line(53, "hold library 0.2 2026-07-03T10:11:02.500Z")
      + Self.line(54, "hold library 90 2026-07-03T10:12:02.500Z")
    let reading = LogReader.read(Array(log.utf8))
    #expect(RecordedDelays.delays(of: reading.events) == [.delaySet(60), .delayReset])
  }

  /// Events of other apps in the same log don't count.
  @Test func eachLineNamesItsApp() {
    let text =
      (0..<3).map { Self.line($0, "wake push") }.joined()
      + Self.line(9, "wake push", app: "com.example.other")
    let source = CalibrationSource(name: "record.log", bytes: Array(text.utf8))
    #expect(CalibrationStatistics([source], app: nil).app == "com.example.app")
    #expect(CalibrationStatistics([source], app: nil).pushes.launches == 3)
    #expect(CalibrationStatistics([source], app: "com.example.other").pushes.launches == 1)
  }
}
