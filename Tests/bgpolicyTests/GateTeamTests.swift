import Foundation
import TestSupport
import Testing

/// `gate` over the apps of a team: identifiers and groups of all apps, and removed or moved policies.
@Suite struct GateTeamTests {
  private static func policy(
    _ app: String, refresh: String? = nil, group: String = "group.com.example", system: String = "iOS"
  ) -> String {
    """
    schema: 1
    app: { name: A, bundleIdentifier: \(app), deploymentTarget: { \(system): "16.0" }, appGroups: [\(group)] }
    sessions: { library: { identifier: \(app).library, timeoutIntervalForResource: 2d } }
    tasks: { refresh: { type: appRefresh, identifier: \(refresh ?? app + ".refresh"), earliestBegin: 1h, reschedule: true } }

    """
  }

  struct Team: Sendable, CustomTestStringConvertible {
    let name: String
    let policies: [String]
    /// The rules with the file and line of each finding.
    let findings: [String]
    var testDescription: String { name }
  }

  static let teams = [
    Team(name: "two apps", policies: [policy("com.example.a"), policy("com.example.b")], findings: []),
    Team(
      name: "two policies of an app", policies: [policy("com.example.a"), policy("com.example.a")],
      findings: [
        "0.bgpolicy.yaml:3:team-identifier-repeated", "0.bgpolicy.yaml:4:team-identifier-repeated",
        "1.bgpolicy.yaml:3:team-identifier-repeated", "1.bgpolicy.yaml:4:team-identifier-repeated",
      ]),
    Team(
      name: "one app on two systems",
      policies: [policy("com.example.a"), policy("com.example.a", system: "tvOS")], findings: []),
    Team(
      name: "a copied identifier",
      policies: [policy("com.example.a"), policy("com.example.b", refresh: "com.example.a.refresh")],
      findings: ["1.bgpolicy.yaml:4:team-identifier-of-other-app"]),
    // The longer bundle identifier belongs to another app.
    Team(
      name: "an app and one below it", policies: [policy("com.example"), policy("com.example.b")],
      findings: []),
    Team(
      name: "a group in other letters",
      policies: [policy("com.example.a"), policy("com.example.b", group: "group.com.Example")],
      findings: ["0.bgpolicy.yaml:2:team-group-spelling", "1.bgpolicy.yaml:2:team-group-spelling"]),
  ]

  @Test(arguments: teams) func identifiersOfAllAppsAreChecked(_ team: Team) throws {
    let folder = try ScratchFolder()
    for (number, text) in team.policies.enumerated() {
      try folder.write(text, to: "\(number).bgpolicy.yaml")
    }
    let words = ["gate", "--skip", "generated", "--skip", "budgets", "--format", "gcc"]
    let lines = try Tool.run(words: words, in: folder.path).output.split(separator: "\n")
    let found = lines.filter { $0.contains("[team-") }.map { line in
      let parts = line.split(separator: ":")
      let rule = line.split(separator: "[").last.map { String($0.dropLast()) } ?? ""
      return "\(parts[0]):\(parts[1]):\(rule)"
    }
    #expect(found.sorted() == team.findings, "\(lines)")
    let ignoring = try Tool.run(
      words: words + ["--ignore", "team-identifier-repeated,BGP908,BGP909"], in: folder.path)
    #expect(!ignoring.output.contains("[team-"), "\(ignoring.output) \(ignoring.errors)")
    // One policy alone is not a team.
    #expect(try !Tool.run(words: words + ["1.bgpolicy.yaml"], in: folder.path).output.contains("[team-"))
  }

  // MARK: - Policies that are gone

  private func repository() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy("com.example.a"), to: "a/bgpolicy.yaml")
    try repository.folder.write(Self.policy("com.example.b"), to: "b/bgpolicy.yaml")
    try repository.folder.write(Self.policy("com.example.c"), to: "legacy/bgpolicy.yaml")
    try repository.commit("first")
    return repository
  }

  private func gate(_ repository: ScratchRepository, _ words: String...) throws -> Shell.Result {
    try Tool.run(
      words: ["gate", "--base", "git:main", "--skip", "generated", "--skip", "budgets"] + words,
      in: repository.folder.path)
  }

  @Test func aRemovedPolicyStrandsItsWork() throws {
    let repository = try repository()
    try repository.git("rm", "-q", "b/bgpolicy.yaml")
    let run = try gate(repository, "--format", "gcc")
    #expect(run.status == 0)
    #expect(
      run.output.contains("b/bgpolicy.yaml:4:10: warning: The task com.example.b.refresh"), "\(run.output)")
    #expect(
      run.output.contains("b/bgpolicy.yaml:3:13: warning: The background session com.example.b.library"))
    let text = try gate(repository, "--fail-on", "warning")
    #expect(text.status == 1)
    #expect(text.output.contains("removed, 2 stranded"), "\(text.output)")
    #expect(text.output.contains("Failed: 1 of 2 policies, 1 removed: "), "\(text.output)")
    // A policy of another folder, or a policy that is left out, is not part of the call.
    #expect(try !gate(repository, "a").output.contains("b/bgpolicy.yaml"))
    #expect(try !gate(repository, "--exclude", "b/").output.contains("b/bgpolicy.yaml"))
    #expect(try !gate(repository, "a/bgpolicy.yaml").output.contains("b/bgpolicy.yaml"))
  }

  @Test func aMovedPolicyIsComparedWithItself() throws {
    let repository = try repository()
    try repository.git("mv", "b", "moved")
    let run = try gate(repository)
    #expect(run.status == 0)
    #expect(run.output.contains("Its path was b/bgpolicy.yaml"), "\(run.output)")
    #expect(!run.output.contains("stranded"), "\(run.output)")
    try repository.folder.write(
      Self.policy("com.example.b", refresh: "com.example.b.update"), to: "moved/bgpolicy.yaml")
    let changed = try gate(repository, "--format", "json")
    #expect(changed.output.contains("\"formerly\": \"b/bgpolicy.yaml\""), "\(changed.output)")
    #expect(changed.output.contains("com.example.b.refresh is now com.example.b.update"))
  }
}
