internal import AppFacts
internal import PolicySyntax

/// Reads files of Objective-C in the two phases of the reader: outlines file by file, and bodies when all outlines are known.
enum ObjectiveCReader {
  /// Whether this build of the reader has a lexer of Objective-C.
  static var isAvailable: Bool {
    #if OBJECTIVE_C
      true
    #else
      false
    #endif
  }

  /// Whether a file is read as Objective-C: any file that is not Swift, because a file may include files of any name.
  static func reads(_ path: String) -> Bool { !path.hasSuffix(".swift") }

  /// The outline of a file.
  static func index(_ file: SourceFile) -> FileIndex {
    #if OBJECTIVE_C
      let bytes = Array(file.text.utf8)
      let tokens = ClangLexer.tokens(of: bytes, DialectReading.main(of: file.path)).map {
        TokenAssembly($0, of: bytes).tokens
      }
    #else
      let tokens: [CToken]? = nil
    #endif
    guard let tokens else {
      var index = FileIndex(path: file.path, target: file.target, isTest: file.isTest)
      index.isRead = false
      return index
    }
    return index(file, tokens)
  }

  /// The outline of a file with these tokens.
  static func index(_ file: SourceFile, _ tokens: [CToken]) -> FileIndex {
    if let refusal = Trigraph.refusal(of: file.text, tokens) ?? refusal(of: tokens) {
      var index = FileIndex(path: file.path, target: file.target, isTest: file.isTest)
      index.refusal = refusal
      return index
    }
    var reader = OutlineReader(file, tokens: Self.withOpenTruth(tokens, of: file.path))
    var index = reader.read()
    #if OBJECTIVE_C
      index.otherDialects = DialectReading.others(of: Array(file.text.utf8), tokens, file.path)
    #endif
    return index
  }

  /// The tokens with `defined true` in the place of `true` in conditions. In C, `true` is a macro that a header may define or not.
  private static func withOpenTruth(_ tokens: [CToken], of path: String) -> [CToken] {
    guard !path.hasSuffix(".mm") else { return tokens }
    return tokens.map { token in
      guard let directive = token.directive, ["if", "elif"].contains(directive.name),
        directive.tokens.contains(where: { $0.text == "true" })
      else { return token }
      var inner: [CToken] = []
      for part in directive.tokens {
        let isOperand = inner.last?.text == "defined" || inner.suffix(2).map(\.text) == ["defined", "("]
        if part.text == "true", !isOperand {
          inner.append(CToken(kind: .word, text: "defined", position: part.position))
        }
        inner.append(part)
      }
      return CToken(
        kind: .directive(
          Directive(name: directive.name, tokens: inner, hasParameters: directive.hasParameters)),
        text: token.text, position: token.position)
    }
  }

  /// The reason not to read tokens: their brackets, conditionals or type arguments nest more deeply than the limits for Swift allow, or
  /// a conditional has more branches.
  private static func refusal(of tokens: [CToken]) -> SourceLimitError? {
    let most = NestingScan.Limit.tokens
    guard tokens.count <= most.maximum else {
      return SourceLimitError(line: tokens[most.maximum].position.line, reason: most.reason)
    }
    var (brackets, arguments) = (0, 0)
    // The number of branches of each open conditional.
    var clauses: [Int] = []
    for token in tokens {
      switch token.kind {
      case .directive(let directive):
        if ["define", "undef"].contains(directive.name), let name = directive.tokens.first?.text,
          ConditionText.constants.contains(name) || ConditionText.isChangedConstant(directive)
        {
          return SourceLimitError(
            line: token.position.line, reason: "It defines \(name), which the compiler defines")
        }
        if directive.opensConditional { clauses.append(0) }
        if directive.name == "endif" { _ = clauses.popLast() }
        if directive.name.hasPrefix("el"), let last = clauses.indices.last { clauses[last] += 1 }
      case .sign:
        switch token.text {
        case "(", "[": brackets += 1
        case ")", "]": brackets = max(0, brackets - 1)
        case "{": (brackets, arguments) = (brackets + 1, 0)
        case "}": (brackets, arguments) = (max(0, brackets - 1), 0)
        case "<": arguments += 1
        case ">": arguments = max(0, arguments - 1)
        case ">>": arguments = max(0, arguments - 2)
        case ";": arguments = 0
        default: continue
        }
      default: continue
      }
      let counts: [(NestingScan.Limit, Int)] = [
        (.brackets, max(brackets, clauses.count)), (.generics, arguments),
        (.conditionClauses, clauses.last ?? 0),
      ]
      if let (limit, _) = counts.first(where: { $1 > $0.maximum }) {
        return SourceLimitError(line: token.position.line, reason: limit.reason)
      }
    }
    return nil
  }

  /// The indexes, with the bodies of Objective-C files.
  static func completed(_ files: [FileIndex]) -> [FileIndex] {
    guard files.contains(where: { $0.outline != nil }) else { return files }
    let symbols = ObjectiveCSymbols(files)
    let joined = JoinedNames(in: files).found
    var known: Set<[String]> = []
    return files.map { file in
      guard let outline = file.outline else { return file }
      var file = completed(file, outline, symbols, &known)
      file.unreadLines += joined[file.path] ?? []
      return file
    }
  }

