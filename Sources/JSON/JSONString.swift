/// The text between the quotes of a JSON string.
package enum JSONString {
  /// Appends the UTF-8 of a string. `written` is the well-formed text between the string's quotes.
  ///
  /// An unpaired surrogate, which RFC 8259 allows but UTF-8 does not, becomes U+FFFD.
  package static func decode(_ written: Slice<UnsafeBufferPointer<UInt8>>, into text: inout [UInt8]) {
    var rest = written
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        text.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"): text.append(contentsOf: String(scalar(&rest)).utf8)
      default: text.append(escape)
      }
    }
  }

  /// The value of a hexadecimal digit; `nil` for other bytes.
  static func hexadecimalValue(of byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// The scalar of an escape, or of two escapes that are a surrogate pair; `rest` begins after the first `\u`.
  private static func scalar(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
    let first = codeUnit(&rest)
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    var following = rest
    guard following.popFirst() == UInt8(ascii: "\\"), following.popFirst() == UInt8(ascii: "u") else {
      return "\u{FFFD}"
    }
    let second = codeUnit(&following)
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    rest = following
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private static func codeUnit(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> UInt16 {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    return digits.reduce(0) { $0 << 4 | (hexadecimalValue(of: $1) ?? 0) }
  }
}
