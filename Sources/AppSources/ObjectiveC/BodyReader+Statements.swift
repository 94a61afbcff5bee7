internal import PolicySyntax

// Reads statements.
extension BodyReader {
  /// The statements up to the end.
  mutating func statements() -> [Statement] {
    var found: [Statement] = []
    while !isAtEnd {
      let start = index
      found += nested { $0.statement() }
      if index == start { index += 1 }
    }
    return found
  }

  /// Reads the next statement, which may become several statements in Swift.
  private mutating func statement() -> [Statement] {
    let start = position
    if let directive = token?.directive { return conditional(directive) }
    func make(_ form: Statement.Form) -> [Statement] { [Statement(form: form, position: start)] }
    switch text() {
    case ";", "}":
      index += 1
      return []
    case "{": return make(.attempt(block(), []))
    case "if": return branch()
    case "for": return loop()
    case "while":
      index += 1
      let condition = parenthesized { $0.conditions() }
      return make(.loop(condition, body()))
    case "do": return repetition()
    case "switch": return select()
    case "return", "co_return":
      index += 1
      let value = text() == ";" || isAtEnd ? nil : expression()
      let after = effects()
      endStatement()
      return after + make(.return(value))
    case "break", "continue", "goto":
      while !isAtEnd, text() != ";" { index += 1 }
      return make(.jump)
    case "case", "default":
      // A case outside of a switch belongs to a switch that was not understood.
      skipLabel()
      return []
    case "else":
      index += 1
      return []
    case "@throw", "throw":
      index += 1
      let value = text() == ";" ? Expression(.other("", []), at: start) : expression()
      endStatement()
      return make(.throw(value))
    case "@try", "try": return attempt()
    case "@autoreleasepool":
      index += 1
      return make(.attempt(body(), []))
    case "@synchronized":
      index += 1
      let lock = text() == "(" ? parenthesized { [$0.expression()] } : []
      return lock.map { Statement(form: .expression($0), position: start) } + make(.attempt(body(), []))
    case "@finally":
      index += 1
      return make(.attempt(body(), []))
    case "typedef", "using": return skipDeclaration()
    case "struct" where text(1) == "{" || text(2) == "{", "union" where text(1) == "{":
      return skipDeclaration()
    case "__attribute__", "asm", "__asm__":
      index += 1
      if text() == "(" { index = min(closing(of: index) + 1, limit) }
      return []
    case let word where isWord() && text(1) == ":" && text(2) != ":" && !word.hasPrefix("@"):
      // A label.
      index += 2
      return []
    default: break
    }
    if let name = nameOfDeclaration() { return declarations(named: name) }
    return simple()
  }

  /// Goes to the next statement.
  private mutating func endStatement() {
    if take(";") || endsLine { return }
    // Code that was not understood.
    while !isAtEnd, token?.directive == nil, !["}", "{"].contains(text()) {
      if [";"].contains(text()) {
        index += 1
        return
      }
      if Self.startsStatement.contains(text()) { return }
      index = ["(", "["].contains(text()) ? min(closing(of: index) + 1, limit) : index + 1
    }
  }

  private static let startsStatement: Set<String> = ["if", "for", "while", "return", "switch", "@try", "do"]

  private mutating func skipDeclaration() -> [Statement] {
    while !isAtEnd, text() != ";" { index = text() == "{" ? min(closing(of: index) + 1, limit) : index + 1 }
    return []
  }

  private mutating func skipLabel() {
    while !isAtEnd, text() != ":", text() != ";", text() != "}" { index += 1 }
    if !isAtEnd { index += 1 }
  }

  // MARK: - Blocks

  /// The statements in the braces that come next.
  private mutating func block() -> [Statement] {
    let end = closing(of: index)
    index += 1
    let found = reading(to: end) { $0.inScope { $0.statements() } }
    index = min(end + 1, limit)
    return found
  }

  /// The body of a branch or loop: a block, or a single statement.
  private mutating func body() -> [Statement] {
    if text() == "{" { return block() }
    return inScope { reader in reader.nested { $0.statement() } }
  }

  private mutating func parenthesized<Result>(_ read: (inout Self) -> [Result]) -> [Result] {
    guard text() == "(" else { return [] }
    let end = closing(of: index)
    index += 1
    let found = reading(to: end, read)
    index = min(end + 1, limit)
    return found
  }

