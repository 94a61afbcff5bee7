import TestSupport
import Testing

/// The generators that have a snippet.
@Suite struct SnippetCoverageTests {
  /// A test begins with the name of its generator: `sessionRouterOpening` for `SessionRouter+Opening.swift`.
  @Test func everyGeneratorHasASnippet() throws {
    let folder = "Tests/PolicyGenTests/Snippets"
    let tests = try Project.names(in: folder).map { try Project.text("\(folder)/\($0)") }.joined()
    let generators = try Project.names(in: "Sources/PolicyGen/Generators").map {
      $0.replacing(".swift", with: "").replacing("+", with: "")
    }
    #expect(generators.count > 25)
    let missing = generators.filter { name in
      !tests.contains("@Test func \(name.prefix(1).lowercased())\(name.dropFirst())")
    }
    #expect(missing == [])
  }
}
