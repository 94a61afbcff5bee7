import AppFacts
import AppProjects
import AppSources
import PlatformFacts
import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// The examples of the rules about code, which are their documentation, are also their tests.
@Suite struct CodeRuleExampleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: Rule
    let example: RuleExample
    let number: Int

    var testDescription: String { "\(rule.name) \(number)" }
  }

  private static func cases(_ examples: (Rule) -> [RuleExample]) -> [Case] {
    Catalog.rules.flatMap { rule in
      examples(rule).enumerated().filter { $1.app != nil }.map { Case(rule: rule, example: $1, number: $0) }
    }
  }

  static let triggers = cases { $0.triggers() }
  static let passes = cases { $0.passes() }

  @Test(arguments: triggers) func triggerIsFoundAtItsMarks(_ example: Case) throws {
    let policy = MarkedText(example.example.policy)
    let app = try #require(example.example.app)
    let code = MarkedText(String(decoding: app.bytes, as: UTF8.self))
    let found = findings(policy.text, app.name, code.text, of: example).map(\.diagnostic.span)
    for (source, spans) in [policy.spans, code.spans].enumerated() {
      let here = found.filter { Int($0.source.index) == source }.map(\.range)
      #expect(
        here.sorted { $0.lowerBound < $1.lowerBound } == spans,
        "\(here.map { code.text.utf8.dropFirst($0.lowerBound).prefix(20).map { String(UnicodeScalar($0)) }.joined() })"
      )
    }
  }

  @Test(arguments: passes) func passIsSilent(_ example: Case) throws {
    let app = try #require(example.example.app)
    let found = findings(
      example.example.policy, app.name, String(decoding: app.bytes, as: UTF8.self), of: example)
    #expect(found.map(\.diagnostic.message) == [])
  }

  @Test func rulesAboutCodeHaveExamples() {
    for rule in Catalog.rules where rule.family == .code {
      #expect(!rule.triggers().isEmpty && !rule.passes().isEmpty, "\(rule.name)")
    }
  }

  // MARK: - Suppressions

  private static let refresh = """
    schema: 1
    app: { name: Example, bundleIdentifier: com.example }
    tasks:
      refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
    """

  @Test(arguments: [
    ("// bgpolicy:ignore bg-submit-error-ignored -- it is logged elsewhere\n", "", true),
    ("", "  // bgpolicy:ignore bg-submit-error-ignored -- it is logged elsewhere", true),
    ("// bgpolicy:ignore bg-cancels-all -- another rule\n", "", false),
    ("// bgpolicy:ignore bg-submit-error-ignored -- too far above\n\n", "", false),
  ])
  func commentSuppressesTheFindingOfItsLine(_ before: String, after: String, isSuppressed: Bool) throws {
    let code = """
      import BackgroundTasks

      public func schedule() {
      \(before)try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))\(after)
      }
      """
    let findings = findings(Self.refresh, "App.swift", code)
    let finding = try #require(findings.first { $0.rule.name == "bg-submit-error-ignored" })
    #expect(finding.counts == !isSuppressed)
    #expect(findings.contains { $0.rule.name == "suppression-unused" } == !isSuppressed)
  }

  @Test func commentWithoutAReasonIsReported() {
    let code =
      "import BackgroundTasks\n// bgpolicy:ignore bg-cancels-all\nBGTaskScheduler.shared.cancelAllTaskRequests()\n"
    let malformed = findings(Self.refresh, "App.swift", code).filter {
      $0.rule.name == "suppression-malformed"
    }
    #expect(malformed.map(\.diagnostic.message) == ["The suppression has no reason"])
  }

  // MARK: - Linting

  /// The languages that are not read as a whole, by the end of a file's name.
  private static let languages: [String: PluginFunction.Language] = [
    ".cs": .cSharp, ".dart": .dart, ".kt": .kotlin, ".tsx": .javaScript,
  ]

  private func findings(_ policy: String, _ path: String, _ code: String, of example: Case) -> [Finding] {
    findings(
      policy, path, code, kind: example.example.target, checksIsolation: example.example.checksIsolation,
      turnedOffKey: example.example.turnedOffKey
    )
    .filter { $0.rule.name == example.rule.name }
  }

  private func findings(
    _ policy: String, _ path: String, _ code: String, kind: TargetFact.Kind = .app,
    checksIsolation: Bool = false, turnedOffKey: String? = nil
  ) -> [Finding] {
    var release = ConfigurationFact(name: "Release")
    release.checksIsolation = checksIsolation
    if let turnedOffKey {
      release.infoPlistValues = [
        FactEntry(turnedOffKey, FactValue(.bool(false), .literal, at: FactLocation(file: "Info.plist")))
      ]
    }
    let target = TargetFact(
      name: "Example", kind: kind, location: FactLocation(file: "Example.xcodeproj/project.pbxproj"),
      configurations: [release], sources: [path])
    var facts = AppFacts(targets: [target], files: [path])
    if let language = Self.languages.first(where: { path.hasSuffix($0.key) })?.value {
      let location = FactLocation(file: path)
      let calls = ScriptCalls.all(in: path, Array(code.utf8), language)
      facts.languages = [LanguageFact(language, count: 1, at: location, calls: calls)]
    } else {
      facts.code = CodeReader.facts(of: [SourceFile(path: path, text: code)])
    }
    var reading = PolicyReader.read(SourceText(name: "policy.yaml", text: policy))
    reading.add(app: .success(AppReading(facts, in: "", bytes: { _ in Array(code.utf8) })))
    return Linter.findings(in: reading, on: RuleExample.day)
  }
}