  private static func completed(
    _ file: FileIndex, _ outline: ObjectiveCOutline, _ symbols: ObjectiveCSymbols,
    _ known: inout Set<[String]>
  ) -> FileIndex {
    var file = file
    file.outline = nil
    for variable in outline.variables { add(variable, of: outline, to: &file, symbols, &known) }
    for callable in outline.callables { add(callable, of: outline, to: &file, symbols) }
    for macro in outline.macros { add(macro, of: outline, to: &file, symbols) }
    file.unreadLines = UnreadNames(in: outline, of: file).found
    return file
  }

  // MARK: - Variables

  private static func add(
    _ variable: ObjectiveCOutline.Variable, of outline: ObjectiveCOutline, to file: inout FileIndex,
    _ symbols: ObjectiveCSymbols, _ known: inout Set<[String]>
  ) {
    let types = variable.context.types
    // The instance variable `_name` counts as the property `name`.
    let name =
      !types.isEmpty && variable.name.hasPrefix("_") ? String(variable.name.dropFirst()) : variable.name
    // A class extension may declare a property of the class again.
    guard types.isEmpty || known.insert([file.target ?? ""] + types + [name]).inserted else { return }
    var value: Expression?
    if !variable.value.isEmpty {
      var reader = BodyReader(
        outline.tokens, in: variable.value, symbols: symbols, type: types.last, functions: [name])
      let read = reader.expression()
      value = reader.isAtEnd ? read : Expression(.other("…", [read]), at: read.position)
      file.assignedNames.formUnion(reader.assignedNames)
    }
    if case .null? = value?.core.form, !variable.isConstant { value = nil }
    file.properties.append(
      Property(
        name: name, isConstant: variable.isConstant, type: symbols.spelling.type(variable.type), value: value,
        getter: nil, accessors: [], context: variable.context))
  }

  // MARK: - Methods and functions

  private static func add(
    _ callable: ObjectiveCOutline.Callable, of outline: ObjectiveCOutline, to file: inout FileIndex,
    _ symbols: ObjectiveCSymbols
  ) {
    let name = callable.isMethod ? SwiftName(selector: callable.selector) : nil
    let imported =
      callable.isMethod
      ? SwiftName(importing: callable.selector, callable.parameters.map { symbols.spelling.type($0.type) })
      : nil
    let parameters = callable.parameters.enumerated().compactMap { index, parameter -> Parameter? in
      let label = name.map { index < $0.labels.count ? $0.labels[index] : nil } ?? nil
      guard label != "-" else { return nil }
      return Parameter(
        label: label, name: parameter.name, type: symbols.spelling.type(parameter.type), defaultValue: nil,
        labelInSwift: imported.flatMap { $0.labels[index] })
    }
    var context = callable.context
    let type = context.types.last
    // Without the declaration of the class, its superclass is unknown.
    if let type, callable.body != nil, !symbols.interfaces.contains(type), !symbols.types.contains(type) {
      context.attributes.append("objc")
    }
    if AppleNames.property(setBy: callable.selector) != nil
      || Self.systemSelectors.contains(callable.selector)
    {
      context.attributes.append("objc")
    }
    let fullName = Function(
      name: name?.name ?? callable.selector, parameters: parameters, returnType: nil, body: [],
      context: context
    ).fullName
    var body: [Statement] = []
    if let range = callable.body {
      var reader = BodyReader(
        outline.tokens, in: range, symbols: symbols, type: type, functions: [fullName],
        names: callable.parameters.map(\.name))
      body = reader.statements()
      file.assignedNames.formUnion(reader.assignedNames)
    }
    file.functions.append(
      Function(
        name: name?.name ?? callable.selector, parameters: parameters,
        returnType: returnType(of: callable, symbols), body: body, context: context,
        nameInSwift: imported?.name == name?.name ? nil : imported?.name))
  }

  /// Methods that the runtime calls.
  private static let systemSelectors: Set<String> = [
    "load", "initialize", "dealloc", "observeValueForKeyPath:ofObject:change:context:", "forwardInvocation:",
    "methodSignatureForSelector:", "awakeFromNib",
  ]

  private static func returnType(of callable: ObjectiveCOutline.Callable, _ symbols: ObjectiveCSymbols)
    -> String?
  {
    guard let type = symbols.spelling.type(callable.returnType), type != "Void" else { return nil }
    let isShared = callable.context.isStatic && type == "Any"
    return type == "Self" || isShared ? callable.context.types.last ?? type : type
  }

  // MARK: - Macros

  private static func add(
    _ macro: ObjectiveCOutline.Macro, of outline: ObjectiveCOutline, to file: inout FileIndex,
    _ symbols: ObjectiveCSymbols
  ) {
    var reader = BodyReader(
      macro.body, in: 0..<macro.body.count, symbols: symbols, functions: [macro.name],
      names: macro.parameters ?? [])
    let value = reader.expression()
    guard let parameters = macro.parameters else {
      guard reader.isAtEnd else { return }
      file.properties.append(
        Property(
          name: macro.name, isConstant: true, type: nil, value: value, getter: nil, accessors: [],
          context: macro.context))
      return
    }
    var body = [Statement(form: .return(value), position: macro.context.position)]
    if !reader.isAtEnd {
      reader.index = 0
      body = reader.statements()
    }
    file.assignedNames.formUnion(reader.assignedNames)
    file.functions.append(
      Function(
        name: macro.name,
        parameters: parameters.map { Parameter(label: nil, name: $0, type: nil, defaultValue: nil) },
        returnType: nil, body: body, context: macro.context))
  }
}
