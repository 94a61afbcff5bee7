internal import PolicySyntax
internal import Quantities

/// The spellings of signs by two question marks and another sign, such as `??=` for `#`. Standards of C turn them on, as flags do.
enum Trigraph {
  /// The reason not to read a file: a line may be a directive, or a backslash may join two lines, or a bracket may be in the code. In texts
  /// and comments, only `??=` and `??/` are refused, as a backslash moves the ends of both.
  static func refusal(of text: String, _ tokens: [CToken]) -> SourceLimitError? {
    let bytes = Array(text.utf8)
    guard bytes.contains(sequence: "??") else { return nil }
    let reason = "It may have trigraphs, which some standards of C replace"
    for trigraph in ["??=", "??/"] where bytes.contains(sequence: trigraph) {
      return SourceLimitError(line: 1, reason: reason)
    }
    let directives = tokens.compactMap { token -> [CToken]? in
      guard case .directive(let directive) = token.kind else { return nil }
      return directive.tokens
    }
    for tokens in [tokens] + directives {
      if let line = lineOfPair(in: tokens) { return SourceLimitError(line: line, reason: reason) }
    }
    return nil
  }

  /// The line of the first two question marks without a space between them.
  private static func lineOfPair(in tokens: [CToken]) -> Int? {
    zip(tokens, tokens.dropFirst()).first { token, next in
      token.text == "?" && next.text == "?" && token.position.line == next.position.line
        && token.position.column + 1 == next.position.column
    }?.0.position.line
  }
}
