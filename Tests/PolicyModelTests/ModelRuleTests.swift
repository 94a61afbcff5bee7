import PlatformFacts
import PolicySyntax
import Testing

@testable import PolicyModel

/// Names in lists of evidence that are rules of the model, and therefore have no value to set.
@Suite struct ModelRuleTests {
  static let names = [
    "limiter.reset_foreground", "session.hang_s", "discretionary.first", "discretionary.implicit",
    "ebd_max_s", "ebd_min_s", "push.recommended_per_h", "push.stored", "push.priority", "low_power",
    "low_data", "force_quit",
  ]

  @Test(arguments: names) func rulesAreNotCalledUnknown(_ name: String) throws {
    let text = """
      schema: 1
      app: { name: A, bundleIdentifier: com.example.a }
      model: { \(name): 1 }
      """
    let diagnostics = PolicyReader.read(SourceText(name: "a.yaml", text: text)).diagnostics
    #expect(diagnostics.map(\.message) == ["\(name) is a rule of the model without a value"])
  }

  @Test(arguments: PlatformFacts.modelRules.map(\.name)) func noRuleIsAParameter(_ name: String) {
    #expect(PlatformFacts.parameter(name) == nil)
  }

  @Test func allRulesAreNamed() { #expect(PlatformFacts.modelRules.count == Self.names.count) }
}
