internal import Quantities

/// Reads the elements of an XML property list.
///
/// The reader accepts documents of Apple's DTD, and keeps all locations.
struct XMLPropertyListReader {
  /// The maximum nesting of elements; Xcode's own files need fewer than ten levels.
  private static let maximumDepth = 512

  let bytes: [UInt8]
  var position = 0
  /// The number of elements.
  private var count = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The root value of a file, which is the element in `<plist>`, and the number of elements.
  static func root(of bytes: [UInt8]) throws(PropertyListProblem) -> (PlistElement, count: Int) {
    let decoded = Array(String(decoding: bytes, as: UTF8.self).utf8)
    if decoded != bytes {
      let offset = zip(decoded, bytes).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      throw PropertyListProblem(
        "It is not UTF-8; convert it with `plutil -convert xml1`, which writes UTF-8", at: offset)
    }
    var reader = XMLPropertyListReader(bytes)
    return (try reader.document(), reader.count)
  }

  private mutating func document() throws(PropertyListProblem) -> PlistElement {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    try skipDeclaration()
    try skipMarkup()
    let start = position
    let (name, isEmpty) = try startTag()
    guard name == "plist" else {
      throw PropertyListProblem(
        "It is not a property list: its root must be <plist>; found <\(name)>", at: start)
    }
    guard !isEmpty else { throw PropertyListProblem("The property list is empty", at: start) }
    try skipMarkup()
    let root = try element(depth: 1)
    try skipMarkup()
    try endTag(of: "plist", from: start)
    try skipMarkup()
    guard position == bytes.count else {
      throw PropertyListProblem("There is text after the end of the property list", at: position)
    }
    return root
  }

  // MARK: Elements

  private mutating func element(depth: Int) throws(PropertyListProblem) -> PlistElement {
    let start = position
    guard depth <= Self.maximumDepth else {
      throw PropertyListProblem(
        "Elements are nested deeper than \(Self.maximumDepth) levels", at: start, isLimit: true)
    }
    count += 1
    guard count <= PropertyListFile.mostValues else { throw PropertyListFile.tooManyValues(at: start) }
    let (name, isEmpty) = try startTag()
    guard
      ["dict", "array", "key", "string", "integer", "real", "date", "data", "true", "false"].contains(name)
    else { throw PropertyListProblem("A property list has no element <\(name)>", at: start) }
    let contentStart = position
    var children: [PlistElement] = []
    var text = ""
    var contentEnd = position
    if !isEmpty {
      if name == "dict" || name == "array" {
        children = try self.children(depth: depth)
      } else {
        text = try self.text()
      }
      contentEnd = position
      try endTag(of: name, from: start)
    }
    try check(children, of: name, at: start)
    return PlistElement(
      name: name, range: start..<position, content: isEmpty ? nil : contentStart..<contentEnd,
      children: children, text: text)
  }

  private mutating func children(depth: Int) throws(PropertyListProblem) -> [PlistElement] {
    var children: [PlistElement] = []
    while true {
      try skipMarkup()
      if looking(at: "</") { return children }
      guard looking(at: "<") else {
        throw PropertyListProblem(
          position < bytes.count ? "There is text between elements" : "The file ends within an element",
          at: position)
      }
      children.append(try element(depth: depth + 1))
    }
  }

  private func check(_ children: [PlistElement], of name: String, at start: Int) throws(PropertyListProblem) {
    for (index, child) in children.enumerated() {
      guard (child.name == "key") == (name == "dict" && index.isMultiple(of: 2)) else {
        throw PropertyListProblem(
          name == "dict"
            ? (child.name == "key" ? "A key has no value" : "A value has no key")
            : "An array can't contain keys",
          at: child.name == "key" && name == "dict"
            ? children[index - 1].range.lowerBound : child.range.lowerBound)
      }
    }
    guard name == "dict", let last = children.last, !children.count.isMultiple(of: 2) else { return }
    throw PropertyListProblem("The key \(last.text) has no value", at: last.range.lowerBound)
  }

