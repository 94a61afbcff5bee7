internal import PolicySyntax

/// Reads words: words that open a construct, such as `if` and `repeat`, and all other words.
extension NestingScan {
  mutating func skipWord() {
    while position < bytes.count {
      switch Self.classes[Int(bytes[position])] {
      case .word, .digit: position += 1
      default: return
      }
    }
  }

  mutating func word() throws(SourceLimitError) {
    let start = position
    skipWord()
    let word = isAfterDot ? Word.other : Word(bytes[start..<position])
    guard word != .other, !isLabel else { return try operand() }
    if isOnNewLine, endsOperand, !word.continuesStatement { frame.endBlocks() }
    if word != .else, word != .catch, isAfterBrace, !(word == .if && previousWord == .else) {
      frame.elseBranches = 0
    }
    if word == .if, previousWord == .else {
      frame.elseBranches += 1
      try refuse(.elseBranches, unless: frame.elseBranches)
    }
    if word.startsStatement { frame.startStatement() }
    if needsBlock(word) {
      frame.openBlocks += 1
      try refuse(.openBlocks, unless: frame.openBlocks + frame.endedBlocks)
    }
    try prefix()
    note(operand: false, word: word)
  }

  /// Whether the word before this place is the label of an argument or the name of a parameter.
  private var isLabel: Bool {
    guard frame.opener == UInt8(ascii: "(") || frame.opener == UInt8(ascii: "[") else { return false }
    var offset = position
    while offset < bytes.count, Self.classes[Int(bytes[offset])] == .space { offset += 1 }
    return offset < bytes.count && bytes[offset] == UInt8(ascii: ":")
  }

  /// Whether a block has to follow a word.
  private mutating func needsBlock(_ word: Word) -> Bool {
    switch word {
    case .if, .for, .do, .defer, .switch, .catch: return true
    case .repeat:
      frame.repeats += 1
      return true
    case .while:
      guard isAfterBrace, frame.repeats > 0 else { return true }
      frame.repeats -= 1
      return false
    case .else: return nextWord != .if
    case .type: return previousWord != .import && isBeforeName
    case .class: return previousWord != .import && isBeforeName && nextWord == .other
    default: return false
    }
  }

  /// The place of the next token, beyond spaces and ends of lines.
  private var next: Int {
    var offset = position
    while offset < bytes.count, [.space, .newline].contains(Self.classes[Int(bytes[offset])]) { offset += 1 }
    return offset
  }

  private var isBeforeName: Bool {
    let start = next
    return start < bytes.count
      && (Self.classes[Int(bytes[start])] == .word || bytes[start] == UInt8(ascii: "`"))
  }

  private var nextWord: Word {
    let start = next
    var end = start
    while end < bytes.count, [.word, .digit].contains(Self.classes[Int(bytes[end])]) { end += 1 }
    return Word(bytes[start..<end])
  }
}
