import PolicyLint
import PolicySyntax
import TestSupport
import Testing

/// The examples of the rules show every fix, so the tests of all examples try every fix.
@Suite struct FixExampleTests {
  /// The titles of a rule's fixes, each up to its first inserted value.
  private static func titles(in source: String) -> [String] {
    source.matches(of: #/context\.(?:append|insert|remove|rename|replace)\(/#).compactMap { call in
      source[call.range.upperBound...].firstMatch(of: #/"([A-Z][a-z]+ [^"\\]*)/#).map { String($0.output.1) }
    }
  }

  @Test(arguments: RuleFamily.allCases) func examplesShowEveryFix(_ family: RuleFamily) throws {
    let folder = "Sources/PolicyLint/Rules/\(family.rawValue)"
    for rule in Catalog.rules where rule.family == family {
      let file = rule.name.text.split(separator: "-").joined() + ".swift"
      let name = try #require(Project.names(in: folder).first { $0.lowercased() == file })
      let expected = Self.titles(in: try Project.text("\(folder)/\(name)"))
      let shown = rule.triggers().flatMap { example in
        findings(in: MarkedText(example.policy).text).findings.filter { $0.rule.name == rule.name }
          .flatMap(\.diagnostic.fixes).map(\.title)
      }
      for title in expected {
        #expect(shown.contains { $0.hasPrefix(title) }, "\(rule.name): no example has the fix \(title)")
      }
    }
  }
}
