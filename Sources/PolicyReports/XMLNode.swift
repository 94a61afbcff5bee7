internal import PropertyList

/// A part of a page or of an XML file. A page is valid HTML and valid XML.
indirect enum XMLNode: Sendable {
  /// Text, with every mark in it escaped.
  case text(String)
  /// Text of several lines. Every character with a meaning in XML is escaped.
  case lines(String)
  /// An element with its attributes and children.
  case element(String, [(name: String, value: String)], [XMLNode])
  /// A style sheet, which holds no text from a policy.
  case styleSheet(String)

  /// An element with other nodes in it.
  static func tag(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [XMLNode]
  ) -> XMLNode {
    .element(name, attributes.map { (name: $0.key, value: $0.value) }, children)
  }

  /// An element with text, or an empty element.
  static func tag(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String = ""
  ) -> XMLNode {
    tag(name, attributes, text.isEmpty ? [] : [.text(text)])
  }

  /// Elements that have no end tag in HTML, and SVG elements that never have children here.
  private static let childless: Set<String> = [
    "meta", "link", "br", "wbr", "col", "rect", "line", "path", "circle", "use",
  ]
  /// Elements within a line of text.
  private static let inline: Set<String> = [
    "a", "b", "br", "code", "dfn", "span", "small", "strong", "wbr", "tspan",
  ]

  /// The node as text. Equal nodes have equal texts.
  var markup: String {
    var result = ""
    write(to: &result)
    return result
  }

  private func write(to result: inout String) {
    switch self {
    case .text(let text): result += XMLText.escaped(Self.writable(text))
    case .lines(let text): result += XMLText.escaped(XMLText.writable(DisplayText.block(text)))
    case .styleSheet(let text): result += "<style>\n\(text)</style>"
    case .element(let name, let attributes, let children):
      result += "<\(name)" + Self.markup(of: attributes)
      guard !Self.childless.contains(name) else {
        result += "/>"
        return
      }
      result += ">"
      // Line breaks between elements are safe only if the elements have no text between them.
      let startsLines = !children.isEmpty && children.allSatisfy { !$0.isInline }
      for child in children {
        if startsLines { result += "\n" }
        child.write(to: &result)
      }
      result += startsLines ? "\n</\(name)>" : "</\(name)>"
    }
  }

  private static func markup(of attributes: [(name: String, value: String)]) -> String {
    attributes.map { " \($0)=\"\(XMLText.escaped(attribute: writable($1)))\"" }.joined()
  }

  /// Text on one line, without the characters that XML 1.0 can't represent.
  private static func writable(_ text: String) -> String { XMLText.writable(DisplayText.inline(text)) }

  private var isInline: Bool {
    switch self {
    case .text, .lines: true
    case .styleSheet: false
    case .element(let name, _, _): Self.inline.contains(name)
    }
  }
}

extension XMLNode {
  /// A name from the policy or of a parameter. A line may break after the name's dots and underscores.
  static func name(_ name: String) -> XMLNode {
    var parts: [XMLNode] = []
    var part = ""
    for character in name {
      part.append(character)
      guard ".-_/".contains(character) else { continue }
      parts += [.text(part), .tag("wbr")]
      part = ""
    }
    return .tag("code", [:], parts + (part.isEmpty ? [] : [.text(part)]))
  }
}

extension XMLNode {
  /// The nodes in an element.
  var children: [XMLNode] {
    if case .element(_, _, let children) = self { children } else { [] }
  }

  /// The node as an XML file, with each nested element on lines of its own.
  var file: String { #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + indented("") + "\n" }

  private func indented(_ indentation: String) -> String {
    guard case .element(let name, let attributes, let children) = self else { return markup }
    let head = "\(indentation)<\(name)" + Self.markup(of: attributes)
    guard let first = children.first else { return head + "/>" }
    guard case .element = first else {
      return "\(head)>" + children.map(\.markup).joined() + "</\(name)>"
    }
    let inner = children.map { $0.indented(indentation + "  ") + "\n" }.joined()
    return "\(head)>\n\(inner)\(indentation)</\(name)>"
  }
}
