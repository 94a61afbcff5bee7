internal import Quantities

/// Text in XML 1.0.
package enum XMLText {
  /// A string as the content of an element.
  package static func escaped(_ text: String) -> String { text.escaping(contentEscape) }

  /// A string as the value of an attribute in double quotes.
  package static func escaped(attribute text: String) -> String {
    text.escaping { scalar in
      switch scalar {
      case "\"": "&quot;"
      case "\t": "&#9;"
      case "\n": "&#10;"
      default: contentEscape(scalar)
      }
    }
  }

  private static func contentEscape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    // An XML parser would turn a carriage return into a line feed.
    case "\r": "&#13;"
    default: scalar.isDeceptive ? "&#x\(String(scalar.value, radix: 16, uppercase: true));" : nil
    }
  }

  /// A string as the content of a comment, which can't contain two hyphens in a row.
  package static func escaped(comment text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "-", result.unicodeScalars.last == "-" { result += " " }
      // XML comments don't support references, so the escape is plain text.
      if scalar.isDeceptive { result += scalar.bracedEscape } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Whether XML 1.0 can't represent a scalar, not even as a numeric reference.
  package static func isUnwritable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0x00..<0x20, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// A string with `\u{8}` and the like for scalars that XML 1.0 can't represent.
  package static func writable(_ text: String) -> String {
    text.escaping { isUnwritable($0) ? $0.bracedEscape : nil }
  }

  /// The scalar for a name or number between `&` and `;`.
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
