internal import PolicySyntax

/// Reads the properties and methods of types.
extension OutlineReader {
  mutating func readProperty() {
    let start = index
    index += 1
    var attributes: ArraySlice<CToken> = []
    if text() == "(" {
      let end = closing(of: index)
      attributes = tokens[min(index + 1, end)..<end]
      index = end + 1
    }
    let first = index
    while index < tokens.count, text() != ";", text() != "@end", tokens[index].directive == nil { index += 1 }
    let modifiers = attributes.contains { $0.text == "class" } ? ["static"] : []
    readVariables(in: first..<index, of: .property(at: start, modifiers))
    if text() == ";" { index += 1 }
  }

  mutating func readMethod() {
    let start = index
    let isStatic = text() == "+"
    index += 1
    let returnType = readParenthesizedType()
    readMethod(from: start, returnType, isStatic: isStatic, attributes: [])
  }

  /// A method that a macro of React Native exports: `RCT_EXPORT_METHOD(load:(NSString *)name) { … }`.
  mutating func readExportedMethod() {
    let start = index
    let name = text()
    let end = closing(of: index + 1)
    guard name.hasSuffix("_METHOD"), end < tokens.count, tokens[min(end + 1, tokens.count - 1)].text == "{"
    else {
      index = end + 1
      return
    }
    index += 2
    if name.contains("REMAP") { while index < end, text() != "," { index += 1 }; index += 1 }
    readMethod(from: start, [], isStatic: false, attributes: ["objc"])
  }

  mutating func readMethod(
    from start: Int, _ returnType: ArraySlice<CToken>, isStatic: Bool, attributes: [String]
  ) {
    var selector = ""
    var parameters: [(name: String, type: ArraySlice<CToken>)] = []
    while index < tokens.count, tokens[index].directive == nil,
      !["{", ";", "@end", "}", ")"].contains(text())
    {
      if text() == ":" || tokens[index].isWord && text(1) == ":" {
        selector += text() == ":" ? ":" : text() + ":"
        index += text() == ":" ? 1 : 2
        let type = readParenthesizedType()
        while Self.isAttribute(text()) { skipAttribute() }
        guard index < tokens.count, tokens[index].isWord else { continue }
        parameters.append((text(), type))
        index += 1
      } else if tokens[index].isWord, selector.isEmpty {
        selector = text()
        index += 1
      } else {
        skipAttribute()
      }
    }
    if text() == ")", !attributes.isEmpty { index += 1 }
    let body = readBody()
    // A declaration says only that the method exists.
    guard !selector.isEmpty, body != nil || isInProtocol else { return }
    var context = context(at: start, identifiers: start..<max(start, min(index, tokens.count)))
    context.modifiers = isStatic ? ["static"] : []
    context.attributes = attributes
    if returnType.contains(where: { $0.text == "IBAction" }) { context.attributes.append("IBAction") }
    callables.append(
      ObjectiveCOutline.Callable(
        selector: selector, parameters: parameters, returnType: returnType, body: body, context: context))
  }

  mutating func skipAttribute() {
    index = text() == "(" ? closing(of: index) + 1 : index + 1
    if text() == "(", !text(-1).isEmpty { index = closing(of: index) + 1 }
  }

  static func isAttribute(_ word: String) -> Bool {
    ["__unused", "__attribute__", "nullable", "nonnull", "NS_NOESCAPE", "_Nullable", "_Nonnull"].contains(
      word)
  }

  static func isMacro(_ word: String) -> Bool {
    word.count > 2 && word.allSatisfy { $0.isUppercase || $0 == "_" || $0.isNumber }
  }

  mutating func readParenthesizedType() -> ArraySlice<CToken> {
    guard text() == "(" else { return [] }
    let end = closing(of: index)
    defer { index = end + 1 }
    return tokens[min(index + 1, end)..<end]
  }

  /// The tokens between the braces that come next; `nil` if no body follows.
  mutating func readBody() -> Range<Int>? {
    guard text() == "{" else {
      if text() == ";" { index += 1 }
      // `- (void)load; { … }` has a body all the same.
      guard text() == "{", isInImplementation else { return nil }
      return readBody()
    }
    let end = closing(of: index)
    if end >= tokens.count || tokens[end].text != "}" { openBodies.append(index) }
    let body = (index + 1)..<max(index + 1, end)
    addMacros(in: body)
    index = end + 1
    return body
  }

  /// Adds the macros that a body defines outside of conditionals.
  private mutating func addMacros(in body: Range<Int>) {
    var depth = 0
    for directive in tokens[body.clamped(to: 0..<tokens.count)].compactMap(\.directive) {
      if directive.name.hasPrefix("if") {
        depth += 1
      } else if directive.name == "endif" {
        depth -= 1
      } else if directive.name == "define", depth == 0 {
        add(macro: directive)
      }
    }
  }
}
