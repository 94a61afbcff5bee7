import PolicySyntax
import TestSupport
import Testing

@testable import PolicyReports

/// How documents are written.
@Suite struct DocumentTests {
  private static let document = Document(blocks: [
    .subject("All about *"),
    .chapter("1. Names"),
    .title("a_rule", ["BGP|1", "error"]),
    .paragraph("1. `$(NAME)` <b>stays</b> [as](it) \\ is & so\ndoes # this"),
    .paragraph("# no heading"),
    .paragraph("10) no list"),
    .policy("# ```` fences\n```\nkey: '|'"),
    .list([Document.Item(text: "- first", details: ["+ second", "> third"]), Document.Item(text: "other")]),
    .table(
      columns: ["Name", "What | it is"],
      rows: [
        [Document.Cell(text: "a_rule", title: "a_rule"), Document.Cell(text: "x | y\nz")],
        [Document.Cell(text: "long name"), Document.Cell(text: "")],
      ]),
  ])

  /// A document with every other kind of block, as in reports.
  private static let report = Document(
    blocks: [
      .report(
        "bgpolicy <test>", headline: "Test of \(code: "a|b`c"), #3", result: "1. \(strong: "all") * good"),
      .section(
        "1. A part",
        [.table(figures), .prose("by \(code: "a & b") and \("a link", address: "https://a.b/c")")]),
      .section(nil, [.table(Document.Table(texts: [["kept", "a_b"], [.verdict("broken", .error), "c"]]))]),
      .entries([.init(name: "why", text: RichText(words)), .init(name: "rests on", text: "+ <that>")]),
      .code("--- a\n+++ b\n-<old>\n+new\n", .diff), .code("run this", .shell),
      .folded(
        "Left <out>", [.list([Document.Item("\(code: "x_y"): \(words)"), Document.Item("#4 @you :100:")])]),
      .prose(
        "Each of these was tried alone, so that the next step is to run \(command: "bgpolicy advise --apply 1")."
      ),
      .label("+ Done: 1. now"),
    ], isForComments: true)

  private static let words = String(repeating: "a sentence that goes on, ", count: 5) + "and ends"

  private static let figures: Document.Table = {
    var table = Document.Table(
      "What it <costs>", columns: ["", "p50", "p95", "besides"],
      rows: [
        ["time | item", "1m", "12h 30m", "first"].map { Document.Cell(text: $0) },
        [Document.Cell(text: "spread"), Document.Cell(text: "▁▂▇  of all")], [Document.Cell(text: words)],
        ["", "2.5 kB", "+3", ""].map { Document.Cell(text: $0) },
      ])
    table.isOnTitleLine = true
    return table
  }()

  @Test func reportsAreTheSameInEveryFormat() throws {
    Snapshot.check(Self.report.markdown, against: "Tests/Fixtures/Explain/report.md")
    Snapshot.check(
      Self.report.text(style: Style(isColored: false)), against: "Tests/Fixtures/Explain/report.txt")
    Snapshot.check(try Self.body(of: Self.report.html), against: "Tests/Fixtures/Explain/report.html")
  }

  @Test func pagesKeepTextsAsTheyAre() throws {
    Snapshot.check(try Self.body(of: Self.document.html), against: "Tests/Fixtures/Explain/document.html")
  }

  /// The visible text of a page. Throws unless the page is well-formed.
  private static func body(of page: String) throws -> String {
    #expect(try PageDocument(page).elements.first?.name == "html")
    return String(page[try #require(page.firstRange(of: "<body>")).lowerBound...])
  }

  @Test(arguments: [
    (title: "short", lines: ["\u{1B}[1mshort\u{1B}[0m     \u{1B}[2mp50\u{1B}[0m"]),
    ("a longer title", ["\u{1B}[1ma longer title\u{1B}[0m", "  \u{1B}[2m        p50\u{1B}[0m"]),
  ])
  func headsStandBesideATitleThatHasRoom(_ example: (title: String, lines: [String])) {
    var table = Document.Table(columns: ["", "p50"], rows: [["a row", "1"]])
    table.isOnTitleLine = true
    let document = Document(blocks: [.section(example.title, [.table(table)])])
    let lines = document.text(style: Style(isColored: true)).split(separator: "\n").map(String.init)
    #expect(lines == example.lines + ["  a row     1"])
  }

  @Test func markdownKeepsTextsAsTheyAre() {
    Snapshot.check(Self.document.markdown, against: "Tests/Fixtures/Explain/document.md")
  }

  @Test func textKeepsTextsAsTheyAre() {
    Snapshot.check(
      Self.document.text(style: Style(isColored: false)), against: "Tests/Fixtures/Explain/document.txt")
  }

  /// A character that would move the cursor or change the text direction is written as an escape in every
  /// format.
  @Test func hostileCharactersAreSpeltOut() {
    let hostile = "a\u{1B}[2Jb\u{202E}c"
    let document = Document(blocks: [
      .subject(hostile), .chapter(hostile), .title(hostile, [hostile]), .label(hostile), .paragraph(hostile),
      .policy(hostile), .list([Document.Item(text: hostile, details: [hostile])]),
      .table(columns: [hostile], rows: [[Document.Cell(text: hostile)]]),
      .report(hostile, headline: .code(hostile), result: .strong(hostile)),
      .section(hostile, [.prose(.verdict(hostile, .error))]), .folded(hostile, []),
      .entries([.init(name: hostile, text: RichText(hostile))]), .code(hostile, .diff),
    ])
    for text in [document.markdown, document.text(style: Style(isColored: false)), document.html] {
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(text)")
    }
  }
}
