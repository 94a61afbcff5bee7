import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

@testable import PolicyReports

/// Findings in a terminal: short, complete, and in readable colors.
@Suite struct FindingTextTests {
  private static func report(on example: RuleExample) -> LintReport {
    let text = example.policy.filter { $0 != "«" && $0 != "»" }
    let reading = PolicyReader.read(SourceText(name: "bgpolicy.yaml", text: text), appFiles: example.appFiles)
    let findings = Linter.findings(in: reading, on: RuleExample.day)
    return LintReport([LintReport.File(findings: findings, sources: reading.sources)], limit: .error)
  }

  /// Every rule's finding has at most nine lines. The last line is an address or a source, and no line is
  /// wider than the terminal except for a single long word.
  @Test(arguments: Catalog.rules.map(\.name)) func hasNineLines(_ name: RuleName) throws {
    for example in try #require(Catalog.rule(named: name)).triggers() {
      let text = Self.report(on: example).text(
        style: Style(isColored: false, columns: 80), withSummary: false)
      for finding in text.split(separator: "\n\n") {
        let lines = finding.split(separator: "\n", omittingEmptySubsequences: false).filter { $0 != "" }
        #expect(lines.count <= FindingText.mostLines, "\(finding)")
        #expect(
          lines.last?.contains(" = ") == true || lines.suffix(3).contains { $0.contains(" = ") }, "\(finding)"
        )
      }
    }
  }

  private static let policy = """
    schema: 1
    app: { name: A, bundleIdentifier: com.example.a }
    sessions:
      photos: { identifier: com.example.a.photos }
      twin:
        identifier: com.example.a.photos

    """

  private static func text(_ policy: String, _ style: Style) -> String {
    let reading = PolicyReader.read(SourceText(name: "bgpolicy.yaml", text: policy))
    let findings = Linter.findings(in: reading).filter { $0.severity == .error }
    return LintReport([LintReport.File(findings: findings, sources: reading.sources)], limit: .error).text(
      style: style, withSummary: false)
  }

  /// A related location is on a line of its own, in the order of the file.
  @Test func relatedLinesAreInOrder() {
    let lines = Self.text(Self.policy, Style(isColored: false, columns: 80)).split(separator: "\n").prefix(5)
    #expect(lines.first == "bgpolicy.yaml:6:17: error[session-identifier-duplicate]")
    #expect(
      lines.dropFirst(2).prefix(3).joined(separator: "\n") == """
        4 |   photos: { identifier: com.example.a.photos }  ← its identifier
        6 |     identifier: com.example.a.photos
          |                 ^^^^^^^^^^^^^^^^^^^^
        """, "\(lines.joined(separator: "\n"))")
  }

  /// If the text of a related location does not fit, only the location is shown.
  @Test func aLongRelatedLineIsNamed() {
    let long = Self.policy.replacing("photos }", with: "photos, timeoutIntervalForResource: 1d }")
    let text = Self.text(long, Style(isColored: false, columns: 60))
    #expect(text.contains("\n  = see: bgpolicy.yaml:4:3, the other declaration\n"), "\(text)")
  }

  @Test func framesAreBrightBlue() {
    let text = Self.text(Self.policy, Style(isColored: true, columns: 80))
    #expect(
      text.contains("\u{1B}[1;94m6 |\u{1B}[0m") && !text.contains("\u{1B}[34m"), "\(text.debugDescription)")
  }

  /// A location links to its file, whatever the working directory is.
  @Test func locationsLinkToFiles() {
    let style = Style(isColored: false, columns: 80, hasLinks: true, folder: "/a folder")
    #expect(
      Self.text(Self.policy, style).hasPrefix(
        "\u{1B}]8;;file:///a%20folder/bgpolicy.yaml\u{1B}\\bgpolicy.yaml:6:17\u{1B}]8;;\u{1B}\\: "))
  }

  @Test(arguments: [
    ("One. Two.", "One."), ("One", "One"), ("Since 1. 2 is none", "Since 1. 2 is none"),
    ("A name ends. `code` begins. End.", "A name ends."), ("", ""),
  ])
  func firstSentences(_ text: String, _ sentence: String) {
    #expect(text.firstSentence == sentence)
  }
}
