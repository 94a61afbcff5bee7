/// Text in XML 1.0.
package enum XMLText {
  /// A text as the content of an element.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // A parser would turn it into a line feed.
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text as the value of an attribute in double quotes.
  package static func escaped(attribute text: String) -> String {
    escaped(text).replacing("\"", with: "&quot;").replacing("\t", with: "&#9;")
      .replacing("\n", with: "&#10;")
  }

  /// A text as the content of a comment, which two hyphens would end.
  package static func escaped(comment text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "-", result.unicodeScalars.last == "-" { result += " " }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Whether XML 1.0 has no way to write a scalar, not even as a number.
  package static func isUnwritable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0x00..<0x20, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// The scalar of a name or number between `&` and `;`.
  static func scalar(ofReference name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    guard let scalar = number.flatMap(Unicode.Scalar.init), !isUnwritable(scalar) else { return nil }
    return scalar
  }
}

extension UInt8 {
  /// Whether XML takes it for white space.
  var isXMLSpace: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}
