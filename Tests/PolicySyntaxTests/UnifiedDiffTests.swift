import PolicySyntax
import Testing

/// Differences as `diff -u` writes them.
@Suite struct UnifiedDiffTests {
  @Test func equalTextsHaveNone() {
    #expect(diff("a\n", "a\n") == "")
  }

  @Test func aChangeHasThreeLinesAround() {
    let old = (1...9).map { "\($0)\n" }.joined()
    #expect(
      diff(old, old.replacing("5\n", with: "five\n")) == """
        --- a/file
        +++ b/file
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8

        """)
  }

  @Test func distantChangesHaveHunksOfTheirOwn() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("2\n3\n", with: "3\n").replacing("19\n", with: "19\nnew\n")
    let heads = diff(old, new).split(separator: "\n").filter { $0.hasPrefix("@@") }
    #expect(heads == ["@@ -1,5 +1,4 @@", "@@ -17,4 +16,5 @@"])
  }

  @Test func aNewFileIsComparedWithNothing() {
    let difference = UnifiedDiff(named: "/tmp/file", from: nil, to: Array("a\n".utf8))
    #expect(difference.text == "--- /dev/null\n+++ /tmp/file\n@@ -0,0 +1 @@\n+a\n")
  }

  @Test func aMissingLineBreakIsShown() {
    #expect(diff("a", "a\n").hasSuffix("-a\n\\ No newline at end of file\n+a\n"))
  }

  /// Few different lines, so that the fewest changes are many.
  @Test(arguments: [(30, 20), (400, 300), (9_000, 7_000), (200_000, 3)])
  func theChangesLeadFromOneTextToTheOther(_ old: Int, _ new: Int) {
    func text(_ count: Int, _ seed: Int) -> [String] {
      (0..<count).map { ["{\n", "}\n", "a\n", "b\n", "line \($0)\n"][($0 &* seed &+ $0 / 7 &* 13) % 5] }
    }
    let (former, current) = (text(old, 3), text(new, 7))
    #expect(applied(diff(former.joined(), current.joined()), to: former) == current)
  }

  @Test(.timeLimit(.minutes(1))) func repeatedLinesTakeTimeInProportion() {
    let old = "a\n" + String(repeating: "}\n", count: 300_000)
    let new = "a\n{\n" + String(repeating: "}\n", count: 20) + "b\n"
    #expect(diff(old, new).hasSuffix("+b\n"))
  }

  /// The lines that a difference makes of other lines.
  private func applied(_ difference: String, to lines: [String]) -> [String] {
    var rest = lines[...]
    var result: [String] = []
    for line in difference.split(separator: "\n").dropFirst(2) {
      let text = "\(line.dropFirst())\n"
      switch line.first {
      case "@":
        let start = Int(line.dropFirst(4).prefix { $0.isNumber }) ?? 0
        let isEmpty = line.dropFirst(4).prefix { $0 != " " }.hasSuffix(",0")
        while rest.startIndex < start - (isEmpty ? 0 : 1), let kept = rest.popFirst() { result.append(kept) }
      case "+": result.append(text)
      case " ":
        result.append(text)
        rest.removeFirst()
      default: rest.removeFirst()
      }
    }
    return result + rest
  }

  private func diff(_ old: String, _ new: String) -> String {
    UnifiedDiff(named: "file", from: Array(old.utf8), to: Array(new.utf8)).text
  }
}
