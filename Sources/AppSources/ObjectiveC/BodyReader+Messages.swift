internal import PolicySyntax

// Reads messages and blocks.
extension BodyReader {
  /// Reads a message: `[receiver message:argument]`.
  mutating func message() -> Expression {
    let start = position
    let open = index
    index += 1
    skipDirectives()
    let receiver = expression()
    var selector = ""
    var names: [Position] = []
    var arguments: [[Expression]] = []
    skipDirectives()
    while !isAtEnd, text() != "]" {
      skipDirectives()
      let place = position
      if isWord(), text(1) == ":" {
        selector += text() + ":"
        index += 2
      } else if text() == ":" {
        selector += ":"
        index += 1
      } else if isWord(), selector.isEmpty {
        selector = text()
        names.append(place)
        index += 1
        break
      } else {
        break
      }
      names.append(place)
      skipDirectives()
      arguments.append(list())
      skipDirectives()
    }
    if !take("]") {
      // Not a message after all, such as an element of an array of C, or code that is not complete.
      index = max(index, min(closing(of: open) + 1, limit))
      return Expression(.other("[…]", [receiver] + arguments.flatMap { $0 }), at: start)
    }
    guard !selector.isEmpty else { return receiver }
    return send(selector, to: receiver, arguments, at: start, named: names.first ?? start)
  }

  private func send(
    _ selector: String, to receiver: Expression, _ arguments: [[Expression]], at start: Position,
    named place: Position
  ) -> Expression {
    func make(_ form: Expression.Form) -> Expression { Expression(form, at: start) }
    let values = arguments.compactMap(\.first)
    if let value = value(of: selector, receiver, arguments, at: start) { return value }
    let isType = receiver.path?.last?.first?.isUppercase ?? false
    // `[Type alloc]`, and `[[Type alloc] init…]`.
    if case .call(let callee, let none) = receiver.form, none.isEmpty,
      case .member(let type?, "alloc") = callee.form
    {
      let name = methodName(selector)
      if name.name == "init" { return made(self.type(type), name, arguments, at: start) }
    }
    // `[Type.alloc init…]`
    if case .member(let type?, "alloc") = receiver.form, methodName(selector).name == "init" {
      return made(self.type(type), methodName(selector), arguments, at: start)
    }
    if selector == "new", isType || receiver.path == ["self"] { return make(.call(self.type(receiver), [])) }
    if isType, let path = receiver.path, !symbols.types.contains(path.last ?? ""),
      let name = SwiftName(factory: selector)
    {
      return made(receiver, name, arguments, at: start)
    }
    if selector.hasPrefix("_simulate") {
      let text = Expression(.text([.string(selector)]), at: place)
      return make(.other("[…]", [text] + values))
    }
    let name = methodName(selector)
    if arguments.isEmpty {
      if let type = receiver.path?.last, AppleNames.typeProperties[type]?[selector] != nil {
        return member(selector, of: receiver, at: start)
      }
      let isProperty = symbols.properties.contains(selector) || AppleNames.objectProperties.contains(selector)
      if isProperty, !symbols.getters.contains(selector) { return member(selector, of: receiver, at: start) }
      return make(.call(make(.member(receiver, name.name)), []))
    }
    let call = make(.call(make(.member(receiver, name.name)), self.arguments(arguments, of: name)))
    guard name.labels.last == "-", name.labels.count > 1, let error = values.last else { return call }
    // Without a variable for the error, the call ignores the error.
    if case .null = error.core.form { return make(.attempt("try?", call)) }
    return make(.attempt("error", call))
  }

  /// The type that a receiver names; the enclosing class for `self`.
  private func type(_ receiver: Expression) -> Expression {
    guard let type, receiver.path == ["self"] || receiver.path == ["Self"] else { return receiver }
    return Expression(.name(type), at: receiver.position)
  }

  private func made(_ type: Expression, _ name: SwiftName, _ arguments: [[Expression]], at start: Position)
    -> Expression
  {
    Expression(.call(type, self.arguments(arguments, of: name)), at: start)
  }

  /// The arguments with the labels of a name.
  private func arguments(_ values: [[Expression]], of name: SwiftName) -> [Argument] {
    values.enumerated().flatMap { index, list -> [Argument] in
      let label = index < name.labels.count ? name.labels[index] : nil
      guard label != "-" else { return [] }
      return list.enumerated().map { Argument(label: $0 == 0 ? label : nil, value: $1) }
    }
  }

  // MARK: - Messages that are values

