/// Converts strings of a policy to LLDB text. No other code may put a policy's strings into LLDB commands.
enum LLDBText {
  /// The content of an Objective-C string literal. The literal is part of the substitution of a `command
  /// regex`, which is in single quotes.
  ///
  /// Characters with a meaning in any of these contexts are written as octal escapes of their bytes.
  static func literal(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
