internal import PolicySyntax

extension BodyReader {
  /// An expression, an assignment included, which is the statement that it is.
  mutating func expression() -> Expression {
    nested { reader in
      let start = reader.position
      let target = reader.ternary()
      let sign = reader.text()
      guard Self.assignments.contains(sign) else { return target }
      reader.index += 1
      let value = reader.expression()
      return Expression(.statement(reader.assign(target, sign, value, at: start)), at: start)
    }
  }

  /// Expressions between commas, as in the steps of a loop.
  mutating func list() -> [Expression] {
    var values = [expression()]
    while take(",") { values.append(expression()) }
    return values
  }

  mutating func assign(_ target: Expression, _ sign: String, _ value: Expression, at position: Position)
    -> Statement
  {
    if let name = target.core.lastName { assignedNames.insert(name) }
    return Statement(form: .assignment(target, sign, value), position: position)
  }

  private static let assignments: Set<String> = [
    "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=",
  ]

  private static let strengths: [String: Int] = [
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8,
    ">>": 8,
    "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
  ]

  /// The length of a chain of operators or members that has a value; generated code may have longer ones.
  private static let longestChain = 80

  // MARK: - Operators

  private mutating func ternary() -> Expression {
    let start = position
    let condition = binary(above: 0)
    guard take("?") else { return condition }
    if take(":") { return Expression(.binary("??", condition, expression()), at: start) }
    let first = expression()
    guard take(":") else { return first }
    return Expression(.ternary(condition, first, expression()), at: start)
  }

  private mutating func binary(above least: Int) -> Expression {
    let start = position
    var left = unary()
    var count = 0
    var rest: [Expression] = []
    while let strength = Self.strengths[text()], strength > least {
      let sign = text()
      index += 1
      let right = binary(above: strength)
      count += 1
      if count < Self.longestChain {
        left = Expression(.binary(sign, left, right), at: start)
      } else {
        rest.append(right)
      }
    }
    return rest.isEmpty ? left : Expression(.other("…", [left] + rest), at: start)
  }

  private mutating func unary() -> Expression {
    nested { reader in
      let start = reader.position
      if let directive = reader.token?.directive {
        if directive.opensConditional { return reader.conditional() }
        reader.skipDirectives()
      }
      func make(_ form: Expression.Form) -> Expression { Expression(form, at: start) }
      switch reader.text() {
      case "!":
        reader.index += 1
        return make(.prefix("!", reader.unary()))
      case "-":
        reader.index += 1
        return make(.prefix("-", reader.unary()))
      case "+":
        reader.index += 1
        return reader.unary()
      case "*", "~":
        let sign = reader.text()
        reader.index += 1
        return make(.prefix(sign, reader.unary()))
      case "&":
        reader.index += 1
        let value = reader.unary()
        reader.addressed.append(value)
        return value
      case "++", "--":
        reader.index += 1
        let target = reader.unary()
        return make(.statement(reader.assign(target, "+=", Expression(.number(1), at: start), at: start)))
      case "(" where reader.isCast: return reader.cast()
      case "sizeof", "alignof", "__alignof__":
        reader.index += 1
        if reader.text() == "(" { reader.index = min(reader.closing(of: reader.index) + 1, reader.limit) }
        return make(.other("sizeof", []))
      default: return reader.postfix(reader.primary(), at: start)
      }
    }
  }

  /// Branches of `#if` in an expression: no value is known unless all have the same.
  private mutating func conditional() -> Expression {
    let start = position
    let group = ConditionalGroup(openedAt: index, in: tokens, before: limit)
    var value: Expression?
    for branch in group.branches.reversed() {
      guard let condition = branch.condition, !branch.range.isEmpty else { continue }
      index = branch.range.lowerBound
      let own = reading(to: branch.range.upperBound) { $0.expression() }
      if condition == "true" {
        value = own
      } else {
        value = Expression(
          .ternary(
            Expression(.other("#if \(condition)", []), at: start), own,
            value ?? Expression(.other("", []), at: start)),
          at: start)
      }
    }
    index = group.end
    return value ?? Expression(.other("", []), at: start)
  }

  // MARK: - Casts