  /// The value that a message is in Swift, such as a literal; `nil` if the message stays a call.
  private func value(
    of selector: String, _ receiver: Expression, _ arguments: [[Expression]], at start: Position
  )
    -> Expression?
  {
    func make(_ form: Expression.Form) -> Expression { Expression(form, at: start) }
    let first = arguments.first ?? []
    let type = receiver.path?.count == 1 ? receiver.path?.first : nil
    switch selector {
    case "copy", "mutableCopy", "retain", "autorelease": return receiver
    case "class":
      return type == "self" ? make(.name("Self")) : type == "Self" ? receiver : type.map { make(.name($0)) }
    case "stringWithFormat:", "localizedStringWithFormat:", "initWithFormat:", "stringByAppendingFormat:":
      guard let format = first.first, case .text(let parts) = format.core.form, parts.count == 1,
        case .string(let text)? = parts.first,
        let values = CLiteral.parts(ofFormat: text, Array(first.dropFirst()))
      else { return nil }
      let result = make(.text(values))
      return selector == "stringByAppendingFormat:" ? make(.binary("+", receiver, result)) : result
    case "stringWithString:", "stringWithUTF8String:", "arrayWithArray:", "setWithArray:",
      "dictionaryWithDictionary:",
      "setWithSet:":
      return first.first
    case let selector where selector.hasPrefix("numberWith") && first.count == 1 && arguments.count == 1:
      return first.first
    case "arrayWithObject:", "setWithObject:": return make(.array(first))
    case "arrayWithObjects:", "setWithObjects:": return make(.array(first.filter { !$0.isNull }))
    case "dictionaryWithObject:forKey:":
      guard let value = first.first, arguments.count == 2, let key = arguments[1].first else { return nil }
      return make(.dictionary([(key, value)]))
    case "dictionaryWithObjectsAndKeys:", "initWithObjectsAndKeys:":
      let values = first.filter { !$0.isNull }
      guard values.count % 2 == 0 else { return nil }
      return make(.dictionary(stride(from: 0, to: values.count, by: 2).map { (values[$0 + 1], values[$0]) }))
    default: return nil
    }
  }

  // MARK: - Blocks

  /// `^(BGTask *task) { … }`.
  mutating func block() -> Expression {
    let start = position
    index += 1
    // The type of the result.
    while !isAtEnd, isWord() || text() == "*" || text() == "<" || text() == ">" { index += 1 }
    var parameters: [Parameter] = []
    if text() == "(" {
      let end = closing(of: index)
      parameters = self.parameters(tokens[min(index + 1, end)..<min(end, limit)])
      index = min(end + 1, limit)
    }
    return closure(parameters, at: start)
  }

  func parameters(_ tokens: ArraySlice<CToken>) -> [Parameter] {
    symbols.spelling.split(tokens).compactMap { part in
      var name = part.lastIndex(where: \.isWord)
      if let caret = part.firstIndex(where: { $0.text == "^" }) {
        name = part[(caret + 1)...].prefix { $0.text != ")" }.lastIndex(where: \.isWord)
      }
      guard let name, name > part.startIndex else { return nil }
      let isBlock = part.contains { $0.text == "^" }
      return Parameter(
        label: nil, name: part[name].text, type: symbols.spelling.type(isBlock ? part : part[..<name]),
        defaultValue: nil)
    }
  }

  private mutating func closure(_ parameters: [Parameter], at start: Position) -> Expression {
    guard text() == "{" else { return Expression(.other("^", []), at: start) }
    let end = closing(of: index)
    index += 1
    let outer = addressed
    let body = reading(to: end) { $0.inScope(parameters.map(\.name)) { $0.statements() } }
    addressed = outer
    index = min(end + 1, limit)
    return Expression(.closure(Closure(parameters: parameters, body: body, at: start)), at: start)
  }

  /// Whether a lambda of C++ comes next.
  var isLambda: Bool {
    guard ["&", "=", "]", "this"].contains(text(1)) || text(2) == "," else { return false }
    let end = closing(of: index)
    guard end + 1 < limit else { return false }
    return tokens[end + 1].text == "(" || tokens[end + 1].text == "{"
  }

  mutating func lambda() -> Expression {
    let start = position
    index = min(closing(of: index) + 1, limit)
    var parameters: [Parameter] = []
    if text() == "(" {
      let end = closing(of: index)
      parameters = self.parameters(tokens[min(index + 1, end)..<min(end, limit)])
      index = min(end + 1, limit)
    }
    while !isAtEnd, !["{", ";", ")", ","].contains(text()) { index += 1 }
    return closure(parameters, at: start)
  }
}

extension Expression {
  fileprivate var isNull: Bool { if case .null = core.form { true } else { false } }
}
