import BackgroundRuntime
import Foundation
import TestSupport
import Testing

/// The body of a server's answer, which arrives in parts.
@Suite struct ReceivedBodyTests {
  /// Three parts of 40 kB with different bytes, of which two are too large for memory.
  private static let parts = (1...3).map { Data(repeating: $0, count: 40_000) }

  @Test func aLongBodyIsInAFile() throws {
    let folder = try ScratchFolder()
    let place = URL(filePath: folder.path("body"))
    var body = ReceivedBody()
    for part in Self.parts { body.append(part) { place } }
    #expect(body.data.isEmpty && body.file == place)
    #expect(try Data(contentsOf: place) == Data(Self.parts.joined()))
  }

  /// Without a file, the body is the beginning of the answer, and no later part follows a gap.
  @Test func withoutAFileTheRestIsMissing() {
    var body = ReceivedBody()
    for part in Self.parts { body.append(part) { throw CocoaError(.fileWriteOutOfSpace) } }
    body.append(Data([9])) { throw CocoaError(.fileWriteOutOfSpace) }
    #expect(body.data == Self.parts[0] && body.file == nil)
  }

  @Test func aShortBodyIsInMemory() {
    var body = ReceivedBody()
    for byte: UInt8 in 1...3 { body.append(Data([byte])) { throw CocoaError(.fileWriteOutOfSpace) } }
    #expect(body.data == Data([1, 2, 3]) && body.file == nil)
  }
}
