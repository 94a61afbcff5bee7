internal import Quantities

/// An XML property list, changed where its text says a value and nowhere else.
struct XMLPropertyList: Sendable {
  /// The file.
  let bytes: [UInt8]
  /// The dictionary at its root.
  private let root: PlistElement
  private let layout: XMLLayout

  init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    self.bytes = bytes
    root = try XMLPropertyListReader.root(of: bytes)
    guard root.name == "dict" else {
      throw PropertyListProblem("The property list holds no dictionary", at: root.range.lowerBound)
    }
    layout = XMLLayout(of: root, in: bytes)
  }

  func value(for key: String) throws(PropertyListProblem) -> PropertyListValue? {
    try element(for: key)?.value
  }

  func offset(of key: String) -> Int? {
    (try? element(for: key))?.range.lowerBound
  }

  /// The dictionary's start tag.
  var rootTag: Range<Int> {
    root.range.lowerBound..<(root.content?.lowerBound ?? root.range.upperBound)
  }

  /// Where the first entry of a key is written.
  func locations(of key: String) -> PropertyListLocations? {
    let entry = stride(from: 0, to: root.children.count, by: 2).first {
      root.children[$0].text.isExactly(key)
    }
    guard let entry else { return nil }
    let value = root.children[entry + 1]
    return PropertyListLocations(
      key: root.children[entry].textRange, value: value.textRange,
      items: value.name == "array" ? value.children.map(\.textRange) : [])
  }

  private func element(for key: String) throws(PropertyListProblem) -> PlistElement? {
    let keys = stride(from: 0, to: root.children.count, by: 2).filter {
      root.children[$0].text.isExactly(key)
    }
    guard let first = keys.first else { return nil }
    guard keys.count == 1 else {
      throw PropertyListProblem(
        "The key \(key) is there twice, and only one of them counts; remove one",
        at: root.children[keys[1]].range.lowerBound)
    }
    return root.children[first + 1]
  }

  // MARK: Changes

  func appending(_ texts: [String], to key: String) throws(PropertyListProblem) -> XMLPropertyList {
    let items = texts.map { "<string>\(XMLText.escaped($0))</string>" }
    guard let array = try element(for: key) else {
      let inner = layout.indentation(ofEntriesIn: root) + layout.unit
      return try adding(
        key,
        value: "<array>" + items.map { layout.line(inner) + $0 }.joined()
          + layout.line(layout.indentation(ofEntriesIn: root)) + "</array>")
    }
    guard array.name == "array" else {
      throw PropertyListProblem(
        "\(key) should be an array, and it is \(array.value.kind)", at: array.range.lowerBound)
    }
    // One value on a line stays so; values beside each other stay that, too.
    let isBeside = array.children.last.map { layout.indentation(of: $0) == nil } ?? false
    let line = isBeside ? "" : layout.line(layout.indentation(ofEntriesIn: array))
    return try inserting(items.map { line + $0 }.joined(), atEndOf: array)
  }

  func setting(_ key: String, to value: PropertyListScalar) throws(PropertyListProblem) -> XMLPropertyList {
    let text =
      switch value {
      case .string(let text): "<string>\(XMLText.escaped(text))</string>"
      case .boolean(let isTrue): isTrue ? "<true/>" : "<false/>"
      }
    guard let element = try element(for: key) else { return try adding(key, value: text) }
    return try replacing(element.range, with: text)
  }

  private func adding(_ key: String, value: String) throws(PropertyListProblem) -> XMLPropertyList {
    let line = layout.line(layout.indentation(ofEntriesIn: root))
    return try inserting("\(line)<key>\(XMLText.escaped(key))</key>\(line)\(value)", atEndOf: root)
  }

  /// Puts text behind the last thing in an element, comments included.
  private func inserting(_ text: String, atEndOf element: PlistElement) throws(PropertyListProblem)
    -> XMLPropertyList
  {
    let closingLine = layout.line(layout.indentation(ofClosing: element))
    guard let content = element.content else {
      return try replacing(element.range, with: "<\(element.name)>\(text)\(closingLine)</\(element.name)>")
    }
    var end = content.upperBound
    while end > content.lowerBound, bytes[end - 1].isWhiteSpace { end -= 1 }
    // Behind a directive of the preprocessor nothing else may stand on its line.
    let text =
      layout.isDirective(lineOf: end) && text.first?.isNewline != true ? layout.line("") + text : text
    let isClosedOnOwnLine = bytes[end..<content.upperBound].contains(where: \.isLineBreak)
    let wasEmpty = element.children.isEmpty
    return try replacing(end..<end, with: text + (wasEmpty && !isClosedOnOwnLine ? closingLine : ""))
  }

  private func replacing(_ range: Range<Int>, with text: String) throws(PropertyListProblem)
    -> XMLPropertyList
  {
    try XMLPropertyList(
      Array(bytes[..<range.lowerBound]) + Array(text.utf8) + Array(bytes[range.upperBound...]))
  }
}

