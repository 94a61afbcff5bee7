/// Signs, such as `=`, that form one character with a mark of Unicode beside them.
///
/// bgpolicy reads the characters of a project file, in which such a sign is hidden. Xcode reads bytes, and so sees the sign.
package enum JoinedSign {
  /// The offset of the first sign that a mark joins; `nil` if the text has no such sign.
  package static func first(in bytes: [UInt8]) -> Int? {
    var index = 0
    while let start = bytes[index...].firstIndex(where: { $0 >= 0x80 }) {
      let end = bytes[start...].firstIndex { $0 < 0x80 } ?? bytes.endIndex
      let scalars = String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars
      if start > 0, isSign(bytes[start - 1]), let first = scalars.first, !isKey(bytes[start - 1], scalars),
        isOne(Unicode.Scalar(bytes[start - 1]), first)
      {
        return start - 1
      }
      if end < bytes.count, isSign(bytes[end]), let last = scalars.last,
        isOne(last, Unicode.Scalar(bytes[end]))
      {
        return end
      }
      index = end
    }
    return nil
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      false
    default: true
    }
  }

  /// Whether the marks after a number sign make an emoji of a key, `#️⃣`.
  private static func isKey(_ sign: UInt8, _ scalars: String.UnicodeScalarView) -> Bool {
    guard sign == UInt8(ascii: "#") else { return false }
    return scalars.first == "\u{20E3}" || Array(scalars.prefix(2)) == ["\u{FE0F}", "\u{20E3}"]
  }

  /// Whether two scalars form one character.
  private static func isOne(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    var text = String.UnicodeScalarView()
    text.append(first)
    text.append(second)
    return String(text).count == 1
  }
}
