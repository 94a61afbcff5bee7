internal import PropertyList

/// An element of an XML document, with either text or other elements in it.
struct XMLNode {
  let name: String
  let attributes: [(name: String, value: String)]
  let children: [XMLNode]
  let content: String

  init(_ name: String, _ attributes: [(name: String, value: String)], _ children: [XMLNode] = []) {
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
      + attributes.map { " \($0)=\"\(XMLText.escaped(attribute: Self.writable($1)))\"" }.joined()
    if !children.isEmpty {
      let inner = children.map { $0.text(indentation: indentation + "  ") + "\n" }.joined()
      return "\(head)>\n\(inner)\(indentation)</\(name)>"
    }
    return content.isEmpty
      ? "\(head)/>" : "\(head)>\(XMLText.escaped(Self.writable(content)))</\(name)>"
  }

  /// Text on one line that XML 1.0 has a way to write.
  static func writable(_ text: String) -> String { XMLText.writable(DisplayText.line(text)) }
}
