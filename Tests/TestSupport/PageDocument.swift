internal import Foundation
internal import Testing

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// A page as a parser of XML sees it: its elements in the order in which they begin.
package struct PageDocument {
  package final class Element {
    package let name: String
    package let attributes: [String: String]
    /// The names of the enclosing elements, the outermost first.
    package let parents: [String]
    /// The names of the child elements.
    package fileprivate(set) var children: [String] = []
    /// All text in the element.
    package fileprivate(set) var text = ""

    init(_ name: String, _ attributes: [String: String], in parents: [String]) {
      self.name = name
      self.attributes = attributes
      self.parents = parents
    }
  }

  package let elements: [Element]

  /// Reads a page.
  package init(_ text: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError)) at line \(parser.lineNumber)")
    elements = reader.elements
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = Element(name, attributes, in: open.map(\.name))
      open.last?.children.append(name)
      elements.append(element)
      open.append(element)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      for element in open { element.text += text }
    }
  }
}
