internal import PolicySyntax

/// A pass over the text of a Swift source that refuses nesting too deep for a recursive parser: the pass has a bound for everything that
/// nests, with or without brackets, and takes time in proportion to the length of the text.
///
/// The scan knows strings, comments, brackets, and the words that open a construct. When in doubt, the scan assumes more nesting; the
/// limits are far beyond code that people or generators write.
struct NestingScan {
  /// An opened part of a source: a bracket, a branch of `#if`, or an interpolation in a string.
  struct Frame {
    let opener: UInt8
    /// For an interpolation: the number signs around its string, and whether the string spans lines.
    var string: (poundSigns: Int, isMultiline: Bool)?
    // The constructs that are open at this level.
    var generics = 0
    var arrows = 0
    var conditionalOperators = 0
    var prefixes = 0
    /// The number of words that still need a block: in the current statement, and in statements that have ended.
    var openBlocks = 0
    var endedBlocks = 0
    var repeats = 0
    var elseBranches = 0
    /// For `#if`: the number of `#elseif` and `#else` so far.
    var clauses = 0
    var chain = 0
    /// The number of square brackets around this place, up to the nearest brace, whose first element has not ended.
    var squareBrackets = 0
    /// For a square bracket: whether its first element has ended.
    var hasSeparator = false

    init(_ opener: UInt8, string: (Int, Bool)? = nil) {
      self.opener = opener
      self.string = string
    }

    /// Forgets the parts of an expression that can't go on after the start of a statement.
    mutating func startStatement() {
      generics = 0
      arrows = 0
      conditionalOperators = 0
    }

    /// Notes a `,` or `:`, which ends the first element of a square bracket. A comma inside of generic
    /// arguments does not end the element.
    mutating func separate() {
      guard opener == UInt8(ascii: "["), !hasSeparator, generics == 0 else { return }
      hasSeparator = true
      squareBrackets -= 1
    }

    /// Notes that a statement has ended without the blocks that it needs.
    mutating func endBlocks() {
      endedBlocks += openBlocks
      openBlocks = 0
    }
  }

  private static let conditional = UInt8(ascii: "#")
  static let interpolation = UInt8(ascii: "\"")

  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  private var frames: [Frame] = []
  var frame = Frame(0)
  var interpolations = 0
  var openStrings = 0
  private var tokens = 0
  // Properties of the previous token.
  var endsOperand = false
  var isAfterDot = false
  var isAfterBrace = false
  var previousWord = Word.other
  /// Whether a line has ended since the previous token.
  var isOnNewLine = false

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Throws the reason not to parse a text.
  static func check(_ text: String) throws(SourceLimitError) {
    var text = text
    var result: Result<Void, SourceLimitError> = .success(())
    text.withUTF8 { bytes in
      var scan = NestingScan(bytes)
      result = Result { () throws(SourceLimitError) in try scan.run() }
    }
    try result.get()
  }

  private mutating func run() throws(SourceLimitError) {
    while position < bytes.count {
      let byte = bytes[position]
      switch Self.classes[Int(byte)] {
      case .space:
        position += 1
        continue
      case .newline:
        isOnNewLine = true
        position += 1
        continue
      case .word: try word()
      case .digit:
        skipWord()
        try operand()
      case .quote: try string(poundSigns: 0)
      case .open: try open(byte)
      case .close: try close(byte)
      case .operator: try operators()
      case .punctuation: try punctuation(byte)
      }
      tokens += 1
      try refuse(.tokens, unless: tokens)
    }
  }

  func refuse(_ limit: Limit, unless count: Int) throws(SourceLimitError) {
    guard count > limit.maximum else { return }
    throw SourceLimitError(line: line(at: position), reason: limit.reason)
  }

