/// An element of an XML document, with either text or other elements in it.
struct XMLElement {
  let name: String
  let attributes: [(name: String, value: String)]
  let children: [XMLElement]
  let content: String

  init(_ name: String, _ attributes: [(name: String, value: String)], _ children: [XMLElement] = []) {
    self.name = name
    self.attributes = attributes
    self.children = children
    content = ""
  }

  init(_ name: String, _ attributes: [(name: String, value: String)], text: String) {
    self.name = name
    self.attributes = attributes
    children = []
    content = text
  }

  /// The element as XML 1.0, with each element inside it on lines of its own.
  var text: String { text(indentation: "") }

  private func text(indentation: String) -> String {
    let head =
      "\(indentation)<\(name)"
      + attributes.map { " \($0)=\"\(Self.escaped($1, isAttribute: true))\"" }.joined()
    if !children.isEmpty {
      let inner = children.map { $0.text(indentation: indentation + "  ") + "\n" }.joined()
      return "\(head)>\n\(inner)\(indentation)</\(name)>"
    }
    return content.isEmpty
      ? "\(head)/>" : "\(head)>\(Self.escaped(content, isAttribute: false))</\(name)>"
  }

  /// Text without marks and without the characters that XML 1.0 has no way to write, which are spelt out.
  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var result = ""
    for scalar in DisplayText.safe(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where isAttribute: result += "&quot;"
      case "\t" where isAttribute: result += "&#9;"
      case "\n" where isAttribute: result += "&#10;"
      case "\u{FFFE}", "\u{FFFF}": result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
