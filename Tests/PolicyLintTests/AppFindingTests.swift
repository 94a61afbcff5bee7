import PolicyLint
import PolicySyntax
import TestSupport
import Testing

/// What `import`, `lint` and `drift` say of public apps, looked at by hand beside the sources, which are not here: the table has locations,
/// verdicts and reasons.
@Suite struct AppFindingTests {
  private static let table = "Tests/Fixtures/RealApps/app-findings.csv"
  private static let header = "repository,commit,rule,severity,location,verdict,reason"

  struct Row: Sendable {
    enum Verdict: String {
      /// It is so, and the app is better for knowing it.
      case `true`
      /// It is so, and costs the app nothing.
      case irrelevant
      /// It is so as long as a value that import left open, and says so, is not written.
      case open
      /// It is not so.
      case `false`
      /// The app has this fault, and no finding names it.
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
    for row in try Self.rows() {
      #expect(Catalog.rule(named: row.rule) != nil, "\(row.rule) at \(row.location)")
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
