import AppFacts
import Foundation
import JSON
import PolicyImport
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// Example apps agree with the policies that import writes for the apps, and every mistake in an app is found at its line.
@Suite struct ExampleAppTests {
  @Test(arguments: ExampleApp.all) func importWritesTheRecordedPolicy(_ app: ExampleApp) throws {
    let policies = PolicyImport.policies(of: app.facts)
    #expect(policies.map(\.file) == [app.policyName])
    Snapshot.check(policies.first?.yaml ?? "", against: "\(app.folder)/\(app.policyName)")
  }

  @Test(arguments: ExampleApp.all) func importLeavesNothingOpen(_ app: ExampleApp) {
    for policy in PolicyImport.policies(of: app.facts) {
      #expect(policy.summary.todos.map(\.reason) == [])
      let reading = PolicyReader.read(SourceText(name: policy.file, text: policy.yaml))
      #expect(reading.diagnostics.map(\.message) == [])
    }
  }

  @Test(arguments: ExampleApp.all) func appAgreesWithItsPolicy(_ app: ExampleApp) {
    #expect(app.findings() == [])
  }

  /// The reader that people run prints the same facts as the reader in the process of the tests.
  @Test(arguments: ExampleApp.all) func readerPrintsTheSameFacts(_ app: ExampleApp) throws {
    let reader = URL(filePath: Tool.path).deletingLastPathComponent().appending(path: "bgpolicy-appreader")
    let run = try Shell.run([reader.path, Project.path(app.folder)])
    let printed = try AppFacts(JSONReader.read(Array(run.output.utf8)))
    // The standards by which the compiler reads C are for the reader alone, and not printed.
    #expect(printed.json.prettyText == app.facts.json.prettyText)
  }

  // MARK: - Mistakes

  static let defects = SeededDefect.postcards + SeededDefect.almanac

  @Test(arguments: defects) func defectIsFoundAtItsLine(_ defect: SeededDefect) throws {
    let original = try #require(defect.app.text(of: defect.file), "There is no file \(defect.file)")
    #expect(original.ranges(of: defect.text).count == 1, "The text is not there once")
    let changed = original.replacing(defect.text, with: defect.replacement)
    #expect(defect.app.findings(changing: defect.file, to: changed).sorted() == defect.findings)
  }

  /// The mistakes cover most rules about code.
  @Test func defectsCoverManyRules() {
    let rules = Set(Self.defects.flatMap(\.findings).compactMap { $0.split(separator: " ").last })
    #expect(Self.defects.count >= 27)
    #expect(rules.count >= 27, "\(rules.sorted())")
  }
}
