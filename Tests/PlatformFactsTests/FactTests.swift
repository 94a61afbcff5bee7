import PlatformFacts
import TestSupport
import Testing

/// Tests of the parts that every fact needs, regardless of its subject.
@Suite struct FactTests {
  private struct Source {
    let title: String
    let text: String

    /// The declarations of the form `package static let name = Type(…)`, with the text between the parentheses.
    func declarations(of type: String) -> [(name: String, arguments: String)] {
      text.matches(of: #/package static let (\w+)(?:: [\w<>\[\]]+)? = (\w+)\(/#).compactMap { match in
        guard match.output.2 == type else { return nil }
        var open = 1
        let rest = text[match.range.upperBound...].prefix { character in
          open += "([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0
          return open > 0
        }
        return (String(match.output.1), String(rest))
      }
    }
  }

  private static let sources = Result {
    try Project.names(in: "Sources/PlatformFacts").map {
      Source(title: $0, text: try Project.text("Sources/PlatformFacts/\($0)"))
    }
  }

  /// Our own sources, which have no address. No fact with the confidence *documented* or *stated* may cite such a source.
  private static let ours = ["wildApps", "ourAssumption", "ourInference", "policyLanguage"]

  @Test func everyCitationHasAnAddress() throws {
    let citations = try Self.sources.get().flatMap { $0.declarations(of: "Citation") }
    #expect(citations.count > 70)
    for (name, arguments) in citations where !Self.ours.contains(name) {
      #expect(arguments.contains("\"https://"), "\(name) has no https address")
    }
    #expect(Set(citations.map(\.name)).isSuperset(of: Self.ours))
    #expect(Set(citations.map(\.name)).count == citations.count)
  }

  @Test func noTwoCitationsAreTheSame() throws {
    let citations = try Self.sources.get().flatMap { $0.declarations(of: "Citation") }
    let texts = citations.map { $0.arguments.filter { !$0.isWhitespace } }
    #expect(Set(texts).count == texts.count)
  }

  /// Everyone can read the sources of facts that Apple documents or its engineers state.
  @Test func publicFactsHavePublicSources() throws {
    let facts = try Self.sources.get().flatMap { source in
      source.declarations(of: "Fact").map { (file: source.title, name: $0.name, arguments: $0.arguments) }
    }
    #expect(facts.count > 70)
    for fact in facts {
      let confidence = try #require(
        fact.arguments.matches(of: #/,\s*\.(documented|stated|reported|assumed|defined)\s*,/#).last?.output.1,
        "\(fact.file): \(fact.name) has no confidence and citation")
      guard confidence == "documented" || confidence == "stated" else { continue }
      let isOurs = Self.ours.contains { fact.arguments.contains(".\($0)") }
      #expect(!isOurs, "\(fact.file): \(fact.name) is \(confidence), and rests on a source of ours")
    }
  }

  @Test func surerComesFirst() {
    let order: [Confidence] = [.documented, .stated, .measured, .reported, .assumed]
    #expect(order.shuffled().sorted() == order)
    #expect(!(Confidence.defined < .documented) && !(Confidence.documented < .defined))
    #expect(Confidence.allCases == order)
  }
}
