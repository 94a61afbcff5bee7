import PolicyModel
import PolicySyntax
import Testing

/// The messages about the shares of a population.
@Suite struct PopulationTests {
  private static let head = "schema: 1\n"

  private func diagnostics(_ text: String) -> [PolicySyntax.Diagnostic] {
    PolicyReader.read(SourceText(name: "policy.yaml", text: Self.head + text)).diagnostics
  }

  @Test(arguments: [
    "population: { commuter: 60%, rareUser: 40% }",
    "population: { commuter: 0.6, rareUser: 0.4 }",
    // Three thirds are 100 %, apart from rounding.
    "population: { commuter: 33.33333%, office: 33.33333%, student: 33.33334% }",
    "scenarios: { mine: { extends: student } }\npopulation: { mine: 100% }",
    "scenarios: { population: { extends: lab } }",
  ])
  func soundOnesAreQuiet(_ text: String) {
    #expect(diagnostics(text) == [])
  }

  @Test(
    arguments: [
      ("population: { commuter: 60%, rareUser: 30% }", "population", "found 90%"),
      ("population: { commuter: 60%, rareUser: 60% }", "population", "found 120%"),
      ("population: { commuter: 99.5% }", "population", "found 99.5%"),
      ("population: {}", "population", "found 0%"),
      (
        "population: { comuter: 100% }", "population.comuter",
        "No scenario is called comuter, did you mean commuter?"
      ),
      ("population: { commuter: most }", "population.commuter", "a share"),
      ("population: [commuter]", "population", "a mapping"),
      (
        "scenarios: { population: { extends: lab } }\npopulation: { lab: 100% }", "scenarios.population",
        "A scenario can't be called population"
      ),
    ])
  func mistakesAreTold(_ text: String, _ path: String, _ message: String) {
    let diagnostics = diagnostics(text)
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.path == path)
    #expect(diagnostics.first?.message.contains(message) == true, "\(diagnostics.first?.message ?? "")")
  }

  @Test func theNearestNameIsTheFix() throws {
    let fix = try #require(diagnostics("population: { comuter: 100% }").first?.fixes.first)
    #expect(fix.title == "Write commuter")
  }

  @Test(arguments: [
    ("scenarios: { a: { use: hihg } }", "scenarios.a.use", "did you mean high?"),
    ("scenarios: { a: { hotspots: [] } }", "scenarios.a", "a has no key hotspots, did you mean hotspot?"),
    ("scenarios: { a: { weekend: { extends: lab } } }", "scenarios.a.weekend", "weekend has no key extends"),
    ("scenarios: { a: { thermal: [noon] } }", "scenarios.a.thermal[0]", "a time window"),
    ("scenarios: { a: { battery: { drainPerHour: 200% } } }", "scenarios.a.battery.drainPerHour", "a share"),
    ("scenarios: { a: { rebootsPerWeek: -1 } }", "scenarios.a.rebootsPerWeek", "a number from 0 to 1000"),
    ("scenarios: { a: { variation: often } }", "scenarios.a.variation", "a duration"),
  ])
  func scenariosAreChecked(_ text: String, _ path: String, _ message: String) {
    let diagnostics = diagnostics(text)
    #expect(diagnostics.first?.message.contains(message) == true, "\(diagnostics.map(\.message))")
    #expect(diagnostics.first?.path.hasPrefix(path) == true, "\(diagnostics.map(\.path))")
  }
}