  private static let typeWords: Set<String> = [
    "id", "void", "int", "long", "short", "char", "unsigned", "signed", "float", "double", "BOOL", "bool",
    "const",
    "__bridge", "__bridge_transfer", "__bridge_retained", "__bridge_autoreleased", "struct", "enum",
    "instancetype",
    "NSInteger", "NSUInteger", "CGFloat", "NSTimeInterval", "Class", "SEL", "size_t", "int64_t", "uint64_t",
    "int32_t",
    "uint32_t", "uint8_t", "__typeof", "typeof", "__typeof__", "__kindof", "time_t", "dispatch_block_t",
  ]

  /// Whether the parentheses that come next contain a type.
  private var isCast: Bool {
    let end = closing(of: index)
    guard end < limit, end > index + 1, end + 1 < limit else { return false }
    let inner = tokens[(index + 1)..<end]
    guard let first = inner.first, first.isWord else { return false }
    let next = tokens[end + 1]
    let startsOperand: Bool =
      switch next.kind {
      case .word: !["in"].contains(next.text)
      case .number, .string, .character: true
      case .sign: ["(", "[", "@", "^", "!", "~", "-", "&", "*", "{"].contains(next.text)
      case .directive: false
      }
    guard startsOperand else { return false }
    let isType = inner.allSatisfy {
      $0.isWord || ["*", "<", ">", ",", "::", "^", "(", ")", ">>"].contains($0.text)
    }
    guard isType else { return false }
    if Self.typeWords.contains(first.text) || inner.last?.text == "*" || inner.last?.text == ">" {
      return true
    }
    guard inner.count == 1 else { return inner.contains { $0.text == "^" } }
    // A name in parentheses: a type if it looks like one, and an operand follows that no operator joins to it.
    guard first.text.first?.isUppercase ?? false || first.text.hasSuffix("_t"), !isLocal(first.text) else {
      return false
    }
    if next.isWord || next.isString || ["@", "^", "{"].contains(next.text) { return true }
    return ["(", "["].contains(next.text)
      && (symbols.types.contains(first.text) || AppleNames.type(first.text) != first.text
        || symbols.spelling.aliases[first.text] != nil)
  }

  private mutating func cast() -> Expression {
    let start = position
    let end = closing(of: index)
    let type = symbols.spelling.type(tokens[(index + 1)..<end])
    index = end + 1
    if text() == "{" {
      index = min(closing(of: index) + 1, limit)
      return Expression(.other("structure", []), at: start)
    }
    let value = unary()
    // A conversion of a number keeps it; that of another value says of which type it is.
    guard let type, type != "Any", type != "Void",
      !["Int", "Double", "TimeInterval", "Float", "Bool"].contains(type)
    else { return value }
    return Expression(.cast(value, "as!", type), at: start)
  }

  // MARK: - Operands

