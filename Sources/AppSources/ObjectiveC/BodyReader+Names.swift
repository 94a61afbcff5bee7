internal import PolicySyntax

// Names, members and calls.

extension BodyReader {
  mutating func word(_ word: String) -> Expression {
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
    // The name is the name of a type only before a message or a property.
    let value = Expression(.name(isWord() || text() == "." ? typeName(name) : name), at: start)
    // A macro that stands for a text, next to another text.
    if let token, token.isString, !isLocal(word) {
      return Expression(.binary("+", value, string()), at: start)
    }
    return value
  }

  /// A name. The name of one of Apple's types is spelled as in Swift.
  func typeName(_ name: String) -> String {
    guard name.first?.isUppercase ?? false, !symbols.types.contains(name), !isLocal(name) else { return name }
    let type = AppleNames.type(name)
    return ["String", "Array", "Set", "Dictionary"].contains(type) ? name : type
  }

  mutating func selector(at start: Position) -> Expression {
    guard text() == "(" else { return Expression(.other("@selector", []), at: start) }
    let end = closing(of: index)
    let name = tokens[min(index + 1, end)..<min(end, limit)].map(\.text).joined()
    index = min(end + 1, limit)
    if name.hasPrefix("_simulate") { return Expression(.text([.string(name)]), at: start) }
    let selector = Expression(.selector(methodName(name).name), at: start)
    guard NamedWork.selectors.contains(name) else { return selector }
    // The reader follows the method only where it is called.
    return Expression(
      .other("@selector", [Expression(.text([.string(name)]), at: start), selector]), at: start)
  }

  /// The Swift name of a method that the sources or Apple declare.
  func methodName(_ selector: String) -> SwiftName {
    if AppleNames.methods[selector] == nil, !symbols.selectors.contains(selector),
      let name = symbols.swiftMethods[selector].flatMap({ $0 })
    {
      return name
    }
    return SwiftName(selector: selector)
  }

  // MARK: - Members and calls

  mutating func postfix(_ first: Expression, at start: Position) -> Expression {
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

  /// A property, or a method that is called like a property.
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

  mutating func call(_ callee: Expression, at start: Position) -> Expression {
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
