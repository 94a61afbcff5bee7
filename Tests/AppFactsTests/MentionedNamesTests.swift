import AppFacts
import Testing

@Suite("Names of the API in texts")
struct MentionedNamesTests {
  @Test(
    "Spaces, line breaks, comments and backticks may stand between the words of a name",
    arguments: [
      "URLSession(configuration: .background(withIdentifier: id))", ".background( withIdentifier: id)",
      ".background(\n  withIdentifier: id)", ".background\n(withIdentifier: id)",
      ".`background`(withIdentifier: id)", ".background(`withIdentifier`: id)",
      ".background(/* a /* b */ c */withIdentifier: id)", ".background(// a\r\n// b\n  withIdentifier: id)",
      "URLSessionConfiguration.background", "URLSessionConfiguration\n  .background(\n",
      "let glob = \"Sources/*\"; let c = make(.background(withIdentifier: id))",
    ])
  func isMentioned(_ text: String) {
    #expect(MentionedNames(in: Array(text.utf8)).isAny)
  }

  @Test(
    "Other words between, or a comment without an end, are no name",
    arguments: [
      ".background(Color.red)", ".background(id, withIdentifier: id)", ".background(/* withIdentifier",
      "func background() {}", "background(with Identifier", "configuration.background",
    ])
  func isNotMentioned(_ text: String) {
    #expect(!MentionedNames(in: Array(text.utf8)).isAny)
  }

  @Test("The place of the last mention is kept")
  func lastMention() {
    let found = MentionedNames(in: Array("BGTaskScheduler BGTaskScheduler".utf8))
    #expect(found.counts[0] == 2)
    #expect(found.last[0] == 16)
  }

  @Test("Comments after many words are read once", .timeLimit(.minutes(1)))
  func manyComments() {
    let text = "URLSessionConfiguration//\n" + String(repeating: "//background//\n", count: 40_000)
    #expect(!MentionedNames(in: Array(text.utf8)).isAny)
  }
}
