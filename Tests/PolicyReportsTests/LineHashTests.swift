import TestSupport
import Testing

@testable import PolicyReports

/// The hashes of lines equal the hashes of the action that uploads SARIF to GitHub. The expected values come from that action's tests.
@Suite struct LineHashTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let hashes: [String]
    var testDescription: String { name }
  }

  private static let greetings = [
    "e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
    "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1",
  ]

  static let examples = [
    Example(name: "nothing", text: "", hashes: ["c129715d7a2bc9a3:1"]),
    Example(
      name: "blanks and tabs", text: " a\nb\n  \t\tc\n d",
      hashes: ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"]),
    Example(
      name: "no line break at the end", text: " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End",
      hashes: [
        "8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1", "c6805c5e1288b612:1",
        "b86d3392aea1be30:1", "e6ceba753e1a442:1",
      ]),
    Example(name: "LF", text: " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n", hashes: greetings),
    Example(name: "CR", text: " hello; \t\rworld!!!\r\r\r  \t\tGreetings\r End\r", hashes: greetings),
    Example(
      name: "CR LF", text: " hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n", hashes: greetings),
    Example(
      name: "all line breaks", text: " hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n",
      hashes: greetings),
    Example(
      name: "equal lines", text: String(repeating: "Lorem ipsum dolor sit amet.\n", count: 10),
      hashes: (1...6).map { "a7f2ff13bc495cf2:\($0)" } + [
        "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1",
        "c129715d7a2bc9a3:1",
      ]),
  ]

  @Test(arguments: examples) func areThoseOfTheUpload(_ example: Example) {
    let hashes = LineHashes(Array(example.text.utf8))
    #expect((1...example.hashes.count).map { hashes.hash(ofLine: $0) } == example.hashes)
    #expect(hashes.hash(ofLine: example.hashes.count + 1) == nil)
  }

  /// A character outside the basic plane has two units. The expected value is computed by hand.
  @Test func countUTF16() {
    let units: [UInt16] = [0xD83D, 0xDE00, 0xFFFF]
    var hash: UInt64 = 0
    for index in 0..<100 { hash = hash &* 37 &+ (index < units.count ? UInt64(units[index]) : 0) }
    #expect(LineHashes(Array("😀".utf8)).hash(ofLine: 1) == String(hash, radix: 16) + ":1")
  }
}