  private mutating func primary() -> Expression {
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

  /// `({ … })`, whose value is that of its last expression.
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

  /// Goes on after a bracket that closes the one around, as far as there is one.
  mutating func skip(to bracket: String) {
    while !isAtEnd, text() != bracket {
      if [")", "]", "}", ";"].contains(text()) { return }
      index = ["(", "[", "{"].contains(text()) ? closing(of: index) + 1 : index + 1
    }
    if !isAtEnd { index += 1 }
    index = min(index, limit)
  }

  /// Texts next to each other are one, names of texts included.
  private mutating func string() -> Expression {
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

  // MARK: - Names

  private mutating func word(_ word: String) -> Expression {
    let start = position
    index += 1
    func make(_ form: Expression.Form) -> Expression { Expression(form, at: start) }
    switch word {
    case "nil", "NULL", "Nil", "nullptr", "NSNull": return make(.null)
    case "YES", "true", "TRUE", "@YES", "@true": return make(.bool(true))
    case "NO", "false", "FALSE", "@NO", "@false": return make(.bool(false))
    case "this": return make(.name("self"))
    case "@selector": return selector(at: start)
    case "@available", "__builtin_available":
      let end = text() == "(" ? closing(of: index) : index
      let inner = tokens[min(index + 1, end)..<min(end, limit)].map(\.text).joined(separator: " ")
      index = min(end + 1, limit)
      return make(.other("#available(\(inner.replacing(" ,", with: ",").replacing(" . ", with: ".")))", []))
    case "@encode", "@protocol", "__typeof", "typeof", "decltype":
      if text() == "(" { index = min(closing(of: index) + 1, limit) }
      return make(.other(word, []))
    case "new" where isWord():
      let type = text()
      index += 1
      return make(.name(type))
    default: break
    }
    if isLocal(word) { return named(word, at: start) }
    if word.hasPrefix("_"), word.count > 1, type != nil, !word.hasPrefix("__"), word != "_cmd", text() != "("
    {
      return make(.member(make(.name("self")), String(word.dropFirst())))
    }
    if let (type, member) = AppleNames.constant(word) {
      return make(.member(type.map { make(.name($0)) }, member))
    }
    return named(word, at: start)
  }

  private mutating func named(_ word: String, at start: Position) -> Expression {
    var name = word
    while text() == "::", isWord(1) {
      name += "." + text(1)
      index += 2
    }
    // Only before a message or a property is it the name of a type.
    let value = Expression(.name(isWord() || text() == "." ? typeName(name) : name), at: start)
    // A macro for a text next to a text.
    if let token, token.isString, !isLocal(word) {
      return Expression(.binary("+", value, string()), at: start)
    }
    return value
  }

  /// A name, that of a type of Apple's as Swift has it.
  func typeName(_ name: String) -> String {
    guard name.first?.isUppercase ?? false, !symbols.types.contains(name), !isLocal(name) else { return name }
    let type = AppleNames.type(name)
    return ["String", "Array", "Set", "Dictionary"].contains(type) ? name : type
  }

  private mutating func selector(at start: Position) -> Expression {
    guard text() == "(" else { return Expression(.other("@selector", []), at: start) }
    let end = closing(of: index)
    let name = tokens[min(index + 1, end)..<min(end, limit)].map(\.text).joined()
    index = min(end + 1, limit)
    if name.hasPrefix("_simulate") { return Expression(.text([.string(name)]), at: start) }
    return Expression(.selector(methodName(name).name), at: start)
  }

  /// The name of a method of the sources or of Apple's.
  func methodName(_ selector: String) -> SwiftName {
    if AppleNames.methods[selector] == nil, !symbols.selectors.contains(selector),
      let name = symbols.swiftMethods[selector].flatMap({ $0 })
    {
      return name
    }
    return SwiftName(selector: selector)
  }

  // MARK: - Members and calls

  private mutating func postfix(_ first: Expression, at start: Position) -> Expression {
    var value = first
    var length = 0
    while true {
      length += 1
      if length > Self.longestChain { (value, length) = (Expression(.other("…", []), at: start), 0) }
      switch text() {
      case "." where isWord(1), "->" where isWord(1):
        let isPointer = text() == "->"
        var name = text(1)
        index += 2
        if isPointer, name.hasPrefix("_") { name = String(name.dropFirst()) }
        value = member(name, of: value, at: start, isSet: text() == "=")
      case "(": value = call(value, at: start)
      case "[":
        index += 1
        let key = expression()
        if !take("]") { skip(to: "]") }
        value = Expression(.element(value, [Argument(label: nil, value: key)]), at: start)
      case "++", "--":
        index += 1
        let one = Expression(.number(1), at: start)
        value = Expression(.statement(assign(value, "+=", one, at: start)), at: start)
      default: return value
      }
    }
  }

  /// A property, or a method that is called as one.
  func member(_ name: String, of base: Expression, at start: Position, isSet: Bool = false) -> Expression {
    if let type = base.path?.last, let known = AppleNames.typeProperties[type]?[name],
      !symbols.types.contains(type)
    {
      return Expression(.member(base, known), at: start)
    }
    if symbols.getters.contains(name), !isSet {
      return Expression(.call(Expression(.member(base, name), at: start), []), at: start)
    }
    return Expression(
      .member(base, symbols.properties.contains(name) ? name : AppleNames.property(name)), at: start)
  }

  private mutating func call(_ callee: Expression, at start: Position) -> Expression {
    index += 1
    var arguments: [Argument] = []
    while !isAtEnd {
      skipDirectives()
      if take(")") { break }
      arguments.append(Argument(label: nil, value: expression()))
      skipDirectives()
      if take(",") { continue }
      if !take(")") { skip(to: ")") }
      break
    }
    return CFunctions.call(callee, arguments, at: start, symbols)
  }
}
