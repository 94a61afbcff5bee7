import PolicyLint
import PolicySyntax
import Testing

/// An example with cures stands for the policy with the mistake and the policy without the mistake.
@Suite struct RuleExampleCureTests {
  @Test(arguments: [
    ("a: «1h→2d»", "a: «1h»", "a: 2d"),
    ("«1h→2d»", "«1h»", "2d"),
    ("«a»: {‹→ name: b,› c: d }", "«a»: { c: d }", "a: { name: b, c: d }"),
    ("«a»‹: b→›, «c→d»", "«a»: b, «c»", "a, d"),
    ("a ‹b\n→c›", "a b\n", "a c"),
  ]) func readsCures(_ text: String, trigger: String, pass: String) throws {
    let example = RuleExample.whole(text)
    #expect(example.policy == trigger)
    #expect(example.text == trigger)
    #expect(example.cured?.policy == pass)
    #expect(example.cured?.cured == nil)
  }

  @Test func readsCuresInFiles() throws {
    let example = RuleExample.withApp("a: b", "let a = «1→2»")
    #expect(example.app.map { String(decoding: $0.bytes, as: UTF8.self) } == "let a = «1»")
    #expect(example.cured?.app.map { String(decoding: $0.bytes, as: UTF8.self) } == "let a = 2")
    #expect(example.cured?.policy == RuleExample.head + "a: b")
  }

  @Test(arguments: ["a: b", "a: «b»", ""]) func hasNoCureWithoutArrow(_ text: String) {
    #expect(RuleExample.whole(text).cured == nil)
    #expect(RuleExample.whole(text).policy == text)
  }
}
