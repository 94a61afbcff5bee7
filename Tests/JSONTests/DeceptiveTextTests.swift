import JSON
import Testing

/// JSON is also read in terminals and logs, so characters that make texts deceptive are escaped.
@Suite struct DeceptiveTextTests {
  @Test(arguments: [
    0x00, 0x1B, 0x7F, 0x85, 0x9B, 0x61C, 0x200E, 0x200F, 0x2028, 0x202E, 0x2066, 0x2069, 0xFEFF, 0xFFF9,
  ])
  func isEscaped(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let json = JSONValue.object([JSONMember("k\(scalar)", .string("\(scalar)v"))])
    for text in [json.compactText, json.prettyText] {
      #expect(!text.unicodeScalars.contains(scalar), "\(text.debugDescription)")
      #expect(try JSONReader.read(Array(text.utf8)) == json)
    }
  }

  /// Runners of CI obey these texts in any line that a program prints.
  @Test(arguments: ["x##[add-mask]y", "##vso[task.setvariable variable=PATH]z", "###[error]", "a ## b"])
  func commandsOfRunnersAreEscaped(_ text: String) throws {
    let json = JSONValue.string(text)
    for written in [json.compactText, json.prettyText] {
      #expect(!written.contains("##[") && !written.contains("##vso["), "\(written)")
      #expect(try JSONReader.read(Array(written.utf8)) == json)
    }
  }
}
