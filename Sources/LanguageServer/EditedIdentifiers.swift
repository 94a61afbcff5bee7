/// Looks for identifiers in source code.
package enum EditedIdentifiers {
  private static let longest = 155

  /// The texts in quotation marks that look like identifiers: at least three parts of letters, digits and hyphens, separated
  /// by dots.
  package static func texts(in bytes: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") {
        if let begin = start, let text = identifier(bytes[begin..<index]) { found.insert(text) }
        start = index + 1
      } else if !isPart(byte) {
        start = nil
      }
    }
    return found
  }

  private static func identifier(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count <= longest else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
