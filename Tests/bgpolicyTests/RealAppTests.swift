import Foundation
import TestSupport
import Testing

/// The policies of real apps, typed as the apps are: each finding in them is judged by hand, in a table beside them.
@Suite struct RealAppTests {
  static let folder = "Tests/Fixtures/RealApps"
  static let table = "\(folder)/judgements.csv"

  static let policies: [String] = {
    let names = (try? Project.names(in: folder)) ?? []
    return names.filter { $0.hasSuffix(".bgpolicy.yaml") }
  }()

  @Test func areTwentyFiveAtLeast() {
    #expect(Self.policies.count >= 25)
  }

  /// Each says whose app it is, and which files were read.
  @Test(arguments: policies) func sayWhatWasRead(_ policy: String) throws {
    let text = try Project.text("\(Self.folder)/\(policy)")
    let comment = text.split(separator: "\n").prefix { $0.hasPrefix("# ") }.joined(separator: " ")
    #expect(comment.contains(#/at\s[0-9a-f]{7}/#))
  }

  @Test func haveEachFindingJudged() throws {
    let found = try Self.findings()
    let table = try JudgementTable(Project.text(Self.table))
    let missing = found.subtracting(table.judgements.map(\.finding))
    let obsolete = Multiset(table.judgements.map(\.finding)).subtracting(found.elements)
    guard !missing.isEmpty || !obsolete.isEmpty else { return }
    if Snapshot.isRecording {
      try table.with(found.elements).write(to: Project.path(Self.table))
    }
    Issue.record(
      """
      \(Self.table) is not about these findings.\
      \(missing.isEmpty ? "" : "\nAdd, with a verdict and a reason:\n" + missing.lines(verdict: "unjudged"))\
      \(obsolete.isEmpty ? "" : "\nRemove:\n" + obsolete.lines(verdict: ""))
      \(Snapshot.isRecording ? "Recorded: judge each row that is unjudged" : "RECORD_SNAPSHOTS=1 swift test writes the rows, unjudged")
      """)
  }

  @Test func haveNoFalseErrorAndHardlyAFalseWarning() throws {
    let judgements = try JudgementTable(Project.text(Self.table)).judgements
    let unjudged = judgements.filter { $0.verdict == .unjudged || $0.reason.isEmpty }
    #expect(unjudged.isEmpty, "Judge: \(Multiset(unjudged.map(\.finding)).lines(verdict: "…"))")
    let wrong = judgements.filter { $0.verdict == .false }
    let errors = wrong.filter { $0.finding.severity == "error" }
    #expect(errors.isEmpty, "\(Multiset(errors.map(\.finding)).lines(verdict: "false"))")
    // One in twenty, of what is no error.
    let others = judgements.count { $0.finding.severity != "error" }
    #expect(
      wrong.count * 20 <= others,
      "\(wrong.count) of \(others) warnings and notes are false: \(Multiset(wrong.map(\.finding)).lines(verdict: "false"))"
    )
  }

  /// Those without an error compile; an error that is true is no reason to write code.
  @Test(arguments: policies) func compile(_ policy: String) throws {
    let judgements = try JudgementTable(Project.text(Self.table)).judgements
    let broken = judgements.contains { $0.finding.file == policy && $0.finding.severity == "error" }
    let folder = try ScratchFolder()
    let result = try Tool.run(
      "compile", policy, "--output", folder.path, "--runs", "1", in: Project.path(Self.folder))
    #expect(result.status == (broken ? 1 : 0), "\(result.output)\(result.errors)")
    let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    #expect(files.isEmpty == broken)
  }

  /// What `lint` finds in all of them.
  private static func findings() throws -> Multiset {
    let result = try Tool.run(words: ["lint", "--format", "json"] + policies, in: Project.path(folder))
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    return Multiset(report.findings)
  }

  private struct Report: Decodable {
    let findings: [JudgedFinding]
  }
}

/// A finding as the table has it; two of one rule at one path are two rows.
struct JudgedFinding: Hashable, Decodable {
  let file: String
  let rule: String
  let path: String
  let severity: String

  var cells: [String] { [file, rule, path, severity] }
}

/// Findings, some of them more than once, in their order.
struct Multiset {
  let elements: [JudgedFinding]

  init(_ elements: [JudgedFinding]) {
    self.elements = elements
  }

  var isEmpty: Bool { elements.isEmpty }

  func subtracting(_ others: [JudgedFinding]) -> Multiset {
    var counts: [JudgedFinding: Int] = [:]
    for other in others { counts[other, default: 0] += 1 }
    return Multiset(
      elements.filter { element in
        guard let count = counts[element], count > 0 else { return true }
        counts[element] = count - 1
        return false
      })
  }

  func lines(verdict: String) -> String {
    elements.map { ($0.cells + (verdict.isEmpty ? [] : [verdict])).joined(separator: ",") }
      .joined(separator: "\n")
  }
}

/// The rows of judgements.csv.
struct JudgementTable {
  struct Linting {
    enum Verdict: String {
      /// It is so, and the app is better for knowing it.
      case `true`
      /// It is so, and costs the app nothing.
      case irrelevant
      /// It is not so.
      case `false`
      /// Nobody has looked at it.
      case unjudged
    }

    let finding: JudgedFinding
    let verdict: Verdict
    /// Why, in a sentence with its fact.
    let reason: String
  }

  let judgements: [Linting]

  private static let header = "file,rule,path,severity,verdict,reason"

  private struct UnreadableRow: Error {
    let row: String
  }

  private init(judgements: [Linting]) {
    self.judgements = judgements
  }

  /// The rows of a text: the reason comes last, between quotation marks.
  init(_ text: String) throws {
    let rows = text.split(separator: "\n")
    guard rows.first.map(String.init) == Self.header else {
      throw UnreadableRow(row: String(rows.first ?? ""))
    }
    judgements = try rows.dropFirst().map { row in
      let cells = row.split(separator: ",", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 6, let verdict = Linting.Verdict(rawValue: cells[4]),
        cells[5].count >= 2, cells[5].hasPrefix("\""), cells[5].hasSuffix("\"")
      else { throw UnreadableRow(row: String(row)) }
      return Linting(
        finding: JudgedFinding(file: cells[0], rule: cells[1], path: cells[2], severity: cells[3]),
        verdict: verdict,
        reason: String(cells[5].dropFirst().dropLast()).replacing("\"\"", with: "\""))
    }
  }

  /// The rows of these findings: what is judged stays so, what is new is unjudged.
  func with(_ findings: [JudgedFinding]) -> JudgementTable {
    var judged = Dictionary(grouping: judgements, by: \.finding)
    return JudgementTable(
      judgements: findings.map { finding in
        guard let known = judged[finding]?.first else {
          return Linting(finding: finding, verdict: .unjudged, reason: "")
        }
        judged[finding]?.removeFirst()
        return known
      })
  }

  func write(to path: String) throws {
    let rows = judgements.map { judgement in
      let reason = judgement.reason.replacing("\"", with: "\"\"")
      return (judgement.finding.cells + [judgement.verdict.rawValue, "\"\(reason)\""]).joined(separator: ",")
    }
    try Data(([Self.header] + rows).map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
  }
}
