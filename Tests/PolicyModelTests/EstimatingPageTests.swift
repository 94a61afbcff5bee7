import Foundation
import JSON
import PlatformFacts
import PolicyModel
import TestSupport
import Testing

/// The page about estimates mentions every option and parameter.
@Suite struct EstimatingPageTests {
  private static let page = "Documentation/estimating.md"

  @Test func everyBuiltInDayIsListed() throws {
    let section = try #require(
      try Project.text(Self.page).components(separatedBy: "\n## ").first { $0.hasPrefix("Device days") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    #expect(rows == PlatformFacts.scenarios.map { "| `\($0.name)` | \($0.summary) |" })
  }

  /// Every option that changes an estimate, and every word for the confidence in a value, has a row.
  @Test func everyOptionAndWordIsListed() throws {
    let text = try Project.text(Self.page)
    let help = try Project.text("Tests/Fixtures/Help/estimate.txt")
    for line in help.components(separatedBy: "Options:\n")[1].components(separatedBy: "\n\n")[0].split(
      separator: "\n")
    {
      let name = line.trimmingPrefix { $0 == " " }.prefix { $0 == "-" || $0.isLetter }
      guard line.hasPrefix("  -"), !["--color", "-q", "--isolated", "-h", "-V"].contains(name) else {
        continue
      }
      #expect(text.contains("| `\(name)") || text.contains(", `\(name)`"), "\(name)")
    }
    for word in Confidence.allCases { #expect(text.contains("\n| `\(word.rawValue)` | ")) }
  }

  @Test(arguments: [
    "scenario", "scenarioDay", "scenarioBattery", "foregroundSessions", "foregroundVisit", "budget",
    "completionQuantiles",
  ])
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
