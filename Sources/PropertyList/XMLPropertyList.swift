internal import Quantities

/// An XML property list, edited only in the text of the changed values.
struct XMLPropertyList: Sendable {
  /// The bytes of the file.
  let bytes: [UInt8]
  /// The root dictionary.
  private let root: PlistElement
  /// The indices of the root's keys among its children, by key. Keys that are equal in Unicode share an entry.
  private let indices: [String: [Int]]
  private let layout: XMLLayout

  init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    self.bytes = bytes
    (root, _) = try XMLPropertyListReader.root(of: bytes)
    guard root.name == "dict" else {
      throw PropertyListProblem(
        "The root of the property list must be a dictionary", at: root.range.lowerBound)
    }
    layout = XMLLayout(of: root, in: bytes)
    let keys = stride(from: 0, to: root.children.count, by: 2)
    indices = Dictionary(grouping: keys) { [root] in root.children[$0].text }
  }

  func value(at path: [String]) throws(PropertyListProblem) -> PropertyListValue? {
    guard let first = path.first else { return root.value }
    guard var element = try self.element(for: first) else { return nil }
    for key in path.dropFirst() {
      guard element.name == "dict", let next = try self.element(for: key, in: element) else { return nil }
      element = next
    }
    return element.value
  }

  func offset(of key: String) -> Int? {
    (try? element(for: key))?.range.lowerBound
  }

  /// The start tag of the dictionary.
  var rootTag: Range<Int> {
    root.range.lowerBound..<(root.content?.lowerBound ?? root.range.upperBound)
  }

  /// The first entry of a key.
  func locations(of key: String) -> PropertyListLocations? {
    guard let entry = indices(of: key).first else { return nil }
    let value = root.children[entry + 1]
    return PropertyListLocations(
      key: root.children[entry].textRange, value: value.textRange,
      items: value.name == "array" ? value.children.map(\.textRange) : [])
  }

  private func element(for key: String) throws(PropertyListProblem) -> PlistElement? {
    try element(at: indices(of: key), key, in: root)
  }

  /// The indices of a key of the root.
  private func indices(of key: String) -> [Int] {
    (indices[key] ?? []).filter { root.children[$0].text.isExactly(key) }
  }

  private func element(
    for key: String, in dictionary: PlistElement
  ) throws(PropertyListProblem) -> PlistElement? {
    let keys = stride(from: 0, to: dictionary.children.count, by: 2).filter {
      dictionary.children[$0].text.isExactly(key)
    }
    return try element(at: keys, key, in: dictionary)
  }

  private func element(
    at keys: [Int], _ key: String, in dictionary: PlistElement
  ) throws(PropertyListProblem) -> PlistElement? {
    guard let first = keys.first else { return nil }
    guard keys.count == 1 else {
      throw PropertyListProblem(
        "The key \(key) occurs twice, but only one of them takes effect; remove one",
        at: dictionary.children[keys[1]].range.lowerBound)
    }
    return dictionary.children[first + 1]
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
        "\(key) must be an array; found \(array.value.kind)", at: array.range.lowerBound)
    }
    // If the existing values share a line, the new values go on the same line; otherwise, each value gets its own line.
    let isOnSameLine = array.children.last.map { layout.indentation(of: $0) == nil } ?? false
    let line = isOnSameLine ? "" : layout.line(layout.indentation(ofEntriesIn: array))
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

  /// Inserts text after the last content of an element, including comments.
  private func inserting(_ text: String, atEndOf element: PlistElement) throws(PropertyListProblem)
    -> XMLPropertyList
  {
    let closingLine = layout.line(layout.indentation(ofClosing: element))
    guard let content = element.content else {
      return try replacing(element.range, with: "<\(element.name)>\(text)\(closingLine)</\(element.name)>")
    }
    var end = content.upperBound
    while end > content.lowerBound, bytes[end - 1].isWhiteSpace { end -= 1 }
    // A preprocessor directive must be alone on its line.
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

/// The line layout of an XML property list.
struct XMLLayout: Sendable {
  private let bytes: [UInt8]
  /// The line break of the file; empty if the file has one line.
  private let newline: String
  /// The indentation of an element relative to its parent.
  let unit: String

  init(of root: PlistElement, in bytes: [UInt8]) {
    self.bytes = bytes
    let isOnOneLine = root.children.first.map { Self.indentation(of: $0, in: bytes) == nil } ?? false
    newline = isOnOneLine ? "" : Self.newline(in: bytes)
    unit = isOnOneLine ? "" : Self.unit(of: root, in: bytes) ?? "\t"
  }

  /// A line break and the indentation of the next line; empty in a file of one line.
  func line(_ indentation: String) -> String { newline.isEmpty ? "" : newline + indentation }

  /// The indentation of the content of a container.
  func indentation(ofEntriesIn container: PlistElement) -> String {
    container.children.last.flatMap(indentation(of:)) ?? indentation(ofClosing: container) + unit
  }

  /// The indentation of a container's end tag, or of the line that the container begins on.
  func indentation(ofClosing container: PlistElement) -> String {
    indentation(of: container) ?? Self.lineIndentation(at: container.range.lowerBound, in: bytes)
  }

  /// The white space before an element that begins its line; `nil` for other elements.
  func indentation(of element: PlistElement) -> String? { Self.indentation(of: element, in: bytes) }

  /// Whether the line of a byte is a directive of the C preprocessor.
  func isDirective(lineOf offset: Int) -> Bool {
    let start = bytes[..<offset].lastIndex(where: \.isLineBreak).map { $0 + 1 } ?? 0
    return bytes[start..<offset].first { !$0.isWhiteSpace } == UInt8(ascii: "#")
  }

  private static func indentation(of element: PlistElement, in bytes: [UInt8]) -> String? {
    // Only the white space before the element is examined, because a line may be as long as the file and contain all elements.
    var start = element.range.lowerBound
    while start > 0, bytes[start - 1].isSpaceOrTab { start -= 1 }
    guard start == 0 || bytes[start - 1].isLineBreak else { return nil }
    return String(decoding: bytes[start..<element.range.lowerBound], as: UTF8.self)
  }

  /// The spaces and tabs at the start of the line of a byte.
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

  /// The first indentation of an element relative to its parent.
  private static func unit(of element: PlistElement, in bytes: [UInt8]) -> String? {
    let indented = element.children.lazy.compactMap { indentation(of: $0, in: bytes) }
    if !indented.isEmpty {
      let outer = lineIndentation(at: element.range.lowerBound, in: bytes)
      for inner in indented {
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
