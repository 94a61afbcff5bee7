import PolicyLint
import PolicyModel
import PolicySyntax
import Testing

/// Findings that several paths to a text share are reported once.
@Suite struct ReportedOnceTests {
  static let head = """
    schema: 1
    app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" } }

    """

  /// Two sessions that share one mapping, so the header of the mapping gives both sessions the same finding.
  static let aliased =
    head + """
      sessions:
        api: &api { type: default, httpAdditionalHeaders: { Host: example.com } }
        feed: *api
        images: { <<: *api }
      """

  @Test func severalWaysToOneTextAreOneFinding() throws {
    let found = findings(in: Self.aliased).findings.filter { $0.name == "session-reserved-header" }
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(
      [finding.diagnostic.path] + finding.diagnostic.furtherPaths == [
        "sessions.api.httpAdditionalHeaders.Host", "sessions.feed.httpAdditionalHeaders.Host",
        "sessions.images.httpAdditionalHeaders.Host",
      ])
  }

  /// A key with an invalid value is not missing: rules about the absent key report nothing. Without the key, these rules report their
  /// findings.
  @Test(
    arguments: [
      (
        "tasks:\n  refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true§, earliestBegin: soonish§ }",
        "bg-refresh-floor"
      ),
      (
        "sessions:\n  library: { identifier: com.example.library§, timeoutIntervalForResource: soonish§ }",
        "session-resource-timeout-implicit"
      ),
    ]) func anInvalidValueIsNotMissing(_ text: String, rule: String)
  {
    let parts = text.split(separator: "§", omittingEmptySubsequences: false)
    let invalid = findings(in: Self.head + parts.joined() + "\n").findings.map { "\($0.name)" }
    #expect(invalid.contains("policy-bad-value"))
    #expect(!invalid.contains(rule), "\(invalid)")
    let absent = findings(in: Self.head + parts[0] + parts[2] + "\n").findings.map { "\($0.name)" }
    #expect(absent.contains(rule), "\(absent)")
  }

  @Test func baselineHoldsEachWay() throws {
    let (found, sources) = findings(in: Self.aliased)
    let baseline = Baseline(of: found.map { ($0, sources) })
    #expect(
      baseline.entries.filter { $0.entry.rule == "session-reserved-header" }.map(\.entry.path) == [
        "sessions.api.httpAdditionalHeaders.Host", "sessions.feed.httpAdditionalHeaders.Host",
        "sessions.images.httpAdditionalHeaders.Host",
      ])
    var known = found
    var rest = baseline
    rest.apply(to: &known, in: sources)
    #expect(known.allSatisfy { !$0.counts })
    #expect(rest.entries.isEmpty)
  }

  @Test func newWayToAKnownTextCounts() {
    let (found, sources) = findings(in: Self.aliased)
    var baseline = Baseline(of: found.map { ($0, sources) })
    var (later, laterSources) = findings(in: Self.aliased + "\n  more: *api\n")
    baseline.apply(to: &later, in: laterSources)
    #expect(later.filter { $0.name == "session-reserved-header" }.map(\.counts) == [true])
  }

  static let sessions =
    head + """
      sessions:
        library: { identifier: com.example.library }
        videos: { identifier: com.example.videos }
        books: { identifier: com.example.books }
      """

  @Test func notesThatCostNothingAreOne() throws {
    let found = findings(in: Self.sessions).findings
    let name: RuleName = "session-resource-timeout-implicit"
    #expect(found.count { $0.name == name } == 3)
    let folded = found.folded.filter { $0.name == name }
    let finding = try #require(folded.first)
    #expect(folded.count == 1)
    #expect(finding.diagnostic.path == "sessions.library")
    #expect(finding.diagnostic.message.hasSuffix("; likewise videos, books"))
    #expect(finding.diagnostic.related.count == 2)
    let fixed = finding.diagnostic.fixes[0].edits.applied(
      to: Array(Self.sessions.utf8), of: SourceID(index: 0))
    #expect(!findings(in: String(decoding: fixed, as: UTF8.self)).findings.contains { $0.name == name })
  }

  @Test func namesBeyondFiveAreCounted() throws {
    let sessions = (0..<8).map { "  s\($0): { identifier: com.example.s\($0) }\n" }.joined()
    let folded = findings(in: Self.head + "sessions:\n" + sessions).findings.folded
    let finding = try #require(folded.first { $0.name == "session-resource-timeout-implicit" })
    #expect(finding.diagnostic.message.hasSuffix("; likewise s1, s2, s3, s4, s5 and 2 more"))
    #expect(finding.diagnostic.related.count == 7)
  }

  @Test func suppressedOneStaysByItself() {
    let text = Self.sessions.replacing(
      "com.example.videos }",
      with: "com.example.videos } # bgpolicy:ignore session-resource-timeout-implicit -- a week is right")
    let found = findings(in: text).findings.folded.filter { $0.name == "session-resource-timeout-implicit" }
    #expect(found.map(\.counts) == [true, false])
    #expect(found.first?.diagnostic.message.hasSuffix("; likewise books") == true)
  }

  @Test func otherRulesAndErrorsStayApart() {
    let text =
      Self.head + """
        sessions:
          a: { identifier: " " }
          b: { identifier: " " }
        """
    let found = findings(in: text).findings.folded
    #expect(found.count { $0.name == "session-identifier-empty" } == 2)
  }
}
