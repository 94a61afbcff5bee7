import JSON
import PlatformFacts
import PolicyModel
import TestSupport
import Testing

/// The page about estimates tells of all that there is.
@Suite struct EstimatingPageTests {
  private static let page = "Documentation/estimating.md"

  @Test func everyBuiltInDayIsListed() throws {
    let rows = try Project.text(Self.page).split(separator: "\n").filter { $0.hasPrefix("| `") }.map(
      String.init)
    #expect(rows == PlatformFacts.scenarios.map { "| `\($0.name)` | \($0.summary) |" })
  }

  @Test(arguments: ["scenario", "scenarioDay", "scenarioBattery", "foregroundSessions", "foregroundVisit"])
  func everyKeyIsShown(_ table: String) throws {
    let text = try Project.text(Self.page)
    guard case .object(let keys) = try #require(Schema.json["definitions"]?[table]?["properties"]) else {
      Issue.record("\(table) has no keys")
      return
    }
    for key in keys {
      #expect(text.contains("\(key.name):") || text.contains("`\(key.name)`"), "\(key.name)")
    }
  }
}
