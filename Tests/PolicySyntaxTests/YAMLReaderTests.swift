import PolicySyntax
import TestSupport
import Testing

/// Each case marks every node in reading order. The mark of a collection contains the marks of its children.
@Suite struct YAMLReaderTests {
  static let places: [NamedText] = [
    NamedText("plain", "««a»: «1»\n«b»: «two words»»\n"),
    NamedText("empty value", "««a»:«»\n«b»: «1»»\n"),
    NamedText("empty last value", "««a»:«»»\n"),
    NamedText("quoted", #"««"a b"»: «'it''s'»\#n«b»: «"x\ty"»»\#n"#),
    NamedText("nested block", "««a»:\n  ««b»: «1»\n  «c»:\n    ««d»: «2»»»»\n\n# end\n"),
    NamedText("indentless list", "««a»:\n«- «1»\n- «2»»\n«b»: «3»»\n"),
    NamedText("list of mappings", "«- ««a»: «1»\n  «b»: «2»»\n- ««a»: «3»»»\n\n\n"),
    NamedText("flow", "««a»: «[«1», «{«b»: «2»}», «[]»]» # note\n«c»: «{}»»\n"),
    NamedText("flow over lines", "««a»: «{ # note\n  «b»: «1»,\n  «c»: «[\n  ]»\n}»»\n"),
    NamedText("literal", "««a»: «|\n  one\n  two»\n\n«b»: «1»»\n"),
    NamedText("literal at the end", "««a»: «|-\n  one»»\n"),
    NamedText("folded with a comment after", "««a»: «>\n  one\n  two»\n# note\n«b»: «1»»\n"),
    NamedText("plain over lines", "««a»: «one\n  two»\n«b»: «1»»\n"),
    NamedText("an anchor right before a text", "&2targets«:*»\n"),
    NamedText("an anchor right before a text at the end", "&2targets«:*»"),
    NamedText("anchors", "««a»: &x «1»\n«b»: &y\n  ««c»: «2»»\n«d»: &z «[«3»]»»\n"),
    NamedText("tags", "««a»: !!str «1»\n«b»: !!map\n  ««c»: «2»»\n«d»: &z !!seq «[«3»]»»\n"),
    NamedText("tag and comment", "««a»: !!map # note\n  ««c»: «2»»»\n"),
    NamedText("tag without a value", "««a»: !!null«»\n«b»: «1»»\n"),
    NamedText("not ASCII", "# é😀\n««é»: «😀»\n«b»: «[«é», «x»]» # é\n«c»: «'é'»»\n"),
    NamedText("document markers", "%YAML 1.1\n---\n««a»: «1»»\n...\n"),
    NamedText("JSON", #"«{«"a"»: «1»}»"#),
    NamedText("JSON with a surrogate pair", #"«{«"é"»: «"\ud83d\ude00"», «"b"»: «[«"x"», «null»]»}»"#),
    NamedText(
      "JSON with a long key",
      "«{«\"\(String(repeating: "k", count: 2_000))\"»: «\"a\u{85}\u{2028}b\"», «\"c\"»: «{}»}»\n"),
    NamedText("explicit keys", "«? «a»\n: «1»»\n"),
    NamedText("scalar only", "«text»"),
  ]

  @Test(arguments: places) func placesAreExact(_ example: NamedText) {
    let marked = MarkedText(example.text)
    #expect(nodeRanges(of: marked.text) == marked.spans)
  }

  @Test(arguments: places) func placesAreExactBehindAByteOrderMark(_ example: NamedText) {
    let marked = MarkedText(example.text)
    let shifted = marked.spans.map { $0.lowerBound + 3..<$0.upperBound + 3 }
    #expect(nodeRanges(of: "\u{FEFF}" + marked.text) == shifted)
  }

  @Test(arguments: places) func placesAreExactWithCarriageReturns(_ example: NamedText) {
    let marked = MarkedText(
      example.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
    #expect(nodeRanges(of: marked.text) == marked.spans)
  }
}

/// The range of each node of a text in reading order.
private func nodeRanges(of text: String) -> [Range<Int>] {
  var tree = NodeTree()
  let result = YAMLReader.read(SourceText(name: "test.yaml", text: text), into: &tree)
  #expect(result.diagnostics == [])
  var ranges: [Range<Int>] = []
  func visit(_ node: NodeID) {
    ranges.append(tree.span(of: node).range)
    for item in tree.items(of: node) { visit(item) }
    for entry in tree.entries(of: node) {
      visit(entry.key)
      visit(entry.value)
    }
  }
  if let root = result.root { visit(root) }
  return ranges
}
