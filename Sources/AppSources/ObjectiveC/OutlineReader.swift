internal import PolicySyntax
internal import Quantities

/// Reads the declarations of a file of Objective-C.
struct OutlineReader {
  let source: SourceFile
  let tokens: [CToken]
  var index = 0
  var file: FileIndex
  var callables: [ObjectiveCOutline.Callable] = []
  var variables: [ObjectiveCOutline.Variable] = []
  var macros: [ObjectiveCOutline.Macro] = []
  var aliases: [(name: String, type: ArraySlice<CToken>)] = []
  var interfaces: Set<String> = []
  var conditions: [String] = []
  /// The indexes of the braces that open a body without an end.
  var openBodies: [Int] = []
  /// The open branches of conditionals: each with its conditional, and its number in the conditional.
  var open: [(group: ConditionalGroup, branch: Int)] = []
  /// The enclosing class, category or protocol.
  var type: String?
  var isInProtocol = false
  var isInImplementation = false

  init(_ source: SourceFile, tokens: [CToken]) {
    self.source = source
    self.tokens = tokens
    file = FileIndex(path: source.path, target: source.target, isTest: source.isTest)
  }

  mutating func read() -> FileIndex {
    while index < tokens.count {
      let start = index
      readNext()
      // Every step consumes at least one token, whatever the text is.
      if index == start { index += 1 }
    }
    file.includes = Include.all(in: tokens)
    file.filesOfMacros = Include.filesOfMacros(in: tokens)
    file.outline = ObjectiveCOutline(
      tokens: tokens, callables: callables, variables: variables, macros: macros, aliases: aliases,
      interfaces: interfaces, definitions: definitions, openBodies: openBodies)
    return file
  }

  /// The names that the file defines or undefines. A name of the SDK that the file defines only if the SDK lacks the name does not count.
  private var definitions: Set<String> {
    var names: Set<String> = []
    for (index, token) in tokens.enumerated() {
      guard let directive = token.directive, ["define", "undef"].contains(directive.name),
        let name = directive.tokens.first?.text
      else { continue }
      if ConditionText.systems[name] != nil, isIfMissing(index) { continue }
      names.insert(name)
    }
    return names
  }

  private func isIfMissing(_ index: Int) -> Bool {
    guard index > 0, let condition = tokens[index - 1].directive, condition.name == "ifndef" else {
      return false
    }
    return condition.tokens.first?.text == tokens[index].directive?.tokens.first?.text
  }

  var isHeader: Bool { !source.path.hasSuffix(".m") && !source.path.hasSuffix(".mm") }

  func text(_ offset: Int = 0) -> String {
    index + offset < tokens.count && index + offset >= 0 ? tokens[index + offset].text : ""
  }

  func position(_ index: Int) -> Position {
    (index < tokens.count ? tokens[index] : tokens.last)?.position ?? Position(line: 1, column: 1)
  }

  func context(at index: Int, identifiers range: Range<Int>) -> DeclarationContext {
    var context = DeclarationContext(
      types: type.map { [$0] } ?? [], conditions: conditions, position: position(index))
    context.identifiers = Self.identifiers(in: tokens[range])
    context.isRequirement = isInProtocol
    return context
  }