  /// The line of a position, from 1.
  func line(at position: Int) -> Int {
    bytes[..<min(position, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
  }

  func peek(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  // MARK: - Tokens

  /// Notes the token that was read.
  mutating func note(operand: Bool, dot: Bool = false, brace: Bool = false, word: Word = .other) {
    endsOperand = operand
    isAfterDot = dot
    isAfterBrace = brace
    previousWord = word
    isOnNewLine = false
  }

  /// Notes that a new token starts. After an operand at the end of the previous line, the token starts a statement.
  mutating func startToken() {
    if isOnNewLine, endsOperand { frame.endBlocks() }
    if isAfterBrace { frame.elseBranches = 0 }
  }

  mutating func operand() throws(SourceLimitError) {
    startToken()
    frame.prefixes = 0
    if isAfterDot { try addToChain() } else { frame.chain = 0 }
    note(operand: true)
  }

  private mutating func addToChain() throws(SourceLimitError) {
    frame.chain += 1
    try refuse(.chain, unless: frame.chain)
  }

  mutating func prefix() throws(SourceLimitError) {
    frame.prefixes += 1
    try refuse(.prefixes, unless: frame.prefixes)
  }

  private mutating func punctuation(_ byte: UInt8) throws(SourceLimitError) {
    switch byte {
    case UInt8(ascii: "`"):
      // Without a second backtick in its line, the first one is a sign, and what follows is code.
      position += 1
      if let end = bytes[position...].firstIndex(where: { $0 == byte || Self.classes[Int($0)] == .newline }),
        bytes[end] == byte
      {
        position = end + 1
      }
      try operand()
      return
    case UInt8(ascii: "#"):
      try numberSign()
      return
    case UInt8(ascii: ","):
      frame.separate()
      frame.arrows = 0
      frame.prefixes = 0
    case UInt8(ascii: ";"):
      frame.startStatement()
      frame.endBlocks()
      frame.prefixes = 0
    case UInt8(ascii: ":"):
      frame.separate()
      frame.conditionalOperators = max(0, frame.conditionalOperators - 1)
      frame.prefixes = 0
    default: try prefix()
    }
    position += 1
    note(operand: false)
  }

  /// Reads the text after a number sign: a directive such as `#if`, a literal, or another word.
  private mutating func numberSign() throws(SourceLimitError) {
    var count = 1
    while peek(count) == UInt8(ascii: "#") { count += 1 }
    position += count
    try refuse(.poundSigns, unless: count)
    if peek() == UInt8(ascii: "\"") { return try string(poundSigns: count) }
    guard count == 1, Self.classes[Int(peek())] == .word else {
      try prefix()
      return note(operand: false)
    }
    let start = position
    skipWord()
    switch Word(bytes[start..<position]) {
    case .if:
      try push(Frame(Self.conditional))
    case .else, .elseif:
      pop(to: Self.conditional, including: false)
      try refuse(.conditionClauses, unless: frame.clauses)
    case .endif: pop(to: Self.conditional, including: true)
    default:
      // A macro, which may have arguments.
      frame.prefixes = 0
      return note(operand: true)
    }
    note(operand: false)
  }

  private mutating func operators() throws(SourceLimitError) {
    let start = position
    let isApart = start == 0 || !Self.bindsToTheRight(bytes[start - 1])
    while position < bytes.count, Self.classes[Int(peek())] == .operator {
      if position > start, peek() == UInt8(ascii: "/") || peek() == UInt8(ascii: "*"),
        bytes[position - 1] == UInt8(ascii: "/")
      {
        // A comment begins inside the operator.
        position -= 1
        break
      }
      position += 1
    }
    if position == start || bytes[start] == UInt8(ascii: "/"), skipComment() { return }
    let text = bytes[start..<position]
    switch text.first {
    case UInt8(ascii: "<") where !(text.count > 1 && text[start + 1] == UInt8(ascii: "=")):
      frame.generics += 1
      try refuse(.generics, unless: frame.generics)
    case UInt8(ascii: "=") where text.count == 1: frame.generics = 0
    case UInt8(ascii: "&") where text.count == 2, UInt8(ascii: "|") where text.count == 2: frame.generics = 0
    case UInt8(ascii: "-") where text.count == 2 && text[start + 1] == UInt8(ascii: ">"):
      frame.arrows += 1
      try refuse(.arrows, unless: frame.arrows)
      try prefix()
      return note(operand: false)
    case UInt8(ascii: "?") where isApart:
      frame.conditionalOperators += 1
      try refuse(.conditionalOperators, unless: frame.conditionalOperators)
    case UInt8(ascii: ".") where text.count == 1:
      // An implicit member has no base: a long list of implicit members is not a chain.
      if !endsOperand { frame.chain = 0 }
      try prefix()
      return note(operand: false, dot: true)
    case UInt8(ascii: "?"), UInt8(ascii: "!"):
      if !isApart {
        // The sign belongs to the previous operand.
        if text.last == UInt8(ascii: ".") { return note(operand: false, dot: true) }
        return try addToChain()
      }
    default: break
    }
    for index in text.indices where text[index] == UInt8(ascii: ">") {
      if index > start, text[index - 1] == UInt8(ascii: "-") { continue }
      frame.generics = max(0, frame.generics - 1)
    }
    try prefix()
    note(operand: text.last == UInt8(ascii: ">"), dot: text.last == UInt8(ascii: "."))
  }

  /// Whether a byte ends an operand, so that a `?` or `!` directly after the byte belongs to the operand.
  private static func bindsToTheRight(_ byte: UInt8) -> Bool {
    switch classes[Int(byte)] {
    case .word, .digit, .close, .quote, .operator: true
    default: byte == UInt8(ascii: "`")
    }
  }

  // MARK: - Brackets

  mutating func push(_ inner: Frame) throws(SourceLimitError) {
    var inner = inner
    // The parser reads the first type in a square bracket twice, with all brackets inside the type. A type contains no braces.
    if inner.opener != UInt8(ascii: "{"), inner.opener != Self.interpolation {
      inner.squareBrackets = frame.squareBrackets + (inner.opener == UInt8(ascii: "[") ? 1 : 0)
    }
    frames.append(frame)
    try refuse(.brackets, unless: frames.count)
    try refuse(.squareBrackets, unless: inner.squareBrackets)
    frame = inner
  }

  private mutating func open(_ byte: UInt8) throws(SourceLimitError) {
    if byte == UInt8(ascii: "{") {
      frame.startStatement()
      frame.openBlocks = max(0, frame.openBlocks - 1)
    } else {
      if endsOperand { try addToChain() } else { startToken() }
    }
    position += 1
    try push(Frame(byte))
    note(operand: false)
  }

  private mutating func close(_ byte: UInt8) throws(SourceLimitError) {
    position += 1
    let opener: UInt8 =
      switch byte {
      case UInt8(ascii: ")"): UInt8(ascii: "(")
      case UInt8(ascii: "]"): UInt8(ascii: "[")
      default: UInt8(ascii: "{")
      }
    if byte == UInt8(ascii: ")"), frame.opener == Self.interpolation {
      let string = frame.string
      frame = frames.removeLast()
      interpolations -= 1
      if let string { try content(poundSigns: string.poundSigns, isMultiline: string.isMultiline) }
      return
    }
    pop(to: opener, including: true)
    frame.prefixes = 0
    if byte == UInt8(ascii: "}") { frame.startStatement() }
    note(operand: true, brace: byte == UInt8(ascii: "}"))
  }

  /// Closes everything up to the nearest open bracket of a kind. Does nothing if an interpolation, a branch of `#if`, or a brace is still
  /// open inside that bracket.
  private mutating func pop(to opener: UInt8, including isIncluded: Bool) {
    var index = frames.count
    func current() -> UInt8 { index < frames.count ? frames[index].opener : frame.opener }
    while current() != opener {
      let isBarrier =
        index == 0 || current() == Self.interpolation
        || opener != Self.conditional && (current() == Self.conditional || current() == UInt8(ascii: "{"))
      if isBarrier { return }
      index -= 1
    }
    if index < frames.count {
      frame = frames[index]
      frames.removeSubrange(index...)
    }
    if isIncluded {
      frame = frames.removeLast()
    } else {
      let (clauses, squareBrackets) = (frame.clauses + 1, frame.squareBrackets)
      frame = Frame(opener)
      frame.clauses = clauses
      frame.squareBrackets = squareBrackets
    }
  }
}
