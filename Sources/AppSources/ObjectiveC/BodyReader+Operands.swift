internal import PolicySyntax

// The operands of expressions: literals, brackets and texts.

extension BodyReader {
  mutating func primary() -> Expression {
    let start = position
    func make(_ form: Expression.Form) -> Expression { Expression(form, at: start) }
    guard let token else { return make(.other("", [])) }
    switch token.kind {
    case .string: return string()
    case .number:
      index += 1
      return make(CLiteral.number(token.text))
    case .character:
      index += 1
      return make(.other(token.text, []))
    case .directive:
      index += 1
      return make(.other("", []))
    case .word: return word(token.text)
    case .sign: break
    }
    switch token.text {
    case "(":
      index += 1
      if text() == "{" { return statementExpression(at: start) }
      let values = list()
      if !take(")") { skip(to: ")") }
      return values.count == 1 ? values[0] : make(.other("tuple", values))
    case "[": return isLambda ? lambda() : message()
    case "^": return block()
    case "@":
      index += 1
      switch text() {
      case "[": return array(at: start)
      case "{": return dictionary(at: start)
      default: return unary()
      }
    case "{":
      index = min(closing(of: index) + 1, limit)
      return make(.other("{…}", []))
    case ")", "]", "}", ";", ",", ":": return make(.other("", []))
    default:
      index += 1
      return make(.other(token.text, []))
    }
  }

  /// `({ … })`, whose value is the value of its last expression.
  private mutating func statementExpression(at start: Position) -> Expression {
    let end = closing(of: index)
    index += 1
    var body = reading(to: end) { $0.inScope { $0.statements() } }
    index = min(end + 1, limit)
    _ = take(")")
    if case .expression(let value)? = body.last?.form {
      body[body.count - 1] = Statement(form: .return(value), position: value.position)
    }
    let closure = Closure(parameters: [], body: body, at: start)
    return Expression(.call(Expression(.closure(closure), at: start), []), at: start)
  }

  /// Skips all tokens up to and including a closing bracket. Stops before any other closing bracket and before a semicolon.
  mutating func skip(to bracket: String) {
    while !isAtEnd, text() != bracket {
      if [")", "]", "}", ";"].contains(text()) { return }
      index = ["(", "[", "{"].contains(text()) ? closing(of: index) + 1 : index + 1
    }
    if !isAtEnd { index += 1 }
    index = min(index, limit)
  }

  /// Reads adjacent texts, and names of texts, as one text.
  mutating func string() -> Expression {
    let start = position
    var content = ""
    var isKnown = true
    while let token, token.isString {
      if let text = CLiteral.text(token.text) { content += text } else { isKnown = false }
      index += 1
    }
    let text = Expression(isKnown ? .text([.string(content)]) : .other("\"…\"", []), at: start)
    guard isWord(), isMacroOfText(self.text()), self.text(1) != "(", self.text(1) != ":" else { return text }
    return Expression(.binary("+", text, unary()), at: start)
  }

  private func isMacroOfText(_ word: String) -> Bool {
    !word.hasPrefix("@") && !["in", "else", "while", "return"].contains(word)
  }

  private mutating func array(at start: Position) -> Expression {
    index += 1
    var elements: [Expression] = []
    while !isAtEnd {
      skipDirectives()
      if take("]") { break }
      elements.append(expression())
      skipDirectives()
      if take(",") { continue }
      if !take("]") { skip(to: "]") }
      break
    }
    return Expression(.array(elements), at: start)
  }

  private mutating func dictionary(at start: Position) -> Expression {
    index += 1
    var entries: [(key: Expression, value: Expression)] = []
    while !isAtEnd {
      skipDirectives()
      if take("}") { break }
      let key = expression()
      guard take(":") else {
        skip(to: "}")
        break
      }
      entries.append((key, expression()))
      skipDirectives()
      if take(",") { continue }
      if !take("}") { skip(to: "}") }
      break
    }
    return Expression(.dictionary(entries), at: start)
  }
}
