import LanguageServer
import TestSupport
import Testing

/// Tests of splitting the bytes of a stream into messages.
@Suite struct MessageReaderTests {
  static let first = #"{"a":"ä😀"}"#
  static let second = "[]"

  static let streams = [
    NamedText(
      "ordinary",
      "Content-Length: \(first.utf8.count)\r\n\r\n\(first)Content-Length: 2\r\n\r\n\(second)"),
    NamedText(
      "lowercase, and a type",
      "content-length:\(first.utf8.count)\r\ncontent-type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n\(first)"
        + "CONTENT-TYPE: application/vscode-jsonrpc; charset=utf8\r\nCONTENT-LENGTH:   2  \r\n\r\n\(second)"),
    NamedText("line feeds", "Content-Length: \(first.utf8.count)\n\n\(first)Content-Length: 2\n\n\(second)"),
    NamedText(
      "empty lines between",
      "\r\n\r\nContent-Length: \(first.utf8.count)\r\n\r\n\(first)\r\nContent-Length: 2\r\n\r\n\(second)"),
  ]

  /// A stream of empty lines has no message, however long the stream is.
  @Test func emptyLinesAreSkipped() {
    var reader = MessageReader()
    reader.append(
      Array(String(repeating: "\r\n", count: 200_000).utf8) + Array("Content-Length: 2\r\n\r\n[]".utf8))
    #expect(reader.next() == .message(Array("[]".utf8)))
  }

  /// The pieces in which a stream arrives don't change its messages.
  @Test(arguments: streams) func piecesDoNotMatter(_ stream: NamedText) {
    let bytes = Array(stream.text.utf8)
    let expected = [Self.first, Self.second].map { MessageReader.Part.message(Array($0.utf8)) }
    for cut in 0...bytes.count {
      var reader = MessageReader()
      var parts: [MessageReader.Part] = []
      for piece in [bytes[..<cut], bytes[cut...]] {
        reader.append(Array(piece))
        while let part = reader.next() { parts.append(part) }
      }
      #expect(parts == expected, "cut at \(cut)")
    }
    var reader = MessageReader()
    var parts: [MessageReader.Part] = []
    for byte in bytes {
      reader.append([byte])
      while let part = reader.next() { parts.append(part) }
    }
    #expect(parts == expected, "byte by byte")
  }

  static let malformed = [
    NamedText("no length", "Content-Type: a\r\n\r\n"), NamedText("no number", "Content-Length: two\r\n\r\n"),
    NamedText("a sign", "Content-Length: -2\r\n\r\n"), NamedText("no name", "hello\r\n\r\n"),
    NamedText("too long", "Content-Length: 99999999999999\r\n\r\n"),
    NamedText("without end", String(repeating: "x", count: 20_000)),
  ]

  /// A malformed header is reported once, and the reader continues with the next message.
  @Test(arguments: malformed) func malformedHeaderIsReported(_ header: NamedText) {
    var reader = MessageReader()
    reader.append(Array(header.text.utf8))
    guard case .malformed? = reader.next() else {
      Issue.record("\(header.name) is not reported")
      return
    }
    #expect(reader.next() == nil)
    guard header.name != "too long" else { return }
    reader.append(Array("Content-Length: 2\r\n\r\n{}".utf8))
    #expect(reader.next() == .message(Array("{}".utf8)))
  }

  /// After a message with a wrong length, the next header is found again.
  @Test func nextHeaderIsFoundAfterWrongLength() {
    var reader = MessageReader()
    reader.append(Array("Content-Length: 3\r\n\r\n{\"a\":1}Content-Length: 2\r\n\r\n[]".utf8))
    #expect(reader.next() == .message(Array("{\"a".utf8)))
    #expect(reader.next() == .message(Array("[]".utf8)))
  }
}