  // MARK: - Branches

  private mutating func conditions() -> [Condition] {
    if let declared = nameOfDeclaration() {
      // `if (auto x = …)` of C++.
      let statements = declarations(named: declared)
      guard case .variable(let variable)? = statements.first?.form else { return [] }
      return [Condition(names: variable.names, type: variable.type, value: variable.value)]
    }
    return split(expression())
  }

  /// The conditions of an expression. A conjunction with an availability condition is split into its parts.
  private func split(_ value: Expression) -> [Condition] {
    switch value.form {
    case .other(let text, _) where text.hasPrefix("#available"): return [Condition(availability: text)]
    case .binary("&&", let left, let right):
      let parts = split(left) + split(right)
      return parts.contains { $0.availability != nil } ? parts : [Condition(value: value)]
    default: return [Condition(value: value)]
    }
  }

  private mutating func branch() -> [Statement] {
    let start = position
    index += 1
    if text() == "constexpr" { index += 1 }
    let conditions = parenthesized { $0.conditions() }
    let before = effects()
    let then = body()
    var otherwise: [Statement] = []
    if text() == "else" {
      index += 1
      otherwise = body()
    }
    // `if (self = [super init])`: the branch counts as always taken.
    if conditions.count == 1, let value = conditions[0].value {
      if case .statement(let statement) = value.form, case .assignment(let target, "=", _) = statement.form,
        target.path == ["self"]
      {
        return before + [statement] + then
      }
      if value.path == ["self"] || value.text == "self != nil" { return before + then }
      if case .prefix("!", let inner) = value.form, inner.path == ["self"] { return before + otherwise }
      if value.text == "self == nil" { return before + otherwise }
    }
    if otherwise.isEmpty, conditions.count == 1, let value = conditions[0].value, leaves(then) {
      // `if (!isReady) return;` is a guard: the code after it runs only if the condition does not hold.
      return before
        + [
          Statement(
            form: .guard(value.negated.map { Condition(value: $0) }, otherwise: then), position: start)
        ]
    }
    return before + [Statement(form: .branch(conditions, then: then, otherwise: otherwise), position: start)]
  }

  /// Whether statements always leave the enclosing code.
  private func leaves(_ statements: [Statement]) -> Bool {
    switch statements.last?.form {
    case .return, .throw, .jump: true
    default: false
    }
  }

  private mutating func select() -> [Statement] {
    let start = position
    index += 1
    let subject = parenthesized { [$0.expression()] }.first ?? Expression(.other("", []), at: start)
    guard text() == "{" else { return [Statement(form: .expression(subject), position: start)] }
    let end = closing(of: index)
    index += 1
    let cases = reading(to: end) { reader in reader.inScope { $0.cases() } }
    index = min(end + 1, limit)
    return [Statement(form: .select(subject, cases), position: start)]
  }

  private mutating func cases() -> [SwitchCase] {
    var cases: [SwitchCase] = []
    var patterns: [String] = []
    var isOpen = false
    var body: [Statement] = []
    while !isAtEnd {
      let start = index
      if text() == "case" || text() == "default" && text(1) == ":" {
        if isOpen, !body.isEmpty {
          cases.append(SwitchCase(patterns: patterns, names: [], body: body))
          (patterns, body) = ([], [])
        }
        isOpen = true
        index += 1
        let first = index
        while !isAtEnd, text() != ":" { index += 1 }
        if index > first { patterns.append(tokens[first..<index].map(\.text).joined()) }
        index = min(index + 1, limit)
      } else {
        body += nested { $0.statement() }
      }
      if index == start { index += 1 }
    }
    if isOpen { cases.append(SwitchCase(patterns: patterns, names: [], body: body)) }
    // Without a default, any other value continues after the switch.
    if !cases.contains(where: { $0.patterns.isEmpty }) {
      cases.append(SwitchCase(patterns: [], names: [], body: []))
    }
    return cases
  }

  private mutating func attempt() -> [Statement] {
    let start = position
    index += 1
    let tried = body()
    var catches: [[Statement]] = []
    while text() == "@catch" || text() == "catch" {
      index += 1
      if text() == "(" { index = min(closing(of: index) + 1, limit) }
      catches.append(body())
    }
    return [Statement(form: .attempt(tried, catches), position: start)]
  }

