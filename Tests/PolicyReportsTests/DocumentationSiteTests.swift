import JSON
import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

@testable import PolicyReports

/// The addresses in reports: the rules' pages if the build has a site, and Apple's pages otherwise.
@Suite struct DocumentationSiteTests {
  private static let site = DocumentationSite(at: "https://docs.example.com/bgpolicy/")
  private static let page = "https://docs.example.com/bgpolicy/rules/session-upload-not-from-file.html"
  private static let apple =
    "https://developer.apple.com/documentation/foundation/downloading-files-in-the-background"
  private static let formats: [LintFormat] = [.json, .sarif, .rdjson, .gitlab, .markdown]

  private static func report(in site: DocumentationSite) throws -> LintReport {
    let text = try Project.text("Documentation/first-try.bgpolicy.yaml")
    let reading = PolicyReader.read(SourceText(name: "bgpolicy.yaml", text: text))
    let findings = Linter.findings(in: reading, on: RuleExample.day).filter {
      $0.rule.name.text == "session-upload-not-from-file"
    }
    return LintReport(
      [LintReport.File(findings: findings, sources: reading.sources)], limit: .error, site: site)
  }

  @Test(arguments: formats) func reportsLinkToThePageOfTheRule(_ format: LintFormat) throws {
    let style = Style(isColored: false)
    let linked = try Self.report(in: Self.site).rendered(as: format, style: style, withSummary: true)
    #expect(linked.contains(Self.page), "\(linked)")
    let other = try Self.report(in: DocumentationSite(at: "")).rendered(
      as: format, style: style, withSummary: true)
    #expect(other.contains(Self.apple) && !other.contains("docs.example.com"), "\(other)")
  }

  @Test func textNamesThePage() throws {
    let style = Style(isColored: false)
    let linked = try Self.report(in: Self.site).rendered(as: .text, style: style, withSummary: true)
    #expect(linked.contains("= documented: \(Self.page)\n"), "\(linked)")
    let other = try Self.report(in: DocumentationSite(at: "")).rendered(
      as: .text, style: style, withSummary: true)
    #expect(!other.contains("docs.example.com"))
  }

  @Test(arguments: ["https://a.example", "https://a.example/", "https://a.example//"])
  func slashesAtTheEndDoNotCount(_ address: String) {
    #expect(
      DocumentationSite(at: address).page(of: "push-rate")
        == "https://a.example/rules/push-rate.html")
  }

  @Test(arguments: ["", "/"]) func thereMayBeNone(_ address: String) {
    #expect(DocumentationSite(at: address).page(of: "push-rate") == nil)
  }

  @Test func explanationsNameThePage() throws {
    let rule = try #require(Catalog.rule("push-priority"))
    let appRule = try #require(Catalog.needsApp("push-guaranteed"))
    let page = "https://docs.example.com/bgpolicy/rules/push-priority.html"
    let explanation = RuleExplanation(rule, in: Self.site)
    #expect(explanation.document.markdown.contains(page))
    #expect(explanation.json.prettyText.contains(page))
    #expect(appRule.document(in: Self.site).markdown.contains("/bgpolicy/rules/push-guaranteed.html"))
    #expect(JSONValue.object(appRule.jsonMembers(in: Self.site)).prettyText.contains("push-guaranteed.html"))
    // The reference of all rules contains no addresses of the site.
    #expect(!RuleExplanation(rule).document.markdown.contains("docs.example.com"))
  }

  /// The reference, with which the site is built, contains each rule of the gate, too.
  @Test(arguments: Catalog.gateRules.map(\.name.text)) func siteHasRulesOfTheGate(_ name: String) throws {
    #expect(try Project.text("Documentation/rules.md").contains("<a id=\"\(name)\"></a>"))
  }
}
