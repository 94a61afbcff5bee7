// The words and the bytes that the scan distinguishes.
extension NestingScan {
  /// The words that matter to nesting.
  enum Word: UInt8 {
    case other
    // Words that a block follows.
    case `if`, `else`, `for`, `while`, `repeat`, `do`, `defer`, `switch`, `catch`, `class`
    /// `struct`, `enum`, `protocol`, `extension` and `actor`.
    case type
    /// A word that starts a declaration or a statement.
    case start
    case `import`
    /// A word before a type, an expression or a pattern.
    case prefix
    /// A word in the middle of a statement, which may be the first word of a line.
    case middle
    case elseif, endif

    /// Classifies a text.
    init(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
      guard (2...11).contains(text.count) else {
        self = .other
        return
      }
      var low: UInt64 = 0
      var high: UInt64 = 0
      for (index, byte) in text.enumerated() {
        if index < 8 { low = low << 8 | UInt64(byte) } else { high = high << 8 | UInt64(byte) }
      }
      self = Self.known[Key(low: low, high: high)] ?? .other
    }

    private struct Key: Hashable {
      let low: UInt64
      let high: UInt64
    }

    private static let known: [Key: Word] = {
      let words: [(Word, [String])] = [
        (.if, ["if"]), (.else, ["else"]), (.for, ["for"]), (.while, ["while"]), (.repeat, ["repeat"]),
        (.do, ["do"]), (.defer, ["defer"]), (.switch, ["switch"]), (.catch, ["catch"]), (.class, ["class"]),
        (.type, ["struct", "enum", "protocol", "extension", "actor"]),
        (
          .start,
          [
            "func", "var", "let", "init", "deinit", "subscript", "case", "typealias", "return", "guard",
            "throw", "default", "static", "public", "private", "internal", "open", "package", "final",
            "override", "mutating", "lazy", "weak",
          ]
        ),
        (.import, ["import"]),
        (
          .prefix,
          [
            "try", "await", "unsafe", "each", "any", "some", "inout", "copy", "consume", "borrow",
            "borrowing",
            "consuming", "sending", "isolated", "yield", "discard", "indirect", "async", "then",
          ]
        ),
        (.middle, ["where", "in", "as", "is"]), (.elseif, ["elseif"]), (.endif, ["endif"]),
      ]
      var known: [Key: Word] = [:]
      for (word, texts) in words {
        for text in texts {
          var (low, high): (UInt64, UInt64) = (0, 0)
          for (index, byte) in text.utf8.enumerated() {
            if index < 8 { low = low << 8 | UInt64(byte) } else { high = high << 8 | UInt64(byte) }
          }
          known[Key(low: low, high: high)] = word
        }
      }
      return known
    }()

    /// Whether the word starts a declaration or a statement, so that a type or expression before the word has ended.
    var startsStatement: Bool {
      switch self {
      case .start, .import, .type, .if, .for, .while, .do, .defer, .switch: true
      default: false
      }
    }

    /// Whether the word at the start of a line continues the previous statement.
    var continuesStatement: Bool {
      switch self {
      case .middle, .else, .catch: true
      default: false
      }
    }
  }

  /// The sorts of bytes.
  enum ByteClass: UInt8 {
    case space, newline, word, digit, quote, open, close, `operator`, punctuation
  }

  static let classes: [ByteClass] = (0...255).map { number in
    let byte = UInt8(number)
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .newline
    case 0...32, 127: return .space
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"), 128...255:
      return .word
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .digit
    case UInt8(ascii: "\""): return .quote
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): return .open
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return .close
    default: return "/=-+*%<>!&|^~?.".utf8.contains(byte) ? .operator : .punctuation
    }
  }
}
