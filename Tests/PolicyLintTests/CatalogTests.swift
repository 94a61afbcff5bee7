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
    let codes = Catalog.rules.map(\.code)
    #expect(codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    #expect(Set(Catalog.rules.map(\.name)).count == codes.count)
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
    let names = Set(Catalog.rules.map(\.name) + Catalog.needsApp.map(\.name))
    for related in rule.guide.related {
      #expect(names.contains(related) && related != rule.name, "\(related)")
      #expect(Catalog.related(to: rule.name).contains(related))
      #expect(Catalog.related(to: related).contains(rule.name))
    }
  }

  /// A name that a rule had is not another rule's.
  @Test func formerNamesAreFree() {
    let names =
      Catalog.rules.map(\.name) + Catalog.needsApp.map(\.name) + Catalog.rules.flatMap(\.formerNames)
    #expect(Set(names).count == names.count)
  }

  /// Only the policy language itself, and what we infer or assume, stands nowhere else.
  @Test func everySourceHasAnAddress() {
    let ours: Set<Citation> = [.policyLanguage, .ourAssumption, .ourInference, .wildApps]
    for citation in Catalog.rules.flatMap(\.citations) where !ours.contains(citation) {
      #expect(citation.address?.hasPrefix("https://") == true, "\(citation.title)")
    }
  }

  /// A rule that rests on the language alone claims nothing about Apple's platforms.
  @Test func rulesOfTheLanguageSaySo() {
    let language: Set<Citation> = [.policyLanguage, .yaml, .xml]
    for rule in Catalog.rules + Catalog.gateRules {
      #expect((rule.confidence == .defined) == language.isSuperset(of: rule.citations), "\(rule.name)")
    }
  }
}
