internal import PolicySyntax

/// Variables, functions and types of C.
extension OutlineReader {
  mutating func readTypedef() {
    let start = index + 1
    index = start
    if ["enum", "NS_ENUM", "NS_OPTIONS", "NS_CLOSED_ENUM"].contains(text()) { return readEnumeration() }
    while index < tokens.count, text() != ";", tokens[index].directive == nil {
      index = text() == "{" ? closing(of: index) + 1 : index + 1
    }
    let all = tokens[min(start, tokens.count)..<min(index, tokens.count)]
    if text() == ";" { index += 1 }
    if let caret = all.firstIndex(where: { $0.text == "^" }), caret + 1 < all.endIndex, all[caret + 1].isWord
    {
      aliases.append((all[caret + 1].text, all))
    } else if let name = all.last, name.isWord, all.count > 1,
      !all.contains(where: { $0.text == "{" || $0.text == "(" })
    {
      aliases.append((name.text, all.dropLast()))
    }
  }

  /// Reads an enumeration, whose cases are constants of the file.
  mutating func readEnumeration() {
    while index < tokens.count, text() != "{", text() != ";", tokens[index].directive == nil { index += 1 }
    guard text() == "{" else { return }
    let end = closing(of: index)
    index += 1
    while index < end {
      let start = index
      var equals: Int?
      while index < end, text() != "," {
        if text() == "=", equals == nil { equals = index }
        index = text() == "(" ? closing(of: index) + 1 : index + 1
      }
      if tokens[start].isWord, let equals, equals == start + 1 {
        variables.append(
          ObjectiveCOutline.Variable(
            name: tokens[start].text, type: [], isConstant: true, value: (equals + 1)..<min(index, end),
            isProperty: false, context: fileContext(at: start, isStatic: false, equals..<min(index, end))))
      }
      index += 1
    }
    index = end + 1
    skipStatement()
  }

  func fileContext(at index: Int, isStatic: Bool, _ range: Range<Int>) -> DeclarationContext {
    var context = DeclarationContext(
      conditions: conditions, modifiers: isStatic && !isHeader ? ["fileprivate"] : [],
      position: position(index))
    context.identifiers = Self.identifiers(in: tokens[range])
    return context
  }

  /// A variable or a function; anything else is skipped to the next semicolon or brace.
  mutating func readVariableOrFunction() {
    let start = index
    if text() == "enum", text(1) == "{" || text(2) == "{" || text(2) == ":" { return readEnumeration() }
    var parenthesis: Int?
    while index < tokens.count {
      if tokens[index].directive != nil { return }
      switch text() {
      case ";":
        readVariables(in: start..<index, of: .file)
        index += 1
        return
      case "=":
        skipStatement()
        return readVariables(in: start..<max(start, index - 1), of: .file)
      case "{":
        if let parenthesis { return readFunction(start, parenthesis) }
        index = closing(of: index) + 1
        return
      case "(":
        if index > start, tokens[index - 1].isWord, parenthesis == nil || !Self.isMacro(text(-1)),
          !text(-1).hasPrefix("__attribute")
        {
          parenthesis = index
        }
        index = closing(of: index) + 1
        // A macro on a line of its own has no semicolon.
        if parenthesis == start + 1, index < tokens.count, !["{", ";", "="].contains(text()) { return }
      case "[": index = closing(of: index) + 1
      case "@interface", "@implementation", "@protocol", "@end", "@property", "@import", "@class", "}": return
      case "-", "+":
        if type != nil, text(1) == "(" { return }
        index += 1
      case let word
      where Self.isMacro(word) && index == start && parenthesis == nil && Self.isLineMacro(word):
        index += 1
        return
      default: index += 1
      }
    }
  }

  static func isLineMacro(_ word: String) -> Bool {
    word.hasPrefix("NS_ASSUME") || word.hasPrefix("CF_") || word.hasSuffix("_BEGIN") || word.hasSuffix("_END")
      || word.hasSuffix("_DECLS")
  }

