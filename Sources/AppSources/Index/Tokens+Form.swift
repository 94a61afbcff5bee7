internal import PolicySyntax

extension IndexWriter {
  mutating func write(_ token: CToken) {
    switch token.kind {
    case .word: write(0)
    case .number: write(1)
    case .string: write(2)
    case .character: write(3)
    case .sign: write(4)
    case .directive(let directive):
      write(5)
      write(directive.name)
      write(directive.tokens) { $0.write($1) }
      write(directive.hasParameters)
    }
    write(token.text)
    write(token.position)
  }
}

extension IndexReader {
  /// A list of tokens.
  mutating func tokens() throws(DamagedIndexError) -> [CToken] {
    try list { (reader) throws(DamagedIndexError) in
      CToken(kind: try reader.tokenKind(), text: try reader.text(), position: try reader.position())
    }
  }

  private mutating func tokenKind() throws(DamagedIndexError) -> CToken.Kind {
    switch try byte() {
    case 0: return .word
    case 1: return .number
    case 2: return .string
    case 3: return .character
    case 4: return .sign
    case 5:
      return .directive(Directive(name: try text(), tokens: try tokens(), hasParameters: try flag()))
    default: throw DamagedIndexError()
    }
  }
}
