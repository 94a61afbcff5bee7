internal import Quantities

/// Paths of files in URIs.
package enum FileURI {
  /// A path with every byte percent-encoded that some part of a URI does not allow.
  package static func path(of file: String) -> String {
    var result = ""
    for byte in file.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += byte.percentEncoded
      }
    }
    return result
  }

  /// Whether a byte is a slash or one of the unreserved characters of RFC 3986.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
