internal import Quantities

/// Reading of markup other than elements.
extension XMLPropertyListReader {
  /// Skips white space, comments, processing instructions, the document type, and directives of the C preprocessor.
  mutating func skipMarkup() throws(PropertyListProblem) {
    while position < bytes.count {
      if bytes[position].isWhiteSpace {
        position += 1
      } else if looking(at: "<!--") {
        try skipComment()
      } else if looking(at: "<?") {
        try skip(past: "?>", "The processing instruction has no end")
      } else if looking(at: "<!DOCTYPE") {
        try skipDocumentType()
      } else if looking(at: "#"), isFirstInLine {
        // In targets with INFOPLIST_PREPROCESS, Xcode runs the C preprocessor on the file first.
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      } else {
        return
      }
    }
  }

  private var isFirstInLine: Bool {
    bytes[..<position].last { !$0.isSpaceOrTab }?.isLineBreak ?? true
  }

  mutating func skipComment() throws(PropertyListProblem) {
    let start = position
    position += 4
    try skip(past: "-->", "The comment has no end", from: start)
  }

  /// Skips `<?xml …?>`. An encoding in the declaration must be the encoding of the file.
  mutating func skipDeclaration() throws(PropertyListProblem) {
    let start = position
    guard looking(at: "<?xml") else { return }
    try skip(past: "?>", "The XML declaration has no end")
    let words = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    guard let name = words.split(separator: "encoding").dropFirst().first else { return }
    let encoding = name.drop { $0 != "\"" && $0 != "'" }.dropFirst().prefix { $0 != "\"" && $0 != "'" }
    guard encoding == "utf-8" || encoding == "utf8" || encoding == "us-ascii" else {
      throw PropertyListProblem(
        "It declares the encoding \(encoding); convert it with `plutil -convert xml1`, which writes UTF-8",
        at: start)
    }
  }

  /// Moves past the next byte of a tag that is not in quotes, and returns the byte; `nil` at the end of the file.
  mutating func nextUnquotedByte() -> UInt8? {
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else {
        return byte
      }
    }
    return nil
  }

  private mutating func skipDocumentType() throws(PropertyListProblem) {
    let start = position
    while let byte = nextUnquotedByte() {
      if byte == UInt8(ascii: "[") {
        throw PropertyListProblem(
          "It declares its own document type, which is not supported", at: position - 1)
      } else if byte == UInt8(ascii: ">") {
        let inner = bytes[(start + 1)..<(position - 1)]
        guard let mark = inner.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") })
        else {
          return
        }
        // Unlike XML parsers, Foundation ends the document type at a `<` or `>` in quotation marks.
        throw PropertyListProblem(
          "Its document type has < or > in quotation marks, which readers take for its end", at: mark)
      }
    }
    throw PropertyListProblem("The document type has no end", at: start)
  }

  mutating func skip(
    past mark: StaticString, _ message: String, from start: Int? = nil
  ) throws(PropertyListProblem) {
    let start = start ?? position
    while position < bytes.count {
      if looking(at: mark) {
        position += mark.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw PropertyListProblem(message, at: start)
  }

  func looking(at text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    return text.withUTF8Buffer { mark in (0..<count).allSatisfy { bytes[position + $0] == mark[$0] } }
  }
}
