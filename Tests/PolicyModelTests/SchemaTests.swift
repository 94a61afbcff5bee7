import Foundation
import JSON
import PolicyModel
import Testing

/// The JSON Schema of a policy as other programs read it.
@Suite struct SchemaTests {
  /// Every `$ref` leads to a definition, and every definition has a `$ref`.
  @Test func everyReferenceIsDefined() throws {
    let text = Schema.json.prettyText
    let references = Set(text.matches(of: #/"#\/definitions\/(\w+)"/#).map { String($0.output.1) })
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let definitions = try #require(root?["definitions"] as? [String: Any])
    #expect(references == Set(definitions.keys))
  }
}
