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

  private func diff(_ old: String, _ new: String) -> String {
    UnifiedDiff(named: "file", from: Array(old.utf8), to: Array(new.utf8)).text
  }
}
