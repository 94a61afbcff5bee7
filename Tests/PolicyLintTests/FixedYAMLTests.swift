import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// After a fix, a readable policy is still readable, whatever its YAML looks like and whatever errors it has.
@Suite struct FixedYAMLTests {
  private static let texts = MetamorphicTests.examples.map(\.text) + MetamorphicTests.policies.map(\.text)

  private static let rounds = 24

  /// Ways in which people and editors write YAML, and ways to damage it.
  private static func damaged(_ text: String, _ random: inout SplitMix) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0...random.below(3) {
      let index = random.below(lines.count)
      let indentation = String(lines[index].prefix { $0 == " " })
      switch random.below(10) {
      case 0: lines.insert("\(indentation)foo: 1", at: index)
      case 1: lines.remove(at: index)
      case 2: lines.insert(lines[index], at: index)
      case 3: lines[index] = lines[index].replacing(": true", with: ": yes")
      case 4: lines[index] = lines[index].replacing(": ", with: ": &a ", maxReplacements: 1)
      case 5: lines[index] = indentation + "&k " + lines[index].dropFirst(indentation.count)
      case 6: lines[index] += " # why"
      case 7: lines[index] = lines[index].replacing("a", with: "")
      case 8:
        // The dashes of a list in the column of its key.
        lines = lines.map { line in
          let trimmed = line.drop { $0 == " " }
          return trimmed.hasPrefix("- ") && line.hasPrefix("  ") ? String(line.dropFirst(2)) : line
        }
      default: lines[index] = lines[index].replacing(", ", with: ",", maxReplacements: 1)
      }
      if lines.isEmpty { lines = [""] }
    }
    let breaks = ["\n", "\n", "\n", "\r\n", "\r", "\u{2028}", "\u{2029}", "\u{85}"]
    let usual = breaks[random.below(breaks.count)]
    // Some texts mix several kinds of line breaks.
    let other = breaks[random.below(breaks.count)]
    return lines.map { $0 + (random.below(8) == 0 ? other : usual) }.joined()
  }

  private func syntax(_ findings: [Finding]) -> [String] {
    findings.filter { ["yaml-syntax", "yaml-limit", "yaml-multiple-documents"].contains($0.name) }
      .map(\.diagnostic.message)
  }

  private func findings(_ bytes: [UInt8]) -> [Finding] {
    Linter.findings(in: PolicyReader.read(SourceText(name: "policy.yaml", bytes: bytes)), on: RuleExample.day)
  }

  @Test(arguments: 0..<UInt64(rounds)) func fixedPoliciesAreYAML(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<60 {
      var text = Self.texts[random.below(Self.texts.count)]
      if random.below(2) == 0 {
        let form = RuleFixTests.forms[random.below(RuleFixTests.forms.count)]
        text = form.apply(text) ?? text
      }
      text = Self.damaged(text, &random)
      let source = SourceText(name: "policy.yaml", text: text)
      let before = findings(source.bytes)
      guard syntax(before).isEmpty else { continue }
      for scope in FixResult.Scope.allCases {
        let fixing = FixResult(source, allowing: scope, on: RuleExample.day) { PolicyReader.read($0) }
        #expect(syntax(fixing.findings) == [], "\(text.debugDescription)")
        #expect(fixing.findings.count { $0.severity == .error } <= before.count { $0.severity == .error })
      }
      // Editors make one fix at a time.
      for fix in before.flatMap(\.diagnostic.fixes) where fix.isWithinPolicy {
        let fixed = fix.edits.applied(to: source.bytes, of: SourceID(index: 0))
        #expect(
          syntax(findings(fixed)) == [],
          "\(fix.title): \(text.debugDescription) became \(String(decoding: fixed, as: UTF8.self).debugDescription)"
        )
      }
    }
  }
}
