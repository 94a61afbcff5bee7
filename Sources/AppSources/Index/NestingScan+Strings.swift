internal import PolicySyntax

/// Skips comments and strings. In a string, the scan reads only the code of interpolations.
extension NestingScan {
  /// Skips a comment that begins here.
  mutating func skipComment() -> Bool {
    guard peek() == UInt8(ascii: "/") else { return false }
    switch peek(1) {
    case UInt8(ascii: "/"):
      while position < bytes.count, Self.classes[Int(peek())] != .newline { position += 1 }
    case UInt8(ascii: "*"):
      var depth = 1
      position += 2
      while position < bytes.count, depth > 0 {
        switch (peek(), peek(1)) {
        case (UInt8(ascii: "*"), UInt8(ascii: "/")):
          depth -= 1
          position += 2
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
          depth += 1
          position += 2
        case (UInt8(ascii: "\n"), _), (UInt8(ascii: "\r"), _):
          isOnNewLine = true
          position += 1
        default: position += 1
        }
      }
    default: return false
    }
    return true
  }

  mutating func string(poundSigns: Int) throws(SourceLimitError) {
    let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    startToken()
    position += isMultiline ? 3 : 1
    frame.prefixes = 0
    frame.chain = 0
    try content(poundSigns: poundSigns, isMultiline: isMultiline)
  }

  /// Reads the content of a string up to its end or its next interpolation.
  ///
  /// A string over several lines that does not end hides all code after it from the scan, but not from a parser that takes the quotation
  /// marks for something else, such as a part of a regular expression.
  mutating func content(poundSigns: Int, isMultiline: Bool) throws(SourceLimitError) {
    let start = position
    while position < bytes.count {
      let byte = peek()
      switch byte {
      case UInt8(ascii: "\""):
        if isMultiline, !(peek(1) == byte && peek(2) == byte) {
          position += 1
          continue
        }
        position += isMultiline ? 3 : 1
        guard hasPoundSigns(poundSigns) else { continue }
        position += poundSigns
        return note(operand: true)
      case UInt8(ascii: "\\"):
        position += 1
        guard hasPoundSigns(poundSigns) else { continue }
        position += poundSigns
        guard peek() == UInt8(ascii: "(") else {
          position += isMultiline || Self.classes[Int(peek())] != .newline ? 1 : 0
          continue
        }
        position += 1
        interpolations += 1
        try refuse(.interpolations, unless: interpolations)
        try push(Frame(Self.interpolation, string: (poundSigns, isMultiline)))
        return note(operand: false)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard isMultiline else {
          openStrings += 1
          try refuse(.openStrings, unless: openStrings)
          return note(operand: true)
        }
        position += 1
      default: position += 1
      }
    }
    if isMultiline {
      throw SourceLimitError(line: line(at: start), reason: "The string over several lines has no end")
    }
  }

  func hasPoundSigns(_ count: Int) -> Bool {
    (0..<count).allSatisfy { peek($0) == UInt8(ascii: "#") }
  }
}
