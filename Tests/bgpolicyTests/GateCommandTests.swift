import Foundation
import TestSupport
import Testing

/// `bgpolicy gate`, called as CI calls it.
@Suite struct GateCommandTests {
  struct Document: Decodable {
    struct File: Decodable {
      let path: String
      let state: String
    }
    struct Generated: Decodable {
      let verdict: String
      let files: [File]
    }
    struct Limit: Decodable {
      let name: String
      let verdict: String
    }
    struct Budgets: Decodable {
      let verdict: String
      let limits: [Limit]
    }
    struct Policy: Decodable {
      let policy: String
      let generated: Generated
      let budgets: Budgets
    }
    struct Finding: Decodable {
      let rule: String
      let path: String
      let line: Int
      let help: String?
    }
    let verdict: String
    let policies: [Policy]
    let findings: [Finding]
  }

  private static let policy = """
    schema: 1
    app: { name: Chain, bundleIdentifier: com.example.chain, deploymentTarget: { iOS: "16.0" } }
    sessions:
      work:
        identifier: com.example.chain.work
        isDiscretionary: true
        allowsExpensiveNetworkAccess: false
        allowsConstrainedNetworkAccess: false
        timeoutIntervalForResource: 7d
    transfers:
      work: { session: work, count: 10, size: 1MB, duration: 5s }
    budgets:
      work:
        completion: { p95: 10m }

    """
  private static let chain = policy.replacing("duration: 5s", with: "duration: 5s, submit: { batch: 2 }")
  private static let lab = ["--scenario", "lab"]

  /// A folder with a policy and its generated files.
  private func compiled(_ policy: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    let result = try Tool.run(words: ["compile", "--quiet"] + Self.lab, in: folder.path)
    #expect(result.errors == "")
    return folder
  }

  private func gate(_ folder: ScratchFolder, _ words: String...) throws -> (status: Int32, Document) {
    let result = try Tool.run(words: ["gate", "--format", "json"] + Self.lab + words, in: folder.path)
    return (result.status, try JSONDecoder().decode(Document.self, from: Data(result.output.utf8)))
  }

  /// `--quiet` prints work that is never done and what fails, and nothing else.
  @Test func quietPrintsOnlyWhatFails() throws {
    let words = ["gate", "Documentation/first-try.bgpolicy.yaml", "--skip", "generated", "--quiet"]
    let run = try Tool.run(words: words + Self.lab)
    #expect(run.output.hasPrefix("✗ backup never completes"), "\(run.output)")
    #expect(run.output.contains("error[session-upload-not-from-file]"), "\(run.output)")
    #expect(!run.output.contains("warning[") && !run.output.contains("Failed"), "\(run.output)")
  }

