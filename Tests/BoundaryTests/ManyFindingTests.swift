import Foundation
import TestSupport
import Testing

/// A report lists the 1,000 most severe findings of a policy and counts the remaining findings. All other features use all findings.
@Suite struct ManyFindingTests {
  /// 1,500 warnings, and then 20 errors.
  private static let policy =
    "schema: 1\napp: { name: A, bundleIdentifier: com.example.a }\n"
    + String(repeating: "# bgpolicy:ignore task-thousands -- x\n", count: 1_500)
    + "backgroundModes: [" + (0..<20).map { "m\($0)" }.joined(separator: ", ") + "]\n"
    + "rules: { bg-mode-unknown: error }\n"

  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    return folder
  }

  /// The counts of the summary, from JSON: errors, warnings, notes.
  private func counts(_ folder: ScratchFolder, _ words: String...) throws -> (
    all: Int, listed: Int, last: String
  ) {
    let result = try Tool.run(words: ["lint", "--format", "json"] + words, in: folder.path)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let summary = try #require(json["summary"] as? [String: Any])
    let findings = try #require(json["findings"] as? [[String: Any]])
    let numbers = ["errors", "warnings", "infos"].compactMap { summary[$0] as? Int }
    let last = findings.last.flatMap { $0["message"] as? String } ?? ""
    return (numbers.reduce(0, +), findings.count, last)
  }

  /// The number of times that each format names the errors. Each format counts the remaining findings.
  @Test(arguments: [
    ("text", "error[bg-mode-unknown]", 20), ("gcc", "[bg-mode-unknown]", 20),
    ("sarif", "\"ruleId\": \"bg-mode-unknown\"", 20), ("gitlab", "\"check_name\": \"bg-mode-unknown\"", 20),
    ("rdjson", "\"value\": \"bg-mode-unknown\"", 20), ("junit", "<testcase name=\"bg-mode-unknown", 20),
    ("json", "\"rule\": \"bg-mode-unknown\"", 20),
  ])
  func everyFormatCountsTheOthers(_ format: String, _ text: String, _ number: Int) throws {
    let folder = try folder()
    let all = try counts(folder)
    let result = try Tool.run("lint", "--format", format, in: folder.path)
    #expect(result.status == 1)
    // The errors are last in the file, but are listed.
    #expect(result.output.components(separatedBy: text).count - 1 == number)
    #expect(result.output.contains("\(all.all - 1_000) more findings are not listed: "))
    #expect(all.listed == 1_001)
  }

  @Test func summaryStatusAndStatisticsHaveAll() throws {
    let folder = try folder()
    let all = try counts(folder)
    #expect(all.all == 1_520)
    #expect(all.last == "520 more findings are not listed: 520 warnings")
    // Findings that are not listed also fail the run.
    let text = try Tool.run("lint", "--select", "suppression-unused", "--fail-on", "warning", in: folder.path)
    #expect(text.status == 1)
    #expect(
      text.output.hasSuffix(
        "1500 warnings in 1 policy\n1500 fixable with --fix\nNot compared with the code: `bgpolicy drift`\n"),
      "\(text.output.suffix(200))")
    let statistics = try Tool.run("lint", "--statistics", in: folder.path)
    #expect(statistics.output.contains("1500  warning  BGP020"))
  }

  @Test func baselinesAndFixesTakeAll() throws {
    let folder = try folder()
    let modes = (0..<1_500).map { "m\($0)" }.joined(separator: ", ")
    try folder.write(
      "schema: 1\napp: { name: A, bundleIdentifier: com.example.a }\nbackgroundModes: [\(modes)]\n",
      to: "modes.bgpolicy.yaml")
    let written = try Tool.run("baseline", "write", "modes.bgpolicy.yaml", in: folder.path)
    #expect(written.errors == "Wrote bgpolicy-baseline.json with 1500 findings\n")
    let recorded = try counts(
      folder, "--baseline", "bgpolicy-baseline.json", "modes.bgpolicy.yaml")
    #expect(recorded.all == 0)
    #expect(recorded.last == "500 more findings are not listed: 500 suppressed")
    let fixed = try Tool.run(
      "lint", "--fix", "--exit-zero", "--select", "suppression-unused", "bgpolicy.yaml", in: folder.path)
    #expect(fixed.errors.hasPrefix("bgpolicy.yaml: fixed 1500 findings\n"), "\(fixed.errors.prefix(300))")
  }
}
