import Foundation
import TestSupport
import Testing

/// The policies of real apps. A table next to the policies has a verdict on each finding, checked by hand.
@Suite struct RealAppTests {
  static let folder = "Tests/Fixtures/RealApps"
  static let table = "\(folder)/verdicts.csv"

  static let policies: [String] = {
    let names = (try? Project.names(in: folder)) ?? []
    return names.filter { $0.hasSuffix(".bgpolicy.yaml") }
  }()

  @Test func areTwentyFiveAtLeast() {
    #expect(Self.policies.count >= 25)
  }

  /// Each policy names its app and the files that were read.
  @Test(arguments: policies) func sayWhatWasRead(_ policy: String) throws {
    let text = try Project.text("\(Self.folder)/\(policy)")
    let comment = text.split(separator: "\n").prefix { $0.hasPrefix("# ") }.joined(separator: " ")
    #expect(comment.contains(#/at\s[0-9a-f]{7}/#))
  }

  @Test func haveAVerdictOnEachFinding() throws {
    let found = try Self.findings()
    let table = try VerdictTable(Project.text(Self.table))
    let missing = found.subtracting(table.verdicts.map(\.finding))
    let obsolete = Multiset(table.verdicts.map(\.finding)).subtracting(found.elements)
    guard !missing.isEmpty || !obsolete.isEmpty else { return }
    if Snapshot.isRecording {
      try table.with(found.elements).write(to: Project.path(Self.table))
    }
    Issue.record(
      """
      \(Self.table) is not about these findings.\
      \(missing.isEmpty ? "" : "\nAdd, with a verdict and a reason:\n" + missing.lines(verdict: "unjudged"))\
      \(obsolete.isEmpty ? "" : "\nRemove:\n" + obsolete.lines(verdict: ""))
      \(Snapshot.isRecording ? "Recorded: give each row that is unjudged a verdict" : "RECORD_SNAPSHOTS=1 swift test writes the rows, unjudged")
      """)
  }

  @Test func haveNoFalseErrorAndHardlyAFalseWarning() throws {
    let verdicts = try VerdictTable(Project.text(Self.table)).verdicts
    let unjudged = verdicts.filter { $0.verdict == .unjudged || $0.reason.isEmpty }
    #expect(unjudged.isEmpty, "Without a verdict: \(Multiset(unjudged.map(\.finding)).lines(verdict: "…"))")
    let wrong = verdicts.filter { $0.verdict == .false }
    let errors = wrong.filter { $0.finding.severity == "error" }
    #expect(errors.isEmpty, "\(Multiset(errors.map(\.finding)).lines(verdict: "false"))")
    // At most one in twenty of the findings that are not errors may be wrong.
    let others = verdicts.count { $0.finding.severity != "error" }
    #expect(
      wrong.count * 20 <= others,
      "\(wrong.count) of \(others) warnings and notes are false: \(Multiset(wrong.map(\.finding)).lines(verdict: "false"))"
    )
  }

  /// Policies without an error compile. A correct error prevents generating code.
  @Test(arguments: policies) func compile(_ policy: String) throws {
    let verdicts = try VerdictTable(Project.text(Self.table)).verdicts
    let broken = verdicts.contains { $0.finding.file == policy && $0.finding.severity == "error" }
    let folder = try ScratchFolder()
    let result = try Tool.run(
      "compile", policy, "--output", folder.path, "--runs", "1", in: Project.path(Self.folder))
    #expect(result.status == (broken ? 1 : 0), "\(result.output)\(result.errors)")
    let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    #expect(files.isEmpty == broken)
  }

  /// The findings of `lint` in all policies.
  private static func findings() throws -> Multiset {
    let result = try Tool.run(words: ["lint", "--format", "json"] + policies, in: Project.path(folder))
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    return Multiset(report.findings)
  }

  private struct Report: Decodable {
    let findings: [KnownFinding]
  }
}

/// A finding as a row of the table. Two findings of one rule at the same path have two rows.
struct KnownFinding: Hashable, Decodable {
  let file: String
  let rule: String
  let path: String
  let severity: String

  var cells: [String] { [file, rule, path, severity] }
}

/// Findings in order, with repetitions.
struct Multiset {
  let elements: [KnownFinding]

  init(_ elements: [KnownFinding]) {
    self.elements = elements
  }

  var isEmpty: Bool { elements.isEmpty }

  func subtracting(_ others: [KnownFinding]) -> Multiset {
    var counts: [KnownFinding: Int] = [:]
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

/// The rows of verdicts.csv.
struct VerdictTable {
  struct Row {
    enum Verdict: String {
      /// The finding is correct and useful.
      case `true`
      /// The finding is correct, but has no cost for the app.
      case irrelevant
      /// The finding is wrong.
      case `false`
      /// No person has checked the finding.
      case unjudged
    }

    let finding: KnownFinding
    let verdict: Verdict
    /// The reason, in a sentence with a fact.
    let reason: String
  }

  let verdicts: [Row]

  private static let header = "file,rule,path,severity,verdict,reason"

  private struct UnreadableRow: Error {
    let row: String
  }

  private init(verdicts: [Row]) {
    self.verdicts = verdicts
  }

  /// The rows of a text. The reason is last, in quotation marks.
  init(_ text: String) throws {
    let rows = text.split(separator: "\n")
    guard rows.first.map(String.init) == Self.header else {
      throw UnreadableRow(row: String(rows.first ?? ""))
    }
    verdicts = try rows.dropFirst().map { row in
      let cells = row.split(separator: ",", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 6, let verdict = Row.Verdict(rawValue: cells[4]),
        cells[5].count >= 2, cells[5].hasPrefix("\""), cells[5].hasSuffix("\"")
      else { throw UnreadableRow(row: String(row)) }
      return Row(
        finding: KnownFinding(file: cells[0], rule: cells[1], path: cells[2], severity: cells[3]),
        verdict: verdict,
        reason: String(cells[5].dropFirst().dropLast()).replacing("\"\"", with: "\""))
    }
  }

  /// The table for these findings. Known verdicts are kept, and a new finding has the verdict `unjudged`.
  func with(_ findings: [KnownFinding]) -> VerdictTable {
    var known = Dictionary(grouping: verdicts, by: \.finding)
    return VerdictTable(
      verdicts: findings.map { finding in
        guard let first = known[finding]?.first else {
          return Row(finding: finding, verdict: .unjudged, reason: "")
        }
        known[finding]?.removeFirst()
        return first
      })
  }

  func write(to path: String) throws {
    let rows = verdicts.map { row in
      let reason = row.reason.replacing("\"", with: "\"\"")
      return (row.finding.cells + [row.verdict.rawValue, "\"\(reason)\""]).joined(separator: ",")
    }
    try Data(([Self.header] + rows).map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
  }
}