  // MARK: - Loops

  private mutating func loop() -> [Statement] {
    let start = position
    index += 1
    guard text() == "(" else { return [] }
    let end = closing(of: index)
    index += 1
    return inScope { reader in
      var before: [Statement] = []
      let heads = reader.reading(to: end) { $0.heads(&before) }
      reader.index = min(end + 1, reader.limit)
      let loop = Statement(form: .loop(heads, reader.body()), position: start)
      return before.isEmpty ? [loop] : [Statement(form: .attempt(before + [loop], []), position: start)]
    }
  }

  private mutating func heads(_ before: inout [Statement]) -> [Condition] {
    // `for (Feed *feed in feeds)`, and `for (auto &feed : feeds)` of C++.
    var depth = 0
    for place in index..<max(index, limit) {
      switch tokens[place].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "in" where depth == 0 && place > index, ":" where depth == 0 && place > index:
        let name = tokens[place - 1].text
        let type = symbols.spelling.type(tokens[index..<(place - 1)])
        index = place + 1
        let value = expression()
        declare(name)
        return [Condition(names: [name], type: type, value: value, isPattern: true)]
      case ";", "?": depth = depth == 0 ? .min / 2 : depth
      default: break
      }
    }
    before = nested { $0.statement() }
    var heads: [Condition] = []
    while !isAtEnd {
      let start = index
      if !take(";") { heads += list().map { Condition(value: $0) } }
      if index == start { index += 1 }
    }
    return heads
  }

  private mutating func repetition() -> [Statement] {
    let start = position
    index += 1
    let inner = body()
    var conditions: [Condition] = []
    if take("while") { conditions = parenthesized { $0.conditions() } }
    _ = take(";")
    // `do { … } while (0)` runs once.
    if conditions.count == 1, let value = conditions[0].value?.core.form {
      switch value {
      case .number(0), .bool(false): return [Statement(form: .attempt(inner, []), position: start)]
      default: break
      }
    }
    return [Statement(form: .loop(conditions, inner), position: start)]
  }

  // MARK: - Conditionals

  private mutating func conditional(_ directive: Directive) -> [Statement] {
    let start = position
    guard directive.opensConditional else {
      // The last branch of a conditional whose branches open different brackets.
      if directive.name.hasPrefix("el") {
        index = ConditionalGroup(openedAt: index, in: tokens, before: limit).end
      } else {
        index += 1
      }
      return []
    }
    let group = ConditionalGroup(openedAt: index, in: tokens, before: limit)
    guard group.branches.allSatisfy({ isBalanced($0.range) }) else {
      index = group.branches.last { $0.condition != nil }?.range.lowerBound ?? group.end
      return []
    }
    var branches: [ConditionalBranch] = []
    var plain: [Statement] = []
    for branch in group.branches {
      guard let condition = branch.condition else { continue }
      index = max(index, branch.range.lowerBound)
      let found = reading(to: branch.range.upperBound) { $0.statements() }
      if condition == "true" {
        plain += found
      } else {
        branches.append(ConditionalBranch(condition: condition, body: found))
      }
    }
    index = group.end
    return (branches.isEmpty ? [] : [Statement(form: .conditional(branches), position: start)]) + plain
  }

  private func isBalanced(_ range: Range<Int>) -> Bool {
    var depth = 0
    for token in tokens[range] {
      switch token.text {
      case "{", "(", "[": depth += 1
      case "}", ")", "]": depth -= 1
      default: break
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}

extension Expression {
  private static let opposites = ["==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"]

  /// The conditions that hold if this condition does not hold.
  fileprivate var negated: [Expression] {
    switch form {
    case .prefix("!", let inner): [inner]
    case .binary("||", let left, let right): left.negated + right.negated
    case .binary(let sign, let left, let right):
      if let opposite = Self.opposites[sign] {
        [Expression(.binary(opposite, left, right), at: position)]
      } else {
        [Expression(.prefix("!", Expression(.other("tuple", [self]), at: position)), at: position)]
      }
    default: [Expression(.prefix("!", self), at: position)]
    }
  }
}
