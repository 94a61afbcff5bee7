import AppFacts
import TestSupport
import Testing

/// The page about the reading of apps lists every kind of fact.
@Suite struct ReadingPageTests {
  @Test func pageNamesEveryKindOfFact() throws {
    let page = try Project.text("Documentation/reading-apps.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let kinds = rows.compactMap { row in row.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(kinds == FactKind.allCases.map(\.rawValue))
  }
}
