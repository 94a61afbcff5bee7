import Foundation
import TestSupport
import Testing

/// `bgpolicy drift`, and the app in `lint` and `gate`: its findings have places in the code. AppSourcesTests check the rules.
@Suite struct DriftCommandTests {
  private static let app = "Tests/Fixtures/Drift"
  private static let policy = "\(app)/bgpolicy.yaml"
  private static let facts = ["--app", app, "--facts", "\(app)/facts.json"]

  private func run(_ words: String...) throws -> Shell.Result {
    try Tool.run(words: words + Self.facts)
  }

  @Test func findingsAreAsRecorded() throws {
    let run = try run("drift", Self.policy)
    #expect(run.status == 1)
    Snapshot.check(run.output, against: "\(Self.app)/drift.txt")
    Snapshot.check(run.errors, against: "\(Self.app)/summary.txt")
  }

  @Test(arguments: ["json", "gcc", "sarif", "github", "markdown"])
  func everyFormatHasPlacesInTheCode(_ format: String) throws {
    let run = try run("drift", Self.policy, "--format", format)
    #expect(run.output.contains("App/Feeds.swift"), "\(run.output)")
    #expect(run.output.contains("bg-completion-missing"))
  }

  @Test func lintAddsTheFindingsOfTheApp() throws {
    let alone = try Tool.run("lint", Self.policy, "--format", "gcc")
    #expect(!alone.output.contains("App/"))
    let withApp = try run("lint", Self.policy, "--format", "gcc")
    #expect(withApp.status == 1)
    #expect(withApp.output.contains("\(Self.app)/App/AppDelegate.swift:11:43"), "\(withApp.output)")
  }

  @Test func gateReadsTheAppOfAPolicyWithSources() throws {
    let run = try run("gate", Self.policy, "--skip", "generated", "--skip", "budgets", "--format", "gcc")
    #expect(run.status == 1)
    #expect(run.output.contains("code-session-differs"), "\(run.output)")
  }

  @Test func gateSaysThatItCouldNotReadTheApp() throws {
    let folder = try ScratchFolder()
    try folder.write(try Project.text(Self.policy), to: "bgpolicy.yaml")
    try folder.write("", to: "App/App.swift")
    let run = try Tool.run(
      words: ["gate", "--skip", "generated", "--skip", "budgets", "--format", "gcc"], in: folder.path,
      environment: ["BGPOLICY_APPREADER": folder.path("nothing")])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("The app's projects and code were not compared"), "\(run.output)")
  }

  @Test func driftNeedsAReader() throws {
    let run = try Tool.run(
      words: ["drift", Self.policy], environment: ["BGPOLICY_APPREADER": "/nowhere"])
    #expect(run.status == 2)
    #expect(run.errors.contains("BGPOLICY_APPREADER names /nowhere, which is not a program"))
  }
}
