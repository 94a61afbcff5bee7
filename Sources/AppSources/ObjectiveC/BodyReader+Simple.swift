internal import PolicySyntax

/// Declarations of variables, and expressions that are statements.
extension BodyReader {
  private static let qualifiers: Set<String> = [
    "static", "const", "__block", "__weak", "__strong", "__unsafe_unretained", "__unused", "unsigned",
    "signed", "long",
    "short", "register", "volatile", "struct", "enum", "union", "__autoreleasing", "auto", "__auto_type",
    "extern",
    "constexpr", "NS_VALID_UNTIL_END_OF_SCOPE", "__kindof", "nullable", "inline", "thread_local", "__thread",
  ]

  private static let keywords: Set<String> = [
    "return", "else", "goto", "case", "delete", "throw", "new", "in", "sizeof", "await", "co_await",
    "co_return",
  ]

  /// The index of the name that a declaration declares; `nil` if no declaration comes next.
  func nameOfDeclaration() -> Int? {
    var place = index
    func at(_ offset: Int) -> String { offset < limit ? tokens[offset].text : "" }
    func isWord(_ offset: Int) -> Bool {
      offset < limit && tokens[offset].isWord && !at(offset).hasPrefix("@")
    }
    var isQualified = false
    while Self.qualifiers.contains(at(place)) {
      isQualified = true
      place += 1
    }
    if ["typeof", "__typeof", "__typeof__", "decltype"].contains(at(place)), at(place + 1) == "(" {
      place = closing(of: place + 1) + 1
    } else if isWord(place), !Self.keywords.contains(at(place)) {
      // After `unsigned` or `static auto` the next word may be the name.
      if isQualified, endsName(at(place + 1)), at(place + 1) != "(" { return place }
      place += 1
      while at(place) == "::", isWord(place + 1) { place += 2 }
      if at(place) == "<" {
        guard let end = endOfGeneric(place) else { return nil }
        place = end
      }
    } else {
      return nil
    }
    while ["*", "&", "&&"].contains(at(place)) || Self.qualifiers.contains(at(place))
      || ["_Nullable", "_Nonnull", "__nullable", "__nonnull"].contains(at(place))
    {
      place += 1
    }
    if at(place) == "(", at(place + 1) == "^" || at(place + 1) == "*", at(place - 1) != ")" {
      place += 2
      while Self.qualifiers.contains(at(place)) || at(place).hasPrefix("_N") { place += 1 }
      return isWord(place) && (at(place + 1) == ")" || at(place + 1) == "[") ? place : nil
    }
    guard isWord(place), !Self.keywords.contains(at(place)), endsName(at(place + 1)) else { return nil }
    return place
  }

  private func endsName(_ text: String) -> Bool {
    ["=", ";", ",", "[", "(", ":", "__attribute__", "{"].contains(text)
  }

  private func endOfGeneric(_ start: Int) -> Int? {
    var depth = 0
    for place in start..<min(limit, start + 64) {
      switch tokens[place].text {
      case "<": depth += 1
      case ">": depth -= 1
      case ">>": depth -= 2
      case ",", "*", "::", "(", ")", "^", "&": break
      default: if !tokens[place].isWord { return nil }
      }
      if depth <= 0 { return place + 1 }
    }
    return nil
  }

  /// The variables that a declaration declares: `NSString *a = @"a", *b;`
  mutating func declarations(named first: Int) -> [Statement] {
    let start = position
    let words = tokens[index..<first]
    let isStatic = words.contains { $0.text == "static" }
    let isConst =
      words.last?.text == "const"
      || words.contains { $0.text == "const" } && !words.contains { $0.text == "*" }
    var found: [Statement] = []
    var name = first
    var type = symbols.spelling.type(words)
    while true {
      index = name + 1
      let text = tokens[name].text
      if words.last?.text == "^" || name > 0 && tokens[name - 1].text == "^" {
        let end = min(closing(ofTypeFrom: name), limit)
        type = symbols.spelling.type(tokens[first < name ? first..<end : words.startIndex..<end])
        index = end
      }
      while self.text() == "[" { index = min(closing(of: index) + 1, limit) }
      if self.text() == "__attribute__" {
        index += 1
        if self.text() == "(" { index = min(closing(of: index) + 1, limit) }
      }
      let value = initialValue()
      declare(text)
      // `nil` before an assignment means no value.
      let isNil: Bool = if case .null? = value?.core.form { true } else { false }
      found.append(
        Statement(
          form: .variable(
            Variable(
              names: [text], isPattern: false, isConstant: isConst, type: type, value: isNil ? nil : value,
              getter: nil, isStatic: isStatic)),
          position: start))
      guard take(",") else { break }
      while self.text() == "*" || Self.qualifiers.contains(self.text()) { index += 1 }
      guard isWord() else { break }
      name = index
    }
    let after = effects()
    if !take(";"), !endsLine { skipStatement() }
    return found + after
  }

