import Foundation
import TestSupport
import Testing

/// The pages of `gate` and `advise`: each begins with its result, and its list of contents names every section.
@Suite struct ReportPageTests {
  private static let folder = "Tests/Fixtures/Advice"

  private func page(_ words: [String], status: Int32, tiles: Int = 4) throws -> PageDocument {
    let result = try Tool.run(words: words + ["--format", "html"])
    #expect((result.status, result.errors) == (status, ""))
    let page = try PageDocument(result.output)
    let heads = page.elements.filter { $0.name == "h2" }.compactMap { $0.attributes["id"] }
    let links = page.elements.filter { $0.name == "a" && $0.parents.contains("nav") }
    #expect(links.compactMap { $0.attributes["href"] } == heads.map { "#\($0)" })
    #expect(page.elements.count { $0.attributes["class"] == "tile" } == tiles)
    #expect(page.elements.allSatisfy { $0.name != "script" && $0.attributes["src"] == nil })
    return page
  }

  private func result(_ page: PageDocument) throws -> String {
    try #require(page.elements.first { $0.attributes["aria-label"] == "Result" }).text
  }

  @Test func gateSaysWhyItFails() throws {
    let page = try page(
      ["gate", "\(Self.folder)/broken-budget.bgpolicy.yaml", "--runs", "20", "--skip", "generated"],
      status: 1, tiles: 3)
    let text = try result(page)
    #expect(text.contains("Failed: 1 budget"))
    #expect(text.contains("backup.cellularBytesPerDay is") && text.contains("(scenario commuter)"))
    #expect(page.elements.filter { $0.name == "h2" }.map(\.text).prefix(2) == ["Policies", "Budgets"])
    #expect(page.elements.contains { $0.name == "code" && $0.text.contains("bgpolicy advise") })
  }

  @Test func gateShowsScenarios() throws {
    let page = try page(
      [
        "gate", "\(Self.folder)/broken-budget.bgpolicy.yaml", "--runs", "10", "--skip", "generated",
        "--scenario",
        "all",
      ], status: 1, tiles: 3)
    let rows = page.elements.filter { $0.name == "th" && $0.attributes["scope"] == "row" }.map(\.text)
    #expect(rows.contains("kiosk") && rows.contains("student"))
  }

  @Test func adviceHasASectionForEachProposal() throws {
    let path = "\(Self.folder)/broken-budget.bgpolicy.yaml"
    let text = try Tool.run("advise", path, "--runs", "20").output
    let page = try page(["advise", path, "--runs", "20"], status: 0)
    let heads = page.elements.filter { $0.name == "h2" }.map(\.text)
    let proposals = heads.filter { $0.first?.isNumber == true }
    #expect(!proposals.isEmpty)
    for proposal in proposals { #expect(text.contains(proposal), "\(proposal)") }
    #expect(try result(page).contains("tried under the same random numbers"))
  }
}
