import AppFacts
import AppSources
import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// A rule is listed as undecided if it stays silent because a part of an app is not known, and only then.
@Suite struct UndecidedRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: Rule
    let example: RuleExample
    let number: Int

    var testDescription: String { "\(rule.name) \(number)" }
  }

  static let cases = Catalog.rules.filter { $0.family == .code }.flatMap { rule in
    rule.triggers().enumerated().map { Case(rule: rule, example: $1, number: $0) }
      .filter { $0.example.app?.name.hasSuffix(".swift") ?? true }
  }

  @Test(arguments: cases) func ruleThatNeedsAllCodeIsListedIfSomeIsUnread(_ one: Case) throws {
    try check(one) { $0.unread.append(UnreadFact(FactLocation(file: "Old.m"), reason: "It can't be read")) }
  }

  @Test(
    arguments: cases,
    [FactKind.taskRegistration, .taskRequest, .taskSubmission, .session])
  func ruleThatNeedsAllIdentifiersIsListedIfOneIsUnknown(_ one: Case, kind: FactKind) throws {
    // No code of the examples uses the type, so that no rule counts the fact. A task that a person has started keeps the app running,
    // whatever the identifier of the task is.
    let type = one.rule.name == "code-transfer-suspended" ? "processing" : "continuedProcessing"
    try check(one) { facts in
      let location = FactLocation(file: "App.swift", line: 1, column: 1)
      facts.code.append(
        CodeFact(
          kind, at: location,
          values: [
            FactEntry("identifier", FactValue(nil, .unresolved, at: location, expression: "name")),
            FactEntry("task", FactValue(.string(type), .literal, at: location)),
            FactEntry("error", FactValue(.string("caught"), .literal, at: location)),
          ]))
    }
  }

  /// What a handler does with its task, and the rules that are not decided.
  @Test(arguments: [
    ("Other.shared.finish(task)", ["bg-expiration-missing", "bg-completion-missing"]),
    ("task.expirationHandler = { cancel() }\n Other.shared.finish(task)", ["bg-completion-missing"]),
    ("task.setTaskCompleted(success: true)", []), ("print(task)", []),
  ])
  func rulesAboutTasksAreListedIfATaskGoesElsewhere(_ statements: String, rules: [String]) throws {
    let code = """
      import BackgroundTasks
      public func register() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
          \(statements)
        }
      }
      """
    let target = TargetFact(
      name: "Example", kind: .app, location: FactLocation(file: "Example.xcodeproj/project.pbxproj"),
      configurations: [ConfigurationFact(name: "Release")], sources: ["App.swift"])
    let facts = AppFacts(
      targets: [target], code: CodeReader.facts(of: [SourceFile(path: "App.swift", text: code)]),
      files: ["App.swift"])
    let one = try #require(Self.cases.first { $0.rule.name == "bg-expiration-missing" })
    let listed = Linter.undecidedRules(in: reading(one, facts, code)).flatMap(\.rules)
    #expect(listed == rules.map { RuleName($0) })
  }

  private func check(_ one: Case, _ change: (inout AppFacts) -> Void) throws {
    let code = MarkedText(String(decoding: try #require(one.example.app).bytes, as: UTF8.self)).text
    var release = ConfigurationFact(name: "Release")
    release.checksIsolation = one.example.checksIsolation
    release.infoPlistValues = [one.example.turnedOffKey].compactMap(\.self).map { key in
      FactEntry(key, FactValue(.bool(false), .literal, at: FactLocation(file: "Info.plist")))
    }
    let target = TargetFact(
      name: "Example", kind: one.example.target,
      location: FactLocation(file: "Example.xcodeproj/project.pbxproj"), configurations: [release],
      sources: ["App.swift"])
    var facts = AppFacts(
      targets: [target], code: CodeReader.facts(of: [SourceFile(path: "App.swift", text: code)]),
      files: ["App.swift"])
    let before = reading(one, facts, code)
    change(&facts)
    let after = reading(one, facts, code)
    let isSilent = !Linter.findings(in: after, on: RuleExample.day).contains { $0.name == one.rule.name }
    let isListed = Linter.undecidedRules(in: after).contains { $0.rules.contains(one.rule.name) }
    // A rule may report some findings with certainty, and be listed because of other findings.
    #expect(!isSilent || isListed, "It is silent without a word")
    if !isListed {
      let counts = [before, after].map { reading in
        Linter.findings(in: reading, on: RuleExample.day).count { $0.name == one.rule.name }
      }
      #expect(counts[0] == counts[1])
    }
  }

  /// Findings at facts of a file whose text can't be read have no place, so the file counts as unread.
  @Test func aFileWithFactsAndWithoutATextIsAnError() throws {
    let code = "let identifier = BGAppRefreshTaskRequest(identifier: \"a\")\n"
    let facts = AppFacts(
      code: CodeReader.facts(of: [SourceFile(path: "App.swift", text: code)]), files: ["App.swift"])
    for bytes in [Array(code.utf8), nil] {
      var reading = PolicyReader.read(
        SourceText(name: "policy.yaml", text: "schema: 1\napp: { name: A, bundleIdentifier: a.b }\n"))
      reading.add(app: .success(AppReading(facts, in: "", bytes: { _ in bytes })))
      let finding = Linter.findings(in: reading, on: RuleExample.day).first(where: \.isAboutUnreadCode)
      #expect((finding?.severity == .error) == (bytes == nil))
      if let finding { #expect(finding.diagnostic.message.contains("App.swift")) }
    }
  }

  private func reading(_ one: Case, _ facts: AppFacts, _ code: String) -> PolicyReading {
    var reading = PolicyReader.read(
      SourceText(name: "policy.yaml", text: MarkedText(one.example.policy).text))
    reading.add(app: .success(AppReading(facts, in: "", bytes: { _ in Array(code.utf8) })))
    return reading
  }
}