  /// The index after the type of a block whose name is at an index: `void (^name)(BOOL)`.
  private func closing(ofTypeFrom name: Int) -> Int {
    var place = name + 1
    if place < limit, tokens[place].text == ")" { place += 1 }
    if place < limit, tokens[place].text == "(" { place = closing(of: place) + 1 }
    return place
  }

  private mutating func initialValue() -> Expression? {
    let start = position
    if take("=") {
      if text() == "{" {
        index = min(closing(of: index) + 1, limit)
        return Expression(.other("{…}", []), at: start)
      }
      return expression()
    }
    if text() == "(" || text() == "{" {
      // A constructor of C++.
      index = min(closing(of: index) + 1, limit)
      return Expression(.other("(…)", []), at: start)
    }
    return nil
  }

  /// Whether a statement without a semicolon ends here: at the end of the code, or next to a preprocessor directive.
  var endsLine: Bool {
    isAtEnd || token?.directive != nil || index > 0 && tokens[index - 1].directive != nil
  }

  mutating func skipStatement() {
    while !isAtEnd, text() != ";", text() != "}", token?.directive == nil {
      index = ["(", "[", "{"].contains(text()) ? min(closing(of: index) + 1, limit) : index + 1
    }
    _ = take(";")
  }

  // MARK: - Expressions

  /// An expression as a statement.
  mutating func simple() -> [Statement] {
    let start = position
    let first = index
    let values = list()
    let statements = values.map { statement(of: $0, at: start) }
    let after = effects()
    if index == first { index += 1 }
    if !take(";"), !endsLine, text() != "}" {
      // A macro may end without a semicolon: `@weakify(self)`.
      if !isMacroCall(first) { skipStatement() }
    }
    return statements + after
  }

  private func isMacroCall(_ first: Int) -> Bool {
    first + 1 < limit && tokens[first].isWord && tokens[first + 1].text == "("
      && closing(of: first + 1) + 1 == index
  }

  /// Assignments for the variables whose address was taken, which another function may set.
  mutating func effects() -> [Statement] {
    let found = addressed.map { target in
      assign(target, "&", Expression(.other("&", []), at: target.position), at: target.position)
    }
    addressed = []
    return found
  }

  /// The statement for an expression; some messages are assignments in Swift.
  private mutating func statement(of value: Expression, at start: Position) -> Statement {
    switch value.form {
    case .statement(let inner): return inner
    case .call(let callee, let arguments):
      guard case .member(let base?, let name) = callee.form else { break }
      let values = arguments.map(\.value)
      switch (name, arguments.map { $0.label ?? "_" }) {
      case ("setObject", ["_", "forKey"]), ("setObject", ["_", "forKeyedSubscript"]),
        ("setValue", ["_", "forKey"]):
        let element = Expression(.element(base, [Argument(label: nil, value: values[1])]), at: start)
        return assign(element, "=", values[0], at: start)
      case (_, ["_"]):
        guard let property = AppleNames.property(setBy: name), !symbols.selectors.contains(name + ":"),
          name != "setMinimumBackgroundFetchInterval"
        else { break }
        let own = property.first.map { $0.lowercased() + name.dropFirst(4) } ?? property
        let target = Expression(.member(base, symbols.properties.contains(own) ? own : property), at: start)
        return assign(target, "=", values[0], at: start)
      default: break
      }
    default: break
    }
    return Statement(form: .expression(value), position: start)
  }
}