  /// The text up to an end tag.
  private mutating func text() throws(PropertyListProblem) -> String {
    var text = ""
    var piece: [UInt8] = []
    func flushed() -> String { String(decoding: piece, as: UTF8.self) }
    while position < bytes.count {
      if looking(at: "<![CDATA[") {
        text += flushed()
        piece = []
        let start = position + 9
        try skip(past: "]]>", "The CDATA section has no end")
        text += String(decoding: normalized(bytes[start..<position - 3]), as: UTF8.self)
      } else if looking(at: "<!--") {
        try skipComment()
      } else if looking(at: "</") {
        return text + flushed()
      } else if looking(at: "<") {
        throw PropertyListProblem("There is an element within text", at: position)
      } else if looking(at: "&") {
        text += flushed()
        piece = []
        text.unicodeScalars.append(try reference())
      } else {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<"),
          bytes[position] != UInt8(ascii: "&")
        {
          position += 1
        }
        piece += normalized(bytes[start..<position])
      }
    }
    throw PropertyListProblem("The file ends within an element", at: position)
  }

  /// Text with normalized line breaks, as XML requires.
  private func normalized(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "\r")) else { return Array(text) }
    var result: [UInt8] = []
    for index in text.indices {
      if text[index] == UInt8(ascii: "\n"), index > text.startIndex, text[index - 1] == UInt8(ascii: "\r") {
        continue
      }
      result.append(text[index] == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : text[index])
    }
    return result
  }

  private mutating func reference() throws(PropertyListProblem) -> Unicode.Scalar {
    let start = position
    let end = bytes[start...].prefix(16).firstIndex(of: UInt8(ascii: ";"))
    guard let end,
      let scalar = XMLText.scalar(ofReference: String(decoding: bytes[start + 1..<end], as: UTF8.self))
    else {
      throw PropertyListProblem(
        "The & does not begin a valid reference; write &amp; for an ampersand", at: start)
    }
    position = end + 1
    return scalar
  }

  // MARK: Tags

  /// Reads `<name …>` or `<name …/>`.
  private mutating func startTag() throws(PropertyListProblem) -> (name: String, isEmpty: Bool) {
    let start = position
    guard looking(at: "<") else {
      throw PropertyListProblem(
        position < bytes.count
          ? "An element should begin here" : "The file ends where an element should begin",
        at: position)
    }
    position += 1
    let name = self.name()
    guard !name.isEmpty else { throw PropertyListProblem("The tag has no name", at: start) }
    while true {
      let end = position
      skipWhiteSpace()
      if looking(at: ">") || looking(at: "/>") {
        let isEmpty = looking(at: "/")
        position += isEmpty ? 2 : 1
        return (name, isEmpty)
      }
      guard position < bytes.count, !looking(at: "<") else {
        throw PropertyListProblem("The tag <\(name) has no end", at: start)
      }
      guard position > end, skipAttribute() else {
        throw PropertyListProblem(
          "The tag <\(name) has an attribute that is not written as name=\"value\"", at: end)
      }
    }
  }

  /// Skips `name="value"`. Returns `false` if the attribute has another form, which XML readers interpret differently.
  private mutating func skipAttribute() -> Bool {
    let start = position
    while position < bytes.count, !bytes[position].isWhiteSpace, !"></=\"'".utf8.contains(bytes[position]) {
      position += 1
    }
    guard position > start else { return false }
    skipWhiteSpace()
    guard looking(at: "=") else { return false }
    position += 1
    skipWhiteSpace()
    guard looking(at: "\"") || looking(at: "'") else { return false }
    let quote = bytes[position]
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if looking(at: "<") { return false }
      position += 1
    }
    guard position < bytes.count else { return false }
    position += 1
    return true
  }

  private mutating func skipWhiteSpace() {
    while position < bytes.count, bytes[position].isWhiteSpace { position += 1 }
  }

  private mutating func endTag(of name: String, from start: Int) throws(PropertyListProblem) {
    let member = position
    guard looking(at: "</") else {
      throw PropertyListProblem("The element <\(name)> has no end", at: start)
    }
    position += 2
    let found = self.name()
    skipWhiteSpace()
    guard found == name, looking(at: ">") else {
      throw PropertyListProblem("<\(name)> is closed by </\(found)>", at: member)
    }
    position += 1
  }

  private mutating func name() -> String {
    let start = position
    while position < bytes.count, !bytes[position].isWhiteSpace, !"></".utf8.contains(bytes[position]) {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
