import PolicySyntax
import TestSupport
import Testing

/// The marks in each text are the comments that have to be found.
@Suite struct CommentTests {
  static let cases = [
    NamedText("own line and trailing", "«# one»\na: 1 «# two»\n  «# three»\nb: 2\n"),
    NamedText("inside scalars", "a: 'x # y'\nb: \"# z\"\nc: x#y\nd: |\n  # text\ne: 1 «# end»"),
    NamedText("in flow", "a: [ «# one»\n  1, «# two»\n] «# three»\n"),
    NamedText("tags and anchors", "a: !x#y &b «# one»\n  c: *b «# two»\n"),
    NamedText("directives", "%TAG ! tag:x#y\n--- «# one»\na: 1\n"),
    NamedText("line separators", "a: 1 «# one»\u{2028}«# two»\u{85}«# three»\u{2029}b: 2\n"),
    NamedText("carriage returns", "a: 1 «# one»\r\n«# two»\r\nb: 2\r\n"),
  ]

  @Test(arguments: cases) func areFound(_ example: NamedText) {
    let marked = MarkedText(example.text)
    var tree = NodeTree()
    _ = YAMLReader.read(marked.source(), into: &tree)
    #expect(tree.comments(in: SourceID(index: 0)).map(\.span.range) == marked.spans)
  }

  @Test func ownLineIsTold() {
    var tree = NodeTree()
    _ = YAMLReader.read(SourceText(name: "policy.yaml", text: "\u{FEFF}# a\nb: 1 # c\n  # d\n"), into: &tree)
    #expect(tree.comments(in: SourceID(index: 0)).map(\.isOnOwnLine) == [true, false, true])
  }
}
