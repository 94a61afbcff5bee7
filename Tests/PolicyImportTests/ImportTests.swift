import AppFacts
import JSON
import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

@testable import PolicyImport

/// The import of an invented app gives the policy that a person would write.
@Suite struct ImportTests {
  @Test(arguments: SampleApp.allCases) func policiesAreAsRecorded(_ app: SampleApp) throws {
    let policies = PolicyImport.policies(of: app.facts)
    for policy in policies {
      Snapshot.check(policy.yaml, against: "Tests/Fixtures/Import/\(app.rawValue)/\(policy.file)")
    }
    Snapshot.check(
      app.facts.json.prettyText + "\n", against: "Tests/Fixtures/Import/\(app.rawValue)/facts.json")
  }

  @Test(arguments: SampleApp.allCases) func policiesHaveNoErrorOfShape(_ app: SampleApp) throws {
    let policies = PolicyImport.policies(of: app.facts)
    for policy in policies where policy.target != nil {
      #expect(shapeErrors(of: policy, among: policies) == [], "\(policy.yaml)")
    }
  }

  @Test(arguments: SampleApp.allCases) func importIsRepeatable(_ app: SampleApp) throws {
    let again = try AppFacts(JSONReader.read(Array(app.facts.json.compactText.utf8)))
    #expect(PolicyImport.policies(of: app.facts) == PolicyImport.policies(of: again))
  }

  @Test(arguments: SampleApp.allCases) func everyTodoIsInThePolicy(_ app: SampleApp) {
    for policy in PolicyImport.policies(of: app.facts) {
      let comments = policy.yaml.split(separator: "\n").count { $0.contains("# TODO: ") }
      #expect(comments == policy.summary.todos.count, "\(policy.yaml)")
    }
  }

  @Test func targetSelectsAnApp() {
    let facts = SampleApp.brands.facts
    #expect(PolicyImport.apps(in: facts) == ["Jazz", "Rock"])
    let policies = PolicyImport.policies(of: facts, target: "Rock")
    #expect(policies.map(\.file) == ["Rock.bgpolicy.yaml"])
    #expect(policies.first?.yaml.contains("extends") == false)
    #expect(PolicyImport.policies(of: facts, target: "Pop").isEmpty)
  }

  /// The name of a policy's file is printable ASCII, is not hidden, and does not look like an option, whatever name a target has.
  @Test(arguments: [
    ("Makefile\0x", "Makefile-x"), ("A\u{1B}]8;;x\u{7}B", "A-]8;;x-B"), ("-rf", "rf"), ("..", "app"),
    (".git", "git"), ("../../x", "x"), ("\u{202E}txt", "txt"), ("A\u{2028}B\u{85}C", "A-B-C"),
    (String(repeating: "n", count: 300), String(repeating: "n", count: 200)),
    ("Photos (Dev)", "Photos-(Dev)"),
  ])
  func namesOfFilesAreText(_ target: String, _ stem: String) {
    var names = ImportNames.FileNames()
    #expect(names.name(for: target) == "\(stem).bgpolicy.yaml")
  }

  /// Comments have no character that moves a cursor or reverses the direction of a line.
  @Test func commentsAreText() {
    for scalar in ["\u{1B}", "\u{7}", "\u{202E}", "\u{85}", "\u{2028}", "\u{2066}", "\0"] {
      let yaml = DraftYAML.text(of: [], head: ["What A\(scalar)B does"])
      #expect(yaml.hasPrefix("# What A\\u") && yaml.hasSuffix("B does\n"), "\(yaml)")
    }
  }

  @Test func pathsAreRelativeToThePolicy() {
    let policies = PolicyImport.policies(of: SampleApp.trails.facts, folder: "../app")
    #expect(
      policies[0].yaml.contains(
        "infoPlist: ../app/Trails/Info.plist  # ../app/Trails.xcodeproj/project.pbxproj:61\n"))
    #expect(policies[0].yaml.contains("sources: [../app/Trails, ../app/TrailsWatch]\n"))
  }
}

/// The errors about the shape of an imported policy. An import never has such errors, whatever the facts are.
func shapeErrors(of policy: ImportedPolicy, among policies: [ImportedPolicy]) -> [String] {
  let reading = PolicyReader.read(SourceText(name: policy.file, text: policy.yaml)) { path in
    policies.first { $0.file == path }.map { .success(Array($0.yaml.utf8)) }
      ?? .failure(UnreadableFile("there is no such file"))
  }
  // A finding about a setting that no file states is a finding about the app, not about the import.
  return reading.diagnostics.filter { $0.rule != .identifierUnresolvedVariable }.map {
    "\($0.path): \($0.message)"
  }
}
