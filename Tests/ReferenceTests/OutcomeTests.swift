import Foundation
import TestSupport
import Testing

@testable import bgpolicy

/// Problems determine the exit status of a command in one function. Help lists the problems of each command.
@Suite struct OutcomeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let problem: Outcome.Problem
    /// A shell script of which only the last command has the problem.
    let script: String
    let status: Int32
    var testDescription: String { "\(problem)" }

    init(_ problem: Outcome.Problem, _ status: Int32, _ script: String) {
      self.problem = problem
      self.status = status
      self.script = script
    }
  }

  private static let policy = """
    schema: 1
    app: { name: Notes, bundleIdentifier: com.example.notes, deploymentTarget: { iOS: "16.0" } }
    sessions: { sync: { identifier: com.example.notes.sync, timeoutIntervalForResource: 1d } }
    transfers: { notes: { session: sync, size: 1MB } }

    """
  private static let push = """
    pushes:
      new:
        headers: { apns-push-type: background, apns-priority: 5 }
        payload: { aps: { content-available: 1 } }

    """

  static let cases = [
    Case(.finding, 1, "bgpolicy lint invalid.yaml"),
    Case(.finding, 1, "bgpolicy gate invalid.yaml"),
    Case(.finding, 1, "bgpolicy compile invalid.yaml"),
    Case(.staleFile, 1, "bgpolicy compile plain.yaml --check"),
    Case(.abandonedSession, 1, "bgpolicy language-server </dev/null"),
    Case(.brokenBudget, 1, "bgpolicy estimate broken.yaml --runs 50"),
    Case(.brokenBudget, 1, "bgpolicy compile broken.yaml --runs 50"),
    Case(
      .goneFinding, 1,
      """
      cp warned.yaml a.yaml && bgpolicy baseline write a.yaml &&
      cp plain.yaml a.yaml && bgpolicy baseline check a.yaml
      """
    ),
    Case(
      .regression, 1,
      """
      bgpolicy whatif plain.yaml --runs 1 --set transfers.notes.direction=upload --set transfers.notes.source=data
      """
    ),
    Case(
      .changedInput, 1,
      "bgpolicy gate plain.yaml --attest gate.json; echo >>plain.yaml; bgpolicy gate --verify gate.json"),
    Case(.invalidPolicy, 1, "bgpolicy estimate invalid.yaml"),
    Case(.invalidPolicy, 1, "bgpolicy whatif invalid.yaml --set app.name=A"),
    Case(.invalidPolicy, 1, "bgpolicy advise invalid.yaml"),
    Case(.tooMuchWork, 1, "bgpolicy estimate plain.yaml --max-events 1"),
    Case(.nothingFitted, 1, "bgpolicy calibrate plain.yaml"),
    Case(.usageError, 2, "bgpolicy lint --no-such-option"),
    Case(.unreadableFile, 2, "bgpolicy lint missing.yaml"),
    Case(.unreadableFile, 2, "bgpolicy lint missing.yaml invalid.yaml"),
    Case(.unreadableFile, 2, "bgpolicy gate missing.yaml invalid.yaml"),
    Case(.noPolicy, 2, "mkdir empty && cd empty && bgpolicy lint"),
    Case(.existingFile, 2, "bgpolicy init --output plain.yaml"),
    Case(
      .noApp, 2,
      """
      echo '{"version": 1, "targets": [], "code": [], "files": [], "unread": []}' | bgpolicy import --facts -
      """),
    Case(.missingReader, 2, "BGPOLICY_APPREADER=nowhere bgpolicy import"),
    Case(.unreadApp, 2, "BGPOLICY_APPREADER=/bin/false bgpolicy baseline write plain.yaml --app ."),
  ]

  @Test(arguments: cases) func statusFollows(_ example: Case) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "plain.yaml")
    try folder.write(Self.policy + Self.push, to: "push.yaml")
    try folder.write("schema: 2\n", to: "invalid.yaml")
    try folder.write(Self.policy.replacing(" timeoutIntervalForResource: 1d", with: ""), to: "warned.yaml")
    try folder.write(
      Self.policy + "budgets: { notes: { completion: { p50: 0s } } }\n", to: "broken.yaml")
    let script = example.script.replacing("bgpolicy ", with: "\"\(TestSupport.Tool.path)\" ")
    let result = try Shell.run(["sh", "-c", script], in: folder.path)
    #expect(result.status == example.status, "\(result.output)\(result.errors)")
    #expect(example.problem.status.rawValue == example.status)
    let command = try #require(
      example.script.components(separatedBy: "bgpolicy ").last?.split(separator: " ").first)
    let help = try TestSupport.Tool.run(String(command), "--help").output
    // Help may break the text into several lines.
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    #expect(words(help).contains(words(example.problem.text)), "\(help)")
  }

  /// Other tests check a full disk and an internal error.
  @Test func everyProblemIsTried() {
    let tried = Set(Self.cases.map(\.problem))
    #expect(Set(Outcome.Problem.allCases).subtracting(tried) == [.unwritableOutput, .internalError])
  }

  @Test func gravestProblemDecides() {
    var outcome = Outcome.success
    #expect(outcome.status == .success)
    outcome.add(.finding, if: false)
    #expect(outcome.status == .success)
    outcome.add(.finding)
    #expect(outcome.status == .failure)
    outcome.add(Outcome(.unreadableFile))
    #expect(outcome.status == .usageError)
    outcome.add(.brokenBudget)
    #expect(outcome.status == .usageError)
  }

  /// The help of a command lists exactly the problems that the command can have.
  @Test func helpHasTheProblemsOfTheCommand() {
    let syntax = CommandSyntax(LintCommand.self)
    #expect(
      HelpText.exitStatus(ofProblems: syntax.problems).map { "\($0) \($1)" } == [
        "0 No problems", "1 Problems found: a finding at or above --fail-on",
        "2 Usage error: a bad option, a file that can't be read, no policy found", "3 Internal error",
      ])
    #expect(
      !HelpText.exitStatus(ofProblems: CommandSyntax(RulesCommand.self).problems).contains { $0.0 == "1" })
  }

  /// No other file of the tool decides about an exit status.
  @Test func statusesAreInOneFile() throws {
    let root = Project.path("Sources/bgpolicy")
    let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") }
    let deciding = try files.filter { file in
      let text = try Project.text("Sources/bgpolicy/\(file)")
      return text.contains(
        #/ExitStatus\.(success|failure|usageError|internalError)\b|_?exit\([0-9]/#)
        || text.contains("-> ExitStatus")
    }
    #expect(deciding.filter { $0 != "Outcome.swift" } == [])
  }
}
