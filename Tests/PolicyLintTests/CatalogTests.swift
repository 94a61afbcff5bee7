import Foundation
import PlatformFacts
import PolicyLint
import PolicySyntax
import Testing

@Suite struct CatalogTests {
  @Test func holdsOneRuleForEachFile() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/PolicyLint/Rules")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      .compactMap { ($0 as? URL)?.lastPathComponent }
      .filter { $0.hasSuffix(".swift") }
      .map { String($0.dropLast(".swift".count)) }
    let fromNames = Catalog.rules.map { rule in
      rule.name.text.split(separator: "-").joined().lowercased()
    }
    #expect(Set(files.map { $0.lowercased() }) == Set(fromNames))
    #expect(files.count == Catalog.rules.count)
  }

  /// A rule's family is the folder of its file.
  @Test func familiesAreTheFolders() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/PolicyLint/Rules")
    for rule in Catalog.rules {
      let file = rule.name.text.split(separator: "-").joined() + ".swift"
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: rule.family.rawValue).path)
      #expect(
        names.contains { $0.lowercased() == file },
        "\(rule.code) counts as \(rule.family.rawValue), and its file is elsewhere")
    }
  }

  @Test func isSortedByCodesThatAreUsedOnce() {
    #expect(Catalog.rules.map(\.code) == Catalog.rules.map(\.code).sorted())
    let rules = Catalog.rules + Catalog.gateRules
    #expect(Set(rules.map(\.code)).count == rules.count)
    #expect(Set(rules.map(\.name)).count == rules.count)
  }

  @Test(arguments: Catalog.rules.map(\.name.text)) func ruleIsComplete(_ name: String) throws {
    let rule = try #require(Catalog.rule(name))
    #expect(!rule.triggers().isEmpty)
    #expect(!rule.passes().isEmpty)
    #expect(!rule.citations.isEmpty)
    #expect(!rule.summary.hasSuffix("."))
    #expect(rule.why.hasSuffix("."))
    #expect(rule.name.text.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    if rule.confidence == .assumed || rule.confidence == .reported { #expect(rule.severity != .error) }
  }

  @Test(arguments: Catalog.rules.map(\.name.text)) func guideIsComplete(_ name: String) throws {
    let rule = try #require(Catalog.rule(name))
    for text in [rule.guide.symptom, rule.guide.ignoreWhen].compactMap({ $0 }) {
      #expect(text.first?.isUppercase == true && text.hasSuffix("."), "\(text)")
    }
    #expect(rule.guide.seenIn.isEmpty || rule.guide.symptom != nil)
    #expect(Set(rule.guide.seenIn).isDisjoint(with: rule.citations))
    let names = Set(Catalog.rules.map(\.name) + Catalog.needsApp.map(\.name))
    for related in rule.guide.related {
      #expect(names.contains(related) && related != rule.name, "\(related)")
      #expect(Catalog.related(to: rule.name).contains(related))
      #expect(Catalog.related(to: related).contains(rule.name))
    }
  }

  /// Every error about a platform describes its symptom, unless no source describes the symptom. Errors in the policy language appear only
  /// in bgpolicy.
  @Test func errorsAboutPlatformsHaveSymptoms() {
    let silent = Catalog.rules.filter {
      $0.severity == .error && $0.confidence != .defined && $0.guide.symptom == nil
    }
    let excused = Set(errorsWithoutSymptom.map(\.name))
    for rule in silent where !excused.contains(rule.name.text) {
      Issue.record("\(rule.name) has no symptom: cite a source for one, or give the reason here")
    }
    for (name, reason) in errorsWithoutSymptom where !silent.contains(where: { $0.name.text == name }) {
      Issue.record("\(name) is not an error without a symptom: remove its reason, “\(reason)”")
    }
  }

  /// A former name of a rule is never the name of another rule.
  @Test func formerNamesAreFree() {
    let names =
      Catalog.rules.map(\.name) + Catalog.needsApp.map(\.name) + Catalog.rules.flatMap(\.formerNames)
    #expect(Set(names).count == names.count)
  }

  /// Every source has an address, except the policy language and our own inferences and assumptions.
  @Test func everySourceHasAnAddress() {
    let ours: Set<Citation> = [.policyLanguage, .ourAssumption, .ourInference, .wildApps]
    for citation in Catalog.rules.flatMap({ $0.citations + $0.guide.seenIn }) where !ours.contains(citation) {
      #expect(citation.address?.hasPrefix("https://") == true, "\(citation.title)")
    }
  }

  /// A rule has the confidence *defined* exactly if all its sources are definitions of languages.
  @Test func rulesOfTheLanguageSaySo() {
    let language: Set<Citation> = [.policyLanguage, .yaml, .xml]
    for rule in Catalog.rules + Catalog.gateRules {
      #expect((rule.confidence == .defined) == language.isSuperset(of: rule.citations), "\(rule.name)")
    }
  }
}

/// The errors about a platform that have no symptom, each with the reason.
private let errorsWithoutSymptom: [(name: String, reason: String)] = [
  ("session-identifier-empty", "the header only forbids a nil or an empty identifier"),
  ("session-relaunch-drift", "the reference only requires the same configuration"),
  ("session-stream-or-websocket-task", "the documents only list uploads and downloads"),
  ("bg-wildcard-wrong-type", "the session only limits wildcards to continued processing tasks"),
  ("bg-wildcard-position", "the header only documents the form"),
  ("bg-mode-macos", "the article only lists the systems of the capability"),
  ("task-priority-range", "the header only documents the range"),
  ("bg-health-entitlement", "the header only requires the entitlement"),
  ("bg-wk-mode-exclusive", "the reference only allows one of the four"),
  ("code-process-not-started", "the symptom is that of code-task-not-registered"),
]