  /// Every name in tokens, with the property for a setter or an instance variable, because other files may use that name.
  static func identifiers(in tokens: ArraySlice<CToken>) -> Set<String> {
    var names: Set<String> = []
    var isSelectorText = false
    for token in tokens {
      if let directive = token.directive {
        names.formUnion(identifiers(in: directive.tokens[...]))
        continue
      }
      if token.isWord {
        names.insert(token.text)
        if token.text.hasPrefix("_") { names.insert(String(token.text.dropFirst())) }
        if let property = AppleNames.property(setBy: token.text) { names.insert(property) }
        isSelectorText = ["NSSelectorFromString", "sel_registerName", "NSClassFromString"].contains(
          token.text)
      } else if token.isString, isSelectorText {
        names.formUnion(token.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      }
    }
    return names
  }

  // MARK: - Declarations of the file

  mutating func readNext() {
    leaveBranches()
    guard index < tokens.count else { return }
    if let directive = tokens[index].directive { return read(directive) }
    switch text() {
    case "@import":
      add(importOf: text(1))
      skipStatement()
    case "@class": skipStatement()
    case "@interface": readInterface()
    case "@protocol": readProtocol()
    case "@implementation": readImplementation()
    case "@end":
      leaveType()
      index += 1
    case "@property": readProperty()
    case "@synthesize", "@dynamic": skipStatement()
    case "@optional", "@required": index += 1
    case "-", "+":
      if type != nil { readMethod() } else { index += 1 }
    case "typedef": readTypedef()
    case "extern" where index + 1 < tokens.count && tokens[index + 1].isString:
      index += text(2) == "{" ? 3 : 2
    case "inline" where text(1) == "namespace": index += 1
    case "namespace": readNamespace()
    case "using", "template": skipStatement()
    case "}", ";": index += 1
    case let word where word.hasPrefix("RCT_") && text(1) == "(" && isInImplementation: readExportedMethod()
    default: readVariableOrFunction()
    }
  }

  /// Enters a namespace, such as `namespace a::b {`. The content of the namespace is read like the rest of the file.
  private mutating func readNamespace() {
    while index < tokens.count, tokens[index].directive == nil {
      index += 1
      if text(-1) == "{" || text(-1) == ";" { return }
    }
  }

  mutating func leaveBranches() {
    while let last = open.last, index >= last.group.branches[last.branch].range.upperBound {
      open.removeLast()
      if last.group.branches[last.branch].condition != nil,
        last.group.branches[last.branch].condition != "true"
      {
        conditions.removeLast()
      }
      if last.branch + 1 < last.group.branches.count {
        enter(last.group, last.branch + 1)
      } else {
        index = max(index, last.group.end)
      }
    }
  }

  mutating func enter(_ group: ConditionalGroup, _ branch: Int) {
    let (condition, range) = group.branches[branch]
    open.append((group, branch))
    if let condition {
      if condition != "true" { conditions.append(condition) }
      index = max(index, range.lowerBound)
    } else {
      index = max(index, range.upperBound)
    }
  }

  mutating func read(_ directive: Directive) {
    switch directive.name {
    case "if", "ifdef", "ifndef":
      let limit = open.last.map { $0.group.branches[$0.branch].range.upperBound } ?? tokens.count
      let group = ConditionalGroup(openedAt: index, in: tokens, before: limit)
      // The value of a macro that build settings may define is not known. The rest of the branch may be a whole file.
      let isDefault = isDefault(directive)
      enter(group, 0)
      if isDefault { index += 1 }
      return
    case "import", "include": add(importOf: directive)
    case "define": add(macro: directive)
    default: break
    }
    index += 1
  }

  /// Whether a conditional defines a macro that the build does not define.
  func isDefault(_ directive: Directive) -> Bool {
    guard directive.name == "ifndef", index + 1 < tokens.count, let next = tokens[index + 1].directive,
      next.name == "define", next.tokens.count > 1
    else { return false }
    return directive.tokens.first?.text == next.tokens[0].text
  }

  mutating func add(importOf directive: Directive) {
    guard directive.tokens.first?.text == "<", directive.tokens.count > 1 else { return }
    let path = directive.tokens.dropFirst().prefix { $0.text != ">" }.map(\.text).joined()
    add(
      importOf: path.pathNames.first.map {
        $0.hasSuffix(".h") ? String($0.dropLast(2)) : String($0)
      } ?? "")
  }

  mutating func add(importOf module: String) {
    file.imports.append(Import(module: module, position: position(index), conditions: conditions))
  }

  mutating func add(macro directive: Directive) {
    guard let name = directive.tokens.first?.text, directive.tokens.count > 1 else { return }
    var body = Array(directive.tokens.dropFirst())
    var parameters: [String]?
    if directive.hasParameters, let close = body.firstIndex(where: { $0.text == ")" }) {
      parameters = body[1..<close].filter(\.isWord).map(\.text)
      body = Array(body[(close + 1)...])
    }
    var context = DeclarationContext(
      conditions: conditions, modifiers: isHeader ? [] : ["fileprivate"], position: position(index))
    context.identifiers = Self.identifiers(in: body[...])
    macros.append(ObjectiveCOutline.Macro(name: name, parameters: parameters, body: body, context: context))
  }

  // MARK: - Types

  mutating func readInterface() {
    let start = index
    let name = text(1)
    index += 2
    skipGenerics()
    var inherited: [String] = []
    var kind = TypeDeclaration.Kind.class
    if text() == "(" {
      kind = .extension
      while index < tokens.count, text() != ")" { index += 1 }
      index += 1
    } else {
      interfaces.insert(name)
    }
    if text() == ":" {
      inherited.append(AppleNames.type(text(1)))
      index += 2
      skipGenericArguments()
    }
    inherited += readProtocols()
    add(kind, name, inherited, at: start)
    readInstanceVariables()
  }

  mutating func readProtocol() {
    let start = index
    let name = text(1)
    index += 2
    guard text() != ";", text() != "," else { return skipStatement() }
    let inherited = readProtocols()
    add(.protocol, name, inherited, at: start)
    isInProtocol = true
  }

  mutating func readImplementation() {
    let start = index
    let name = text(1)
    index += 2
    if text() == "(" { while index < tokens.count, text() != ")" { index += 1 } }
    add(.extension, name, [], at: start)
    isInImplementation = true
    readInstanceVariables()
  }

  mutating func add(_ kind: TypeDeclaration.Kind, _ name: String, _ inherited: [String], at start: Int) {
    leaveType()
    var context = context(at: start, identifiers: start..<start)
    context.identifiers = Set(inherited)
    file.types.append(TypeDeclaration(kind: kind, path: [name], inherited: inherited, context: context))
    type = name
  }

  mutating func leaveType() {
    (type, isInProtocol, isInImplementation) = (nil, false, false)
  }

  /// The parameters of a generic class: `<__covariant Item>`, but not protocols.
  mutating func skipGenerics() {
    guard text() == "<", ["__covariant", "__contravariant"].contains(text(1)) || text(2) == ":" else {
      return
    }
    skipGenericArguments()
  }

  mutating func skipGenericArguments() {
    guard text() == "<", text(2) == "*" || text(3) == ":" else { return }
    while index < tokens.count, text() != ">" { index += 1 }
    index += 1
  }

  mutating func readProtocols() -> [String] {
    guard text() == "<" else { return [] }
    var names: [String] = []
    index += 1
    while index < tokens.count, text() != ">", text() != "@end" {
      if tokens[index].isWord { names.append(AppleNames.type(text())) }
      index += 1
    }
    index += 1
    return names
  }

  mutating func readInstanceVariables() {
    guard text() == "{" else { return }
    let end = closing(of: index)
    index += 1
    while index < end {
      let start = index
      if ["@private", "@protected", "@public", "@package"].contains(text()) || tokens[index].directive != nil
      {
        index += 1
        continue
      }
      while index < end, text() != ";" { index += 1 }
      readVariables(in: start..<index, of: .object)
      index += 1
    }
    index = end + 1
  }

  // MARK: - Skipping

  mutating func skipStatement() {
    while index < tokens.count {
      switch text() {
      case ";":
        index += 1
        return
      case "(", "[", "{": index = closing(of: index) + 1
      case "@end", "@implementation", "@interface": return
      default: index += 1
      }
    }
  }

  /// The index of the bracket that closes the bracket at an index; the end of the file if no bracket closes it.
  func closing(of start: Int) -> Int { BracketMatch.closing(of: start, in: tokens, before: tokens.count) }
}