  /// A gate that passes although work is never done says so.
  @Test func undoneWorkIsInTheVerdict() throws {
    let folder = try ScratchFolder()
    let policy = try Project.text("Documentation/first-try.bgpolicy.yaml")
    try folder.write(policy.replacing("source: data", with: "source: file"), to: "bgpolicy.yaml")
    let run = try Tool.run(words: ["gate", "--skip", "generated"] + Self.lab, in: folder.path)
    #expect(run.status == 0)
    #expect(
      run.output.hasSuffix("Passed, although backup is not done: no budget requires it.\n"), "\(run.output)")
  }

  @Test func soundPolicyPasses() throws {
    let folder = try compiled(Self.policy)
    let (status, document) = try gate(folder)
    #expect(status == 0)
    #expect(document.verdict == "pass")
    #expect(document.policies[0].generated.files.allSatisfy { $0.state == "current" })
    #expect(!document.policies[0].generated.files.isEmpty)
    #expect(document.policies[0].budgets.limits.map(\.verdict) == ["pass"])
    let text = try Tool.run(words: ["gate"] + Self.lab, in: folder.path).output
    #expect(text.hasSuffix("\nPassed.\n"))
  }

  @Test func brokenBudgetSaysNo() throws {
    let folder = try compiled(Self.chain)
    let (status, document) = try gate(folder)
    #expect(status == 1)
    #expect(document.policies[0].budgets.limits.map(\.name) == ["work.completion.p95"])
    #expect(document.policies[0].budgets.verdict == "fail")
    let finding = try #require(document.findings.first { $0.rule == "budget-broken" })
    #expect(finding.path == "budgets.work.completion.p95")
    #expect(finding.line == 14)
    #expect(finding.help?.contains("`bgpolicy advise bgpolicy.yaml`") == true)
    let text = try Tool.run(words: ["gate"] + Self.lab, in: folder.path).output
    #expect(text.contains("bgpolicy.yaml:14:24"))
    #expect(text.contains("\nNext\n  bgpolicy advise bgpolicy.yaml\n"))
    // A broken budget that only warns does not fail the gate.
    try folder.write(
      Self.chain.replacing("completion:", with: "severity: warning\n    completion:"), to: "bgpolicy.yaml")
    #expect(try Tool.run(words: ["compile", "--quiet"] + Self.lab, in: folder.path).status == 0)
    #expect(try gate(folder).status == 0)
    #expect(try gate(folder, "--fail-on", "warning").status == 1)
  }

  @Test func staleFilesSayNo() throws {
    let folder = try compiled(Self.policy)
    let path = folder.path("Generated/ChainSessions.swift")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try folder.write(text + "\n", to: "Generated/ChainSessions.swift")
    try FileManager.default.removeItem(atPath: folder.path("Generated/ChainHandler.swift"))
    let (status, document) = try gate(folder)
    #expect(status == 1)
    let stale = document.policies[0].generated.files.filter { $0.state != "current" }
    #expect(
      stale.map { "\($0.path) \($0.state)" }.sorted()
        == ["Generated/ChainHandler.swift missing", "Generated/ChainSessions.swift outdated"])
    #expect(document.findings.map(\.rule) == ["generated-out-of-date"])
    // No file was written.
    #expect(!FileManager.default.fileExists(atPath: folder.path("Generated/ChainHandler.swift")))
    let skipped = try gate(folder, "--skip", "generated")
    #expect(skipped.status == 0)
    #expect(skipped.1.policies[0].generated.verdict == "skipped")
  }

  @Test func errorsFailAndKeepTheRestFromBeingChecked() throws {
    let folder = try compiled(Self.chain)
    try folder.write("schema: 2\n", to: "bgpolicy.yaml")
    let (status, document) = try gate(folder)
    #expect(status == 1)
    #expect(document.policies[0].generated.verdict == "not checked")
    #expect(document.policies[0].budgets.verdict == "not checked")
  }

  /// Several policies have one verdict. A policy that can't be read is a usage error, and the other policies
  /// are still checked.
  @Test func severalPoliciesHaveOneVerdict() throws {
    let folder = try compiled(Self.policy)
    try folder.write(Self.chain, to: "chain/bgpolicy.yaml")
    #expect(
      try Tool.run(words: ["compile", "chain/bgpolicy.yaml", "--quiet"] + Self.lab, in: folder.path).status
        == 1)
    let (status, document) = try gate(folder)
    #expect(status == 1)
    #expect(document.policies.map(\.policy) == ["bgpolicy.yaml", "chain/bgpolicy.yaml"])
    #expect(document.policies.map(\.budgets.verdict) == ["pass", "fail"])
    let unread = try Tool.run(words: ["gate", "bgpolicy.yaml", "missing.yaml"] + Self.lab, in: folder.path)
    #expect(unread.status == 2)
    #expect(unread.errors.contains("Can't read missing.yaml"))
    #expect(unread.output.contains("Failed: 1 policy can't be read"))
    let text = try Tool.run(words: ["gate"] + Self.lab, in: folder.path).output
    #expect(text.contains("Failed: 1 of 2 policies"))
  }

  /// The verdict also depends on errors of the call. If one policy lacks the scenario, only the check of that
  /// policy ends.
  @Test func scenarioOfOnePolicyIsNoMatterOfTheOthers() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "a.bgpolicy.yaml")
    try folder.write(Self.policy + "scenarios: { desk: { extends: lab } }\n", to: "b.bgpolicy.yaml")
    let result = try Tool.run(
      "gate", "--skip", "generated", "--scenario", "desk", "a.bgpolicy.yaml", "b.bgpolicy.yaml",
      in: folder.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("a.bgpolicy.yaml: No scenario is called desk"))
    #expect(result.output.contains("1 kept, 0 uncertain, 0 broken (desk)"))
    let both = try Tool.run("gate", "--skip", "generated", "--scenario", "lab", in: folder.path)
    #expect(both.output.contains(#/a\.bgpolicy\.yaml .*1 kept, 0 uncertain, 0 broken \(lab\)/#))
    #expect(both.output.contains(#/b\.bgpolicy\.yaml .*1 kept, 0 uncertain, 0 broken \(lab\)/#))
  }

  @Test func findingsFailFromTheLevelOn() throws {
    func verdict(_ words: String...) throws -> String {
      let call = ["gate", "Examples/Podcasts/bgpolicy.yaml", "--format", "json", "--skip", "budgets"] + words
      let output = try Tool.run(words: call).output
      return try JSONDecoder().decode(LintVerdicts.self, from: Data(output.utf8)).policies[0].lint.verdict
    }
    #expect(try verdict() == "pass")
    #expect(try verdict("--fail-on", "info") == "fail")
  }

  private struct LintVerdicts: Decodable {
    struct Policy: Decodable {
      struct Lint: Decodable {
        let verdict: String
      }
      let lint: Lint
    }
    let policies: [Policy]
  }

  /// A transfer without items has no cost and keeps its budgets.
  @Test func budgetsOfNothingAreKept() throws {
    let folder = try compiled(Self.chain.replacing(#/count: \d+/#, with: "count: 0"))
    let (status, document) = try gate(folder)
    #expect(status == 0)
    #expect(document.policies[0].budgets.limits.map(\.verdict) == ["pass"])
  }

  static let formats = LintFormatTests.formats

  /// All formats of one call are equal to the formats of separate calls, with the same status.
  @Test func allFormsAtOnce() throws {
    let folder = try compiled(Self.chain)
    let words = Self.formats.flatMap { ["--format", "\($0)=report.\($0)"] }
    let result = try Tool.run(words: ["gate"] + Self.lab + words, in: folder.path)
    #expect(result.status == 1)
    #expect(result.output == "")
    for format in Self.formats {
      let one = try Tool.run(words: ["gate", "--format", format] + Self.lab, in: folder.path)
      #expect(one.status == 1)
      #expect(try one.output == String(contentsOfFile: folder.path("report.\(format)"), encoding: .utf8))
      #expect(one.output.contains("work.completion.p95"), "\(format) tells of the budget")
    }
  }

  @Test func reportsAreAsRecorded() throws {
    let folder = try compiled(Self.chain)
    try FileManager.default.removeItem(atPath: folder.path("Generated/ChainHandler.swift"))
    for format in ["text", "json", "markdown", "sarif", "junit"] {
      let result = try Tool.run(words: ["gate", "--format", format] + Self.lab, in: folder.path)
      Snapshot.check(result.output, against: "Tests/Fixtures/Gate/failed.\(format)")
    }
  }

  @Test(arguments: ["budget-broken", "BGP902"]) func findingsAreExplained(_ rule: String) throws {
    let result = try Tool.run("explain", rule)
    #expect(result.status == 0)
    #expect(result.output.contains("Sources"))
  }

  @Test func unusableCallsSayWhy() throws {
    let folder = try compiled(Self.policy)
    for (words, message) in [
      (["--skip", "lint"], "--skip expects generated or budgets; found \"lint\""),
      (["--scenario", "mars"], "No scenario is called mars"),
      (["--format", "csv"], "--format expects text, concise, json"),
    ] {
      let result = try Tool.run(words: ["gate"] + words, in: folder.path)
      #expect(result.status == 2)
      #expect(result.output == "")
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  // MARK: What users paste

  /// The documented job lines that call bgpolicy run unchanged. Scripts/ci.py runs the scripts of the other
  /// services.
  @Test func pastedCommandsRun() throws {
    let text = try Project.text("Examples/CI/gitlab.yml")
    var command: [String] = []
    for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if line.hasPrefix("\"$CI_PROJECT_DIR.tmp/bgpolicy/bin/bgpolicy\" gate")
        || (!command.isEmpty && (line.hasPrefix("--") || line.hasPrefix("${CI_MERGE")))
      {
        command.append(line)
      }
    }
    #expect(command.count == 8)
    let folder = try compiled(Self.policy.replacing("p95: 10m", with: "p95: 7d"))
    try FileManager.default.createDirectory(
      atPath: folder.path("job.tmp/bgpolicy/bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("job.tmp/bgpolicy/bin/bgpolicy"), withDestinationPath: Tool.path)
    let result = try Shell.run(
      ["sh", "-c", command.joined(separator: " ")], in: folder.path,
      environment: [
        "CI_PROJECT_DIR": folder.path("job"), "CI_PROJECT_URL": "https://gitlab.example.com/notes",
        "CI_COMMIT_SHA": "0123abcd",
      ])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    for file in ["bgpolicy-quality.json", "bgpolicy-junit.xml", "bgpolicy.html"] {
      #expect(text.contains("    codequality: \(file)") || text.contains("=\(file)"))
      #expect(FileManager.default.fileExists(atPath: folder.path(file)))
    }
    let page = try String(contentsOfFile: folder.path("job.tmp/bgpolicy/comment.md"), encoding: .utf8)
    #expect(page.hasPrefix("## bgpolicy gate: passed\n"))
  }
}