  mutating func readFunction(_ start: Int, _ parenthesis: Int) {
    let end = closing(of: parenthesis)
    let name = tokens[parenthesis - 1].text
    let words = tokens[start..<(parenthesis - 1)]
    let inner = tokens[min(parenthesis + 1, end)..<min(end, tokens.count)]
    let parameters = TypeSpelling().split(inner).compactMap {
      part -> (name: String, type: ArraySlice<CToken>)? in
      if let caret = part.firstIndex(where: { $0.text == "^" }), caret + 1 < part.endIndex,
        part[caret + 1].isWord
      {
        return (part[caret + 1].text, part)
      }
      guard let last = part.lastIndex(where: \.isWord), last > part.startIndex else { return nil }
      return (part[last].text, part[..<last])
    }
    let body = readBody()
    let isStatic = words.contains { $0.text == "static" }
    var context = fileContext(at: start, isStatic: isStatic, start..<min(index, tokens.count))
    // Code that is not read may use the function: C, C++, a declaration with an attribute, a table that the linker makes, a macro.
    context.attributes = ["used"]
    callables.append(
      ObjectiveCOutline.Callable(
        selector: name, parameters: parameters, returnType: words, body: body, context: context,
        isMethod: false))
  }

  /// The owner of a variable.
  enum Owner {
    case file
    case object
    case property(at: Int, [String])
  }

  /// The variables of a declaration: `static NSString *const a = @"a", *b;`
  mutating func readVariables(in range: Range<Int>, of owner: Owner) {
    guard !range.isEmpty, range.upperBound <= tokens.count else { return }
    let words = tokens[range]
    let isExtern = words.contains { $0.text == "extern" }
    let isStatic = words.contains { $0.text == "static" }
    var type: ArraySlice<CToken> = []
    for (number, part) in TypeSpelling().split(words).enumerated() {
      let equals = part.firstIndex { $0.text == "=" } ?? part.endIndex
      let head = part[..<equals]
      guard let name = name(in: head) else { continue }
      if number == 0 { type = head.contains { $0.text == "^" } ? head : head[..<name] }
      guard !type.isEmpty else { continue }
      let isPointer = (head[..<name] + type).contains { $0.text == "*" }
      let isConstant =
        isPointer
        ? head[..<name].last?.text == "const" : type.contains { ["const", "constexpr"].contains($0.text) }
      let hasValue = equals < part.endIndex
      if case .file = owner, !hasValue,
        isConstant || isHeader || isExtern
      {
        continue
      }
      variables.append(
        ObjectiveCOutline.Variable(
          name: tokens[name].text, type: type, isConstant: isConstant,
          value: hasValue ? (equals + 1)..<part.endIndex : part.endIndex..<part.endIndex,
          isProperty: { if case .property = owner { true } else { false } }(),
          context: context(
            of: owner, at: name, isStatic: isStatic, type.startIndex..<type.endIndex,
            part.startIndex..<part.endIndex)))
    }
  }

  /// The context of a variable. The identifiers of the context come from the variable's type and from the variable's own part of the
  /// declaration.
  private func context(
    of owner: Owner, at name: Int, isStatic: Bool, _ type: Range<Int>, _ part: Range<Int>
  ) -> DeclarationContext {
    var context = context(of: owner, at: name, isStatic: isStatic, part)
    context.identifiers.formUnion(Self.identifiers(in: tokens[type]))
    // C++ computes the values of global variables when the program starts.
    if case .file = owner, source.path.hasSuffix(".mm"), tokens[part].contains(where: { $0.text == "(" }) {
      context.attributes = ["objc"]
    }
    return context
  }

  private func context(
    of owner: Owner, at name: Int, isStatic: Bool, _ range: Range<Int>
  ) -> DeclarationContext {
    switch owner {
    case .file: fileContext(at: name, isStatic: isStatic, range)
    case .object: context(at: name, identifiers: range)
    case .property(let start, let modifiers):
      {
        var context = context(at: start, identifiers: range)
        context.modifiers = modifiers
        return context
      }()
    }
  }

  /// The index of the name in the declaration of a variable, without its value; `nil` for the declaration of a function.
  func name(in head: ArraySlice<CToken>) -> Int? {
    if let caret = head.firstIndex(where: { $0.text == "^" }) {
      // A block is named inside of its type, perhaps after `const`.
      return head[(caret + 1)...].prefix { $0.text != ")" }.lastIndex(where: \.isWord)
    }
    let plain = head.prefix { !["[", ":"].contains($0.text) && !Self.isMacroCall($0) }
    guard !plain.contains(where: { $0.text == "(" && !Self.isMacroCall($0) }) else { return nil }
    return plain.lastIndex(where: \.isWord)
  }

  /// Whether a word is a macro with a note for the compiler, such as `NS_SWIFT_NAME`.
  static func isMacroCall(_ token: CToken) -> Bool {
    isMacro(token.text) && token.text.contains("_") || token.text == "__attribute__"
  }
}