/// How the lines of an XML property list are laid out.
struct XMLLayout: Sendable {
  private let bytes: [UInt8]
  /// The line end that the file uses; empty where it stands on one line.
  private let newline: String
  /// What an element is indented by within another.
  let unit: String

  init(of root: PlistElement, in bytes: [UInt8]) {
    self.bytes = bytes
    let isOnOneLine = root.children.first.map { Self.indentation(of: $0, in: bytes) == nil } ?? false
    newline = isOnOneLine ? "" : Self.newline(in: bytes)
    unit = isOnOneLine ? "" : Self.unit(of: root, in: bytes) ?? "\t"
  }

  /// A line end and the indentation of the next line; nothing in a file of one line.
  func line(_ indentation: String) -> String { newline.isEmpty ? "" : newline + indentation }

  /// The indentation of what stands in a container, or would.
  func indentation(ofEntriesIn container: PlistElement) -> String {
    container.children.last.flatMap(indentation(of:)) ?? indentation(ofClosing: container) + unit
  }

  /// The indentation of a container's end tag, or of the line that the container begins on.
  func indentation(ofClosing container: PlistElement) -> String {
    indentation(of: container) ?? Self.lineIndentation(at: container.range.lowerBound, in: bytes)
  }

  /// The white space before an element that begins its line; `nil` for any other.
  func indentation(of element: PlistElement) -> String? { Self.indentation(of: element, in: bytes) }

  /// Whether the line of a byte is a directive of the C preprocessor.
  func isDirective(lineOf offset: Int) -> Bool {
    let start = bytes[..<offset].lastIndex(where: \.isLineBreak).map { $0 + 1 } ?? 0
    return bytes[start..<offset].first { !$0.isWhiteSpace } == UInt8(ascii: "#")
  }

  private static func indentation(of element: PlistElement, in bytes: [UInt8]) -> String? {
    let start = element.range.lowerBound
    let indentation = lineIndentation(at: start, in: bytes)
    let lineStart = start - indentation.utf8.count
    return lineStart == 0 || bytes[lineStart - 1].isLineBreak ? indentation : nil
  }

  /// The blanks and tabs at the start of the line of a byte.
  private static func lineIndentation(at offset: Int, in bytes: [UInt8]) -> String {
    var start = offset
    while start > 0, !bytes[start - 1].isLineBreak { start -= 1 }
    return String(decoding: bytes[start..<offset].prefix(while: \.isSpaceOrTab), as: UTF8.self)
  }

  private static func newline(in bytes: [UInt8]) -> String {
    guard let first = bytes.firstIndex(where: \.isLineBreak) else { return "\n" }
    guard bytes[first] == UInt8(ascii: "\r") else { return "\n" }
    return first + 1 < bytes.count && bytes[first + 1] == UInt8(ascii: "\n") ? "\r\n" : "\r"
  }

  /// The first indentation by which an element lies deeper than the one that it is in.
  private static func unit(of element: PlistElement, in bytes: [UInt8]) -> String? {
    for child in element.children {
      if let inner = indentation(of: child, in: bytes) {
        let outer = lineIndentation(at: element.range.lowerBound, in: bytes)
        if inner.utf8.count > outer.utf8.count, inner.hasPrefix(outer) {
          return String(inner.dropFirst(outer.count))
        }
      }
    }
    for child in element.children {
      if let unit = unit(of: child, in: bytes) { return unit }
    }
    return nil
  }
}
