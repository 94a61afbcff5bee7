internal import PolicyModel
internal import PolicyReports
internal import Quantities

/// The name of a document: the path of a `file` URI, or else the URI itself.
enum FileAddress {
  /// The absolute path of a URI of the scheme `file`; any other URI unchanged.
  static func name(of uri: String) -> String {
    guard uri.lowercased().hasPrefix("file:") else { return uri }
    var path = uri.dropFirst("file:".count)
    if path.hasPrefix("//") {
      // The name of the host is empty, or is the name of this machine.
      path = path.dropFirst(2).drop { $0 != "/" }
    }
    return RelativePath.normalized(decoded(path))
  }

  static func uri(of name: String) -> String {
    name.isAbsolutePath ? "file://" + FileURI.path(of: name) : name
  }

  /// A text with its percent escapes replaced; a `%` that begins no valid escape stays.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        rest.prefix(2).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
