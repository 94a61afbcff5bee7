import PolicyGen
import PolicyLint
import PolicySyntax
import Quantities
import TestSupport
import Testing

@testable import PolicyReports

/// Rules state their first version, and no rule of a release disappears.
@Suite struct RuleHistoryTests {
  /// A release, and the names of its rules.
  struct Release {
    let version: Version
    let rules: Set<String>
  }

  /// The mistakes in the versions and names of `rules`, given these releases and the next version.
  private static func problems(
    _ rules: [(name: String, formerNames: [String], since: Version)], after releases: [Release], next: Version
  ) -> [String] {
    var problems: [String] = []
    for rule in rules {
      let names = Set([rule.name] + rule.formerNames)
      let first = releases.first { !$0.rules.isDisjoint(with: names) }?.version ?? next
      if rule.since != first {
        problems.append("\(rule.name) needs since: Version(\(first.major), \(first.minor))")
      }
    }
    let known = Set(rules.flatMap { [$0.name] + $0.formerNames })
    for name in Set(releases.flatMap(\.rules)).subtracting(known).sorted() {
      problems.append("\(name) is gone, and should be among the formerNames of a rule")
    }
    return problems
  }

  /// The releases of the changelog. A file next to the tests records the rules of each release.
  private static func releases() throws -> [Release] {
    let versions = try Project.text("CHANGELOG.md").matches(of: #/(?m)^## (\d+\.\d+\.\d+)/#).compactMap {
      Version(String($0.output.1))
    }
    return try versions.sorted().map { version in
      let file = "Tests/Fixtures/Releases/\(version.releaseName).txt"
      if version == versions.max() {
        let names = Catalog.rules.filter { $0.since <= version }.map(\.name.text).sorted()
        if Snapshot.isRecording, (try? Project.text(file)) == nil {
          Snapshot.check(names.joined(separator: "\n") + "\n", against: file)
        }
      }
      return Release(
        version: version, rules: Set(try Project.text(file).split(separator: "\n").map(String.init)))
    }
  }

  /// The next version is the tool's version, unless the tool's version is released.
  @Test func rulesOfTheCatalogSaySinceWhen() throws {
    let current = try #require(Version(ToolVersion.current))
    let releases = try Self.releases()
    let isReleased = releases.contains { $0.version == current }
    let next = isReleased ? Version(current.major, current.minor + 1) : current
    let rules = Catalog.rules.map { ($0.name.text, $0.formerNames.map(\.text), $0.since) }
    #expect(Self.problems(rules, after: releases, next: next) == [])
  }

  @Test func mistakesAreFound() {
    let releases = [
      Release(version: Version(0, 1), rules: ["a", "b", "c"]),
      Release(version: Version(0, 2), rules: ["a", "b2", "d"]),
    ]
    let rules: [(String, [String], Version)] = [
      ("a", [], Version(0, 1)), ("b2", ["b"], Version(0, 1)), ("d", [], Version(0, 1)),
      ("e", [], Version(0, 1)), ("f", [], Version(0, 3)),
    ]
    #expect(
      Self.problems(rules, after: releases, next: Version(0, 3)) == [
        "d needs since: Version(0, 2)", "e needs since: Version(0, 3)",
        "c is gone, and should be among the formerNames of a rule",
      ])
  }
}
