/// Signs, such as `=`, that are one character with a mark of Unicode beside them.
///
/// The texts of projects are read by their characters, and other programs read bytes, to which the sign is a sign.
enum JoinedSign {
  /// The offset of the first such sign; `nil` if there is none.
  static func first(in bytes: [UInt8]) -> Int? {
    var index = 0
    while let start = bytes[index...].firstIndex(where: { $0 >= 0x80 }) {
      let end = bytes[start...].firstIndex { $0 < 0x80 } ?? bytes.endIndex
      let scalars = String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars
      if start > 0, isSign(bytes[start - 1]), let first = scalars.first, !isKey(scalars),
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

  /// Whether the rest of the emoji of a key follows, such as that of `#️⃣`.
  private static func isKey(_ scalars: String.UnicodeScalarView) -> Bool {
    scalars.first == "\u{20E3}" || Array(scalars.prefix(2)) == ["\u{FE0F}", "\u{20E3}"]
  }

  private static func isOne(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    var text = String.UnicodeScalarView()
    text.append(first)
    text.append(second)
    return String(text).count == 1
  }
}
