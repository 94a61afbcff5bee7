import TestSupport
import Testing

@testable import PolicyCalibration

/// Logs in every form that the system writes.
@Suite struct LogReaderTests {
  private static func reading(_ text: String) -> LogReading { LogReader.read(Array(text.utf8)) }

  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let first: String
    let second: String
    var testDescription: String { name }
  }

  /// The same two lines of a log, 71 s apart, in each format that bgpolicy reads.
  static let forms = [
    Form(
      name: "Console with tabs",
      first:
        "default\t22:02:42.313511 -0800\tnsurlsessiond\tSet request delay for com.example.app to 60.000000",
      second:
        "default\t22:03:53.193396 -0800\tnsurlsessiond\tSet request delay for com.example.app to 120.000000"),
    Form(
      name: "Console with spaces",
      first: "default 22:02:42.313511 -0800 nsurlsessiond Set request delay for com.example.app to 60.000000",
      second: "default 22:03:53.193396-0800 nsurlsessiond Set request delay for com.example.app to 120.000000"
    ),
    Form(
      name: "log show, default",
      first:
        "2020-01-16 22:02:42.313511-0800 0x1590e    Default     0x0                  116    0    nsurlsessiond: [com.apple.CFNetwork:Default] Set request delay for com.example.app to 60.000000",
      second:
        "2020-01-16 22:03:53.193396-0800 0x1590e    Default     0x0                  116    0    nsurlsessiond: [com.apple.CFNetwork:Default] Set request delay for com.example.app to 120.000000"
    ),
    Form(
      name: "log show, syslog",
      first:
        "2020-01-16 22:02:42.313511-0800  localhost nsurlsessiond[116]: (CFNetwork) Set request delay for com.example.app to 60.000000",
      second:
        "2020-01-16 22:03:53.193396-0800  localhost nsurlsessiond[116]: (CFNetwork) Set request delay for com.example.app to 120.000000"
    ),
    Form(
      name: "log show, compact",
      first:
        "2020-01-16 22:02:42.313 Df nsurlsessiond[116:1590e] Set request delay for com.example.app to 60.000000",
      second:
        "2020-01-16 22:03:53.193 Df nsurlsessiond[116:1590e] Set request delay for com.example.app to 120.000000"
    ),
    Form(
      name: "log show, ndjson",
      first:
        #"{"timestamp":"2020-01-16 22:02:42.313511-0800","processImagePath":"\/usr\/libexec\/nsurlsessiond","eventMessage":"Set request delay for com.example.app to 60.000000"}"#,
      second:
        #"{"timestamp":"2020-01-16 22:03:53.193396-0800","processImagePath":"\/usr\/libexec\/nsurlsessiond","eventMessage":"Set request delay for com.example.app to 120.000000"}"#
    ),
    Form(
      name: "sysdiagnose text",
      first:
        "Jan 16 22:02:42 iPhone nsurlsessiond[116] <Notice>: Set request delay for com.example.app to 60.000000",
      second:
        "Jan 16 22:03:53 iPhone nsurlsessiond(CFNetwork)[116] <Notice>: Set request delay for com.example.app to 120.000000"
    ),
  ]

  @Test(arguments: forms, ["\n", "\r\n"]) func everyFormTellsTheSame(_ form: Form, _ lineEnd: String) throws {
    let reading = Self.reading(form.first + lineEnd + "noise" + lineEnd + form.second + lineEnd)
    #expect(reading.events.map(\.kind) == [.delaySet(60), .delaySet(120)])
    #expect(reading.events.map(\.app) == ["com.example.app", "com.example.app"])
    #expect(reading.events.map(\.process) == ["nsurlsessiond", "nsurlsessiond"])
    #expect(reading.events.map(\.line) == [1, 3])
    let times = reading.events.compactMap(\.time)
    #expect(abs(try #require(times.last) - times[0] - 71) < 0.2)
    #expect(reading.unreadable == [])
  }

  @Test func jsonListIsReadAsAWhole() {
    let records = Self.forms.first { $0.name == "log show, ndjson" }
    let reading = Self.reading("[\(records?.first ?? ""),\n\(records?.second ?? "")]\n")
    #expect(reading.events.map(\.kind) == [.delaySet(60), .delaySet(120)])
  }

  /// The public log as a forum shows it: the app's name is missing.
  @Test func namesMayBeRedacted() {
    let reading = Self.reading(
      """
      default 22:02:42.313511 -0800 nsurlsessiond Set request delay for to 60.000000
      default 22:03:53.193396 -0800 nsurlsessiond Set request delay for <private> to 120.000000
      default 22:04:37.137450 -0800 nsurlsessiond Resetting request delay for
      default 22:06:37.137450 -0800 nsurlsessiond Resetting request delay for com.example.app
      """)
    #expect(reading.events.map(\.kind) == [.delaySet(60), .delaySet(120), .delayReset, .delayReset])
    #expect(reading.events.map(\.app) == [nil, nil, nil, "com.example.app"])
  }

  @Test func launchesAreRead() {
    let reading = Self.reading(
      """
      09:30:54.356447+0200\tRunner\tRunning task: <BGAppRefreshTask: com.example.fetch>
      09:30:54.357168+0200\tRunner\tStarting task: <BGAppRefreshTask: com.example.fetch>
      09:31:54.357168+0200\tRunner\tStarting task: <BGProcessingTask: com.example.clean>
      09:32:54.357168+0200\tRunner\tStarting simulated task: <BGAppRefreshTask: com.example.fetch>
      09:33:54.357168+0200\tdasd\tCOMPLETED com.apple.pushLaunch.com.example.app:DBA43D at priority 5 <private>!
      09:34:54.357168+0200\tdasd\tCANCELED: com.apple.pushLaunch.com.example.app:DBA43D at priority 10 <private>!
      09:35:54.357168+0200\tdasd\tCOMPLETED bgRefresh-com.example.fetch:A8B50D at priority 5 <private>!
      09:36:54.357168+0200\tdasd\tCOMPLETED com.apple.other:A8B50D at priority 5
      09:37:54.357168+0200\tRunner\tapplication handleEventsForBackgroundURLSession com.example.uploads
      """)
    #expect(
      reading.events.map(\.kind) == [
        .refresh("com.example.fetch"), .processing("com.example.clean"), .push, .refresh("com.example.fetch"),
        .sessionEvents,
      ])
    #expect(reading.events.map(\.process) == ["Runner", "Runner", "dasd", "dasd", "Runner"])
  }

  struct Broken: Sendable, CustomTestStringConvertible {
    let line: String
    let reason: String
    var testDescription: String { line }
  }

  @Test(arguments: [
    Broken(line: "12:00:00 nsurlsessiond Set request delay for com.example.app", reason: "no delay after"),
    Broken(
      line: "12:00:00 nsurlsessiond Set request delay for com.example.app to soon",
      reason: "\"soon\" is not a number"),
    Broken(
      line: "12:00:00 nsurlsessiond Set request delay for com.example.app to nan", reason: "is not a number"),
    Broken(
      line: "12:00:00 nsurlsessiond Set request delay for com.example.app to -60", reason: "is not a number"),
    Broken(line: "Starting task: <BGAppRefreshTask: com.example.fetch>", reason: "no time"),
    Broken(line: "12:00:00 Runner Starting task: <BG", reason: "no task after"),
  ])
  func whatCannotBeReadHasItsPlace(_ broken: Broken) {
    let reading = Self.reading("12:00:00 kernel hello\n\(broken.line)\n")
    #expect(reading.events == [])
    #expect(reading.unreadable.map(\.line) == [2])
    #expect(reading.unreadable.first?.reason.contains(broken.reason) == true, "\(reading.unreadable)")
  }

  /// Clock times continue past midnight, and dates without a year past the end of the year.
  @Test(arguments: [
    ("23:59:50", "00:00:20"), ("Dec 31 23:59:50 host p[1]:", "Jan  1 00:00:20 host p[1]:"),
    ("2024-02-28 23:59:50.000000+0000", "2024-02-29 01:00:20+0100"),
    ("2026-12-31T23:59:50Z", "2027-01-01 00:00:20"),
  ])
  func timeGoesOn(_ first: String, _ second: String) throws {
    let reading = Self.reading(
      "\(first) a Starting task: <BGAppRefreshTask: x>\n\(second) a Starting task: <BGAppRefreshTask: x>\n")
    let times = reading.events.compactMap(\.time)
    try #require(times.count == 2)
    let years = first.hasPrefix("Dec") ? 0.0 : 0
    #expect(abs(times[1] - times[0] - 30 - years) < 0.001)
  }

  /// Reading arbitrary bytes always ends.
  @Test(arguments: 1...20) func anyBytesAreRead(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let words = [
      "Set request delay for ", "to 60", "\n", "\t", "Starting task: <BG", ">", "2024-02-3", "COMPLETED ",
      ":",
      "{\"eventMessage\":\"", "\u{0}", "é", "12:00:0", "[", "Jan ",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<3_000 {
      bytes +=
        random.below(3) == 0
        ? [UInt8(truncatingIfNeeded: random.next())] : Array(words[random.below(words.count)].utf8)
    }
    #expect(LogReader.read(bytes).lines > 0)
  }
}
