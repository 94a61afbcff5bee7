import PolicySyntax
import TestSupport
import Testing

/// The scalar of a text is read as the same text.
@Suite struct YAMLTextTests {
  static let forms: [(text: String, scalar: String)] = [
    ("library", "library"), ("com.example.photos", "com.example.photos"), ("two words", "two words"),
    ("", "''"), ("true", "'true'"), ("null", "'null'"), ("~", "'~'"), ("12", "'12'"), ("1.5", "'1.5'"),
    ("yes", "'yes'"), ("Off", "'Off'"), ("it's", "it's"), ("'quoted'", "'''quoted'''"), ("a: b", "'a: b'"),
    ("a #b", "'a #b'"), ("a:", "'a:'"), ("- a", "'- a'"), ("*a", "'*a'"), ("[a]", "'[a]'"),
    ("a, b", "'a, b'"),
    (" a", "' a'"), ("a ", "'a '"), ("a\nb", "\"a\\nb\""), ("a\tb", "\"a\\tb\""),
    ("a\u{2028}b", "\"a\\u2028b\""), ("\u{FEFF}", "\"\\ufeff\""), ("\"\u{7}\\", "\"\\\"\\u0007\\\\\""),
    ("x##[add-mask]y", "\"x\\u0023\\u0023[add-mask]y\""),
  ]

  @Test(arguments: forms) func isQuotedIfItMustBe(_ text: String, _ scalar: String) {
    #expect(YAMLText.scalar(text) == scalar)
  }

  @Test(arguments: forms.map(\.text), ["KEY: %", "- %", "[%, b]", "{ a: % }", "% "])
  func readsBack(_ text: String, _ place: String) throws {
    for scalar in [YAMLText.scalar(text), YAMLText.doubleQuoted(text)] {
      var tree = NodeTree()
      let written = place.replacing("%", with: scalar)
      let reading = YAMLReader.read(SourceText(name: "text.yaml", text: written), into: &tree)
      #expect(reading.diagnostics == [], "\(written)")
      var node = try #require(reading.root)
      while tree.kind(of: node) != .scalar {
        node = try #require(tree.items(of: node).first ?? tree.entries(of: node).first?.value)
      }
      #expect(tree.text(of: node) == text)
      #expect(tree.scalarType(of: node) == .string)
    }
  }
}
