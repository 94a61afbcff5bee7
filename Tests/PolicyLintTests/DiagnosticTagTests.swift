import PolicyLint
import PolicySyntax
import Testing

/// The kinds of problems that editors fade out or strike through.
@Suite struct DiagnosticTagTests {
  private static let tagged: [(tags: DiagnosticTags, rules: [RuleName])] = [
    (
      .unnecessary,
      [
        "suppression-unused", "session-waits-for-connectivity-noop", "session-discretionary-noop",
        "session-launch-events-noop", "session-launch-events-redundant", "session-custom-protocol-classes",
        "session-cache-policy-noop", "bg-mode-fetch-unused", "bg-mode-processing-unused", "bg-mode-platform",
        "bg-mode-macos", "bg-mode-listed-twice", "bg-continued-earliest-begin", "bg-refresh-has-constraints",
        "bg-identifier-listed-twice", "bg-mode-remote-notification-unused", "bg-per-day-noop",
        "task-key-noop", "task-earliest-begin-foreground", "transfer-starter-decides", "transfer-source-noop",
        "entitlement-unused", "code-mode-unused",
      ]
    ),
    (
      .deprecated,
      [
        "session-service-voip-deprecated", "session-extended-idle-deprecated",
        "session-pipelining-deprecated", "session-tls-legacy-property", "bg-mode-legacy",
        "bg-legacy-fetch-deprecated", "bg-submit-deprecated",
      ]
    ),
  ]

  @Test(arguments: tagged) func rulesHaveTheirTags(_ tags: DiagnosticTags, _ rules: [RuleName]) {
    #expect(Catalog.rules.filter { $0.tags == tags }.map(\.name).sorted() == rules.sorted())
  }

  @Test func allOtherRulesHaveNone() {
    let tagged = Set(Self.tagged.flatMap(\.rules))
    #expect(Catalog.rules.filter { !tagged.contains($0.name) && !$0.tags.isEmpty }.map(\.name) == [])
  }

  /// A rule whose name has a typical ending has the tag of the ending, so a new rule can't lack the tag.
  @Test(
    arguments: [
      ("-noop", .unnecessary), ("-unused", .unnecessary), ("-redundant", .unnecessary),
      ("-listed-twice", .unnecessary), ("-deprecated", .deprecated),
    ] as [(String, DiagnosticTags)]) func namesSayTheTag(_ ending: String, _ tag: DiagnosticTags)
  {
    let rules = Catalog.rules.filter { $0.name.text.hasSuffix(ending) }
    #expect(!rules.isEmpty)
    #expect(rules.filter { !$0.tags.contains(tag) }.map(\.name) == [])
  }

  @Test(
    arguments: [
      ([], []), (.unnecessary, ["unnecessary"]), (.deprecated, ["deprecated"]),
      ([.deprecated, .unnecessary], ["unnecessary", "deprecated"]),
    ] as [(DiagnosticTags, [String])]) func tagsHaveNames(_ tags: DiagnosticTags, _ names: [String])
  {
    #expect(tags.names == names)
  }
}
