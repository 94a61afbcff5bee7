import JSON
import Testing

/// Tests of JSON as written by reports.
@Suite struct JSONTextTests {
  static let texts: [(value: JSONValue, text: String)] = [
    (.null, "null"), (true, "true"), (0, "0"), (.int(.min), "-9223372036854775808"), (1.5, "1.5"), (2.0, "2"),
    (-0.0, "0"), (.double(.nan), "null"), (.double(.infinity), "null"), (1e16, "1e+16"), (1e-7, "1e-07"),
    ("", "\"\""), ("é😀", "\"é😀\""), ("\"\\\n\r\t", #""\"\\\n\r\t""#), ("\u{0}\u{1f}", #""\u0000\u001f""#),
    ("\u{7f}\u{85}\u{2028}\u{2029}", #""\u007f\u0085\u2028\u2029""#), ("</script>", "\"</script>\""),
    ([], "[]"), (.object([]), "{}"), ([1, [2, []]], "[1,[2,[]]]"),
    (["b": 1, "a": ["c": .null]], #"{"b":1,"a":{"c":null}}"#),
  ]

  @Test(arguments: texts) func isWrittenOnOneLine(_ value: JSONValue, _ text: String) {
    #expect(value.compactText == text)
  }

  @Test(arguments: texts) func readsBackInBothForms(_ value: JSONValue, _ text: String) throws {
    let read = try JSONReader.read(Array(text.utf8))
    #expect(try JSONReader.read(Array(value.prettyText.utf8)) == read)
    #expect(read.compactText == text)
  }

  @Test func isIndentedByTwoSpaces() {
    let value: JSONValue = ["name": "library", "sizes": [1, 2], "none": [], "more": ["a": .object([])]]
    #expect(
      value.prettyText == """
        {
          "name": "library",
          "sizes": [
            1,
            2
          ],
          "none": [],
          "more": {
            "a": {}
          }
        }
        """)
  }

  /// Members keep their order, and the order is part of the value.
  @Test func membersKeepTheirOrder() {
    let value: JSONValue = ["z": 1, "a": 2]
    #expect(value.compactText == #"{"z":1,"a":2}"#)
    #expect(value != ["a": 2, "z": 1])
  }

  @Test func membersAreFoundByTheirNames() {
    let value: JSONValue = ["a": 1, "b": .null, "a": 2]
    #expect(value["a"] == 1 && value["b"] == .null && value["c"] == nil)
    #expect(JSONValue.array([1])["a"] == nil && JSONValue.string("a")["a"] == nil)
  }

  @Test func membersWithoutAValueAreLeftOut() {
    #expect(JSONValue.members(["a": 1, "b": nil, "c": .null]).compactText == #"{"a":1,"c":null}"#)
    #expect(JSONValue.number(7) == .int(7))
  }
}
