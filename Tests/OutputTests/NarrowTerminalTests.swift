import Foundation
import TestSupport
import Testing

@testable import PolicyReports

/// Reports in a terminal with few columns. No word is broken, and only a single long word makes a line wider.
@Suite struct NarrowTerminalTests {
  private static func text(_ blocks: [Document.Block], columns: Int?) -> String {
    Document(blocks: blocks).text(style: Style(isColored: false, columns: columns))
  }

  private static let figures = Document.Table(
    "", columns: ["", "", "before", "after"],
    rows: [
      ["photos", "completion p95", "16h 17m", "14h 41m"], ["", "launches a day", "8.9", "7.4"],
      ["in all", "energy a day", "2.5 kJ", ""],
    ], textColumns: 2)

  @Test func aTableOfFiguresMovesTogetherAndBecomesParagraphs() {
    let wide = """
                                 before     after
      photos   completion p95   16h 17m   14h 41m
               launches a day       8.9       7.4
      in all   energy a day      2.5 kJ

      """
    #expect(Self.text([.table(Self.figures)], columns: nil) == wide)
    #expect(Self.text([.table(Self.figures)], columns: 43) == wide)
    #expect(
      Self.text([.table(Self.figures)], columns: 42) == """
                                 before    after
        photos  completion p95  16h 17m  14h 41m
                launches a day      8.9      7.4
        in all  energy a day     2.5 kJ

        """)
    #expect(
      Self.text([.section("Cost", [.table(Self.figures)])], columns: 41) == """
        Cost
          photos: completion p95
            before 16h 17m; after 14h 41m
          photos: launches a day
            before 8.9; after 7.4
          in all: energy a day
            before 2.5 kJ

        """)
  }

  @Test func tablesAreAlignedWithEachOtherIfThereIsRoom() {
    let columns = ["", "p50"].map { Document.Table.Column(title: $0, isNumber: $0 != "", minimumWidth: 20) }
    let table = Document.Table(
      columns: columns, rows: [[Document.Cell(text: "launches"), Document.Cell(text: "8")]])
    #expect(
      Self.text([.table(table)], columns: 43).hasSuffix("\nlaunches                                  8\n"))
    #expect(Self.text([.table(table)], columns: 42) == "           p50\nlaunches     8\n")
  }

  /// A table of few designs is turned before figures go into several lines.
  @Test func aTableOfFewRowsIsTurned() {
    let designs = Document.Table(
      "", columns: ["transfers.photos.submit", "completion p95", "launches a day", "Δ completion p95"],
      rows: [["oneAtATime", "19h 22m", "8.7", ""], ["allAtOnce", "15h 36m", "0.4", "−3h 46m"]])
    #expect(
      Self.text([.table(designs)], columns: 60) == """
        transfers.photos.submit   oneAtATime   allAtOnce
        completion p95               19h 22m     15h 36m
        launches a day                   8.7         0.4
        Δ completion p95                         −3h 46m

        """)
    let page = Document(blocks: [.table(designs)]).html
    #expect(page.contains("<th scope=\"col\" class=\"n\">Δ completion p95</th>"))
  }

  /// The column whose narrowing adds the fewest lines is made narrower first: here the column with one interval, not the column with all
  /// names.
  @Test func fewLinesAreWrapped() {
    let cost = Document.Table(
      "", columns: ["", "before", "after", "difference", "95 % interval"],
      rows: (1...4).map {
        ["launches a day", "19h 22m", "15h 36m", "−3h 46m", $0 == 4 ? "−7h 11m … −1h 3m" : "–"]
      })
    let lines = Self.text([.table(cost)], columns: 60).split(separator: "\n")
    #expect(lines.count == 6, "\(lines)")
    #expect(lines.count { $0.hasPrefix("launches a day ") } == 4, "\(lines)")
  }

  /// On more than 60 columns, a table first moves the reasons below their rows, then breaks figures, and at last splits names at their
  /// dots.
  @Test func aTableStaysOne() {
    let budgets = Document.Table(
      columns: [("budget", false), ("limit", true), ("estimate", true), ("why", false)].map {
        Document.Table.Column(title: $0.0, isNumber: $0.1)
      },
      rows: [
        ["cameraRoll.completion.p95", "3d", "19h 22m", "holds in 51 %: wifi_budget"],
        ["cameraRoll.cellularBytesPerDay", "0 B", "none of 250 runs", ""],
      ].map { $0.map { Document.Cell(text: $0) } })
    #expect(
      Self.text([.table(budgets)], columns: 78) == """
        budget                          limit          estimate  why
        cameraRoll.completion.p95          3d           19h 22m  holds in 51 %:
                                                                 wifi_budget
        cameraRoll.cellularBytesPerDay    0 B  none of 250 runs

        """)
    #expect(
      Self.text([.table(budgets)], columns: 61) == """
        budget                          limit          estimate
            why
        cameraRoll.completion.p95          3d           19h 22m
            holds in 51 %: wifi_budget
        cameraRoll.cellularBytesPerDay    0 B  none of 250 runs

        """)
    let owned = Document.Table(
      "", columns: ["policy", "budget", "estimate"],
      rows: [["Examples/Photos/bgpolicy.yaml", "cameraRoll.cellularBytesPerDay", "none of 250 runs"]],
      textColumns: 2)
    #expect(
      Self.text([.table(owned)], columns: 60) == """
        policy                 budget                       estimate
        Examples/Photos/       cameraRoll.          none of 250 runs
        bgpolicy.yaml          cellularBytesPerDay

        """)
  }

  /// A table with too many columns gets a column for each of its rows.
  @Test func aWideTableIsTurned() {
    let names = (1...8).map { "completion-time-\($0)" }
    let designs = Document.Table(
      "", columns: ["submit"] + names,
      rows: [["oneAtATime"] + (1...8).map { "\($0)h" }, ["allAtOnce"] + (1...8).map { "\($0)m" }])
    let lines = Self.text([.table(designs)], columns: 61).split(separator: "\n")
    #expect(
      lines.prefix(2) == [
        "submit              oneAtATime   allAtOnce", "completion-time-1           1h          1m",
      ])
    #expect(lines.count == 9)
    #expect(Self.text([.table(designs)], columns: 59).hasPrefix("oneAtATime\n  completion-time-1 1h;"))
  }

  @Test func aTableOfTextsIsNamedByTheFirst() {
    let table = Document.Table(
      "", columns: ["policy", "lint", "generated files", "budgets"],
      rows: [["Photos/bgpolicy.yaml", "1 warning, 1 note", "12 files current", "5 kept (commuter)"]],
      textColumns: 4)
    #expect(
      Self.text([.table(table)], columns: 48) == """
        Photos/bgpolicy.yaml
          lint 1 warning, 1 note;
          generated files 12 files current;
          budgets 5 kept (commuter)

        """)
  }

  @Test func aLastTextIsWrapped() {
    let table = Document.Table(texts: [
      ["limiter.base 1m", "reported: Device log of iOS 12.4, Apple Developer Forums"], ["seed 1", "given"],
    ])
    #expect(
      Self.text([.section("Assumptions", [.table(table)])], columns: 48) == """
        Assumptions
          limiter.base 1m  reported: Device log of iOS
                           12.4, Apple Developer Forums
          seed 1           given

        """)
  }

  @Test func aTextAcrossColumnsIsWrapped() {
    var table = Document.Table(
      "", columns: ["", "p50", "p95", "besides"],
      rows: [
        ["completion", "5h 44m", "14h 41m", ""], ["files", "half of all were there before the others"],
      ].map {
        $0.map { Document.Cell(text: $0) }
      })
    table.isOnTitleLine = true
    #expect(
      Self.text([.section("photos", [.table(table)])], columns: 42) == """
        photos            p50       p95   besides
          completion   5h 44m   14h 41m
          files       half of all were there
                      before the others

        """)
  }

  @Test func headingsAreWrapped() {
    let words = "Changes in Photos/bgpolicy.yaml since git:origin/main"
    #expect(
      Self.text([.chapter(words)], columns: 40) == "Changes in Photos/bgpolicy.yaml since\ngit:origin/main\n")
    #expect(Self.text([.chapter(words)], columns: nil) == words + "\n")
  }

  private static let calls = [
    "lint Tests/Fixtures/Lint/forty-findings.bgpolicy.yaml",
    "estimate Examples/Photos/bgpolicy.yaml --runs 20 --verbose",
    "gate Examples/Photos/bgpolicy.yaml Examples/Podcasts/bgpolicy.yaml --runs 20 --fail-on info",
    "diff Examples/Podcasts/bgpolicy.yaml Examples/Photos/bgpolicy.yaml --runs 20", "rules",
  ]

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")), arguments: [60, 80], calls)
  func linesFitTheTerminal(_ columns: Int, _ call: String) throws {
    #if os(Linux)
      let command = "stty cols \(columns); \"\(Tool.path)\" \(call) --color never 2>/dev/null"
      let output = try Shell.run(["script", "-qec", command, "/dev/null"], in: Project.root).output
      let lines = output.split(whereSeparator: \.isNewline).map { $0.split(separator: "\r").last ?? "" }
      #expect(lines.count > 10, "\(output)")
      for line in lines where DisplayText.width(of: String(line)) > columns {
        // The name of a file or a rule, an address, or a command to copy.
        var words = line.split(separator: " ").filter { !["-->", ":::", "|"].contains($0) && Int($0) == nil }
        // The label before an address or a location, such as `= documented:`.
        if words.count == 3, words[0] == "=", words[1].hasSuffix(":") { words.removeFirst(2) }
        // The location of a finding, and its severity with its rule.
        if words.count == 2, words[0].hasSuffix(":"), words[1].hasSuffix("]") { words.removeLast() }
        #expect(words.count == 1 || words.first == "bgpolicy", "\(columns) columns: \(line)")
      }
    #endif
  }

  @Test(arguments: [
    ("instead of 5.5 %, or 40 MB", ["instead of", "5.5 %, or", "40 MB"]),
    ("in 12 B runs", ["in 12 B runs"]),
    ("with 5.5 percent", ["with 5.5", "percent"]),
  ]) func aNumberStaysWithItsUnit(_ text: String, _ lines: [String]) {
    #expect(DisplayText.wrapped(text, width: 14) == lines)
  }
}
