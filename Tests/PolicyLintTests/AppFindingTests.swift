import PolicyLint
import PolicySyntax
import TestSupport
import Testing

/// The findings of `import`, `lint` and `drift` in public apps, checked by hand. The sources of the apps are not in this repository. A table
/// has the locations, verdicts and reasons.
@Suite struct AppFindingTests {
  private static let table = "Tests/Fixtures/RealApps/app-findings.csv"
  private static let header = "repository,commit,rule,severity,location,verdict,reason"

  struct Row: Sendable {
    enum Verdict: String {
      /// The finding is correct, and helps the app's developers.
      case `true`
      /// The finding is correct, but its subject does no harm to the app.
      case irrelevant
      /// The finding is correct until someone writes a value that import left open and marked as open.
      case open
      /// The finding is wrong.
      case `false`
      /// The app has this fault, but no finding reports the fault.
      case missed
    }

    let repository: String
    let commit: String
    let rule: RuleName
    let severity: Severity
    let location: String
    let verdict: Verdict
    let reason: String

    init?(_ line: Substring) {
      let cells = line.split(separator: ",", maxSplits: 6, omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 7, let severity = Severity(rawValue: cells[3]),
        let verdict = Verdict(rawValue: cells[5])
      else { return nil }
      repository = cells[0]
      commit = cells[1]
      rule = RuleName(cells[2])
      self.severity = severity
      location = cells[4]
      self.verdict = verdict
      reason = cells[6]
    }
  }

  private static func rows() throws -> [Row] {
    let lines = try Project.text(table).split(separator: "\n")
    try #require(lines.first.map(String.init) == header)
    return try lines.dropFirst().map { line in try #require(Row(line), "\(line)") }
  }

  @Test func rowsSayWhatWasFound() throws {
    let rules = Set((Catalog.rules + Catalog.gateRules).map(\.name))
    for row in try Self.rows() {
      #expect(rules.contains(row.rule), "\(row.rule) at \(row.location)")
      #expect(row.commit.wholeMatch(of: #/[0-9a-f]{40}/#) != nil, "\(row.location)")
      #expect(row.location.wholeMatch(of: #/.+:[1-9][0-9]*/#) != nil, "\(row.location)")
      #expect(row.reason.wholeMatch(of: #/"[^"]{10,}"/#) != nil, "\(row.location)")
    }
  }

  @Test func mostAppsAreThere() throws {
    #expect(Set(try Self.rows().map(\.repository)).count >= 25)
  }

  @Test func fewFindingsAreFalse() throws {
    let rows = try Self.rows().filter { $0.verdict != .missed }
    #expect(rows.count { $0.verdict == .false } * 20 <= rows.count)
  }

  @Test func noErrorIsFalse() throws {
    let wrong = try Self.rows().filter { $0.severity == .error && $0.verdict == .false }
    #expect(wrong.isEmpty, "\(wrong.map { "\($0.repository) \($0.location) \($0.rule)" })")
  }
}
