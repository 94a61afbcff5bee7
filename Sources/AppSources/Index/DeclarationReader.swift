internal import PolicySyntax
internal import SwiftParser
internal import SwiftSyntax

/// Reads the declarations of a file.
struct DeclarationReader {
  private let source: SourceFile
  private var reader: SyntaxReader
  private var index: FileIndex
  /// The modifiers of the enclosing extensions and protocols, which apply to their members.
  private var inheritedModifiers: [String] = []
  /// The attributes of the enclosing extension that apply to its members.
  private var inheritedAttributes: [String] = []
  private var isInProtocol = false
  /// Whether the members belong to a type with previews, whose property `previews` does not run in the app.
  private var isInPreview = false
  /// The number of cases so far, by the path of their type.
  private var caseNumbers: [[String]: Int] = [:]

  init(_ source: SourceFile) {
    self.source = source
    reader = SyntaxReader(source.text)
    index = FileIndex(path: source.path, target: source.target, isTest: source.isTest)
  }

  mutating func read() -> FileIndex {
    do throws(SourceLimitError) { try NestingScan.check(source.text) } catch {
      index.refusal = error
      return index
    }
    // The scan limits all nesting; the parser's own limit would silently omit the rest of the file.
    var parser = Parser(source.text, maximumNestingLevel: .max)
    let file = SourceFileSyntax.parse(from: &parser)
    index.hasErrors = file.hasError
    for item in file.statements { read(item) }
    index.assignedNames = reader.assignedNames
    index.changedNames = reader.changedNames
    index.changedMembers = reader.changedMembers
    index.isTooDeep = reader.isTooDeep
    index.linesWithSlashes = reader.linesWithSlashes
    return index
  }

  private mutating func read(_ item: CodeBlockItemSyntax) {
    if case .decl(let declaration) = item.item, read(declaration) { return }
    index.statements += reader.statements([item])
    index.statementNames.formUnion(reader.identifiers(in: item))
    readTypes(in: item)
  }

  /// Reads a declaration of a file or type. Returns `false` if the index has no place for the declaration.
  private mutating func read(_ node: DeclSyntax) -> Bool {
    switch node.as(DeclSyntaxEnum.self) {
    case .importDecl(let node):
      index.imports.append(
        Import(
          module: node.path.first.map { $0.name.text } ?? "", position: reader.position(node),
          conditions: reader.conditions))
    case .classDecl(let node): read(node, .class, node.name)
    case .structDecl(let node): read(node, .struct, node.name)
    case .enumDecl(let node): read(node, .enum, node.name)
    case .actorDecl(let node): read(node, .actor, node.name)
    case .protocolDecl(let node):
      isInProtocol = true
      read(node, .protocol, node.name)
      isInProtocol = false
    case .extensionDecl(let node): read(node)
    case .functionDecl(let node): read(node)
    case .initializerDecl(let node): read(node)
    case .deinitializerDecl(let node):
      add("deinit", [], nil, node.body, reader.context(node, node.attributes, node.modifiers), in: node)
    case .subscriptDecl(let node): read(node)
    case .variableDecl(let node): read(node)
    case .enumCaseDecl(let node): read(node)
    case .ifConfigDecl(let node): read(node)
    case .typeAliasDecl(let node):
      index.aliases.append(
        TypeAlias(
          name: reader.name(node.name), identifiers: reader.identifiers(in: node),
          type: reader.oneLine(node.initializer.value)))
    case .associatedTypeDecl(let node):
      index.aliases.append(
        TypeAlias(name: reader.name(node.name), identifiers: reader.identifiers(in: node), type: nil))
    case .macroDecl(let node):
      if reader.name(node.name) == "Preview" {
        index.refusal = SourceLimitError(
          line: reader.position(node).line, reason: "It declares the macro Preview, whose code is not read")
      }
    case .operatorDecl(let node):
      let isBeforeOrAfter = ["prefix", "postfix"].contains(node.fixitySpecifier.text)
      if isBeforeOrAfter, node.name.text.contains("/") { index.declaresSlash = true }
    case .precedenceGroupDecl: break
    case .macroExpansionDecl(let node):
      // Previews do not run in the app.
      return node.macroName.text == "Preview"
    default: return false
    }
    return true
  }

  // MARK: - Types

  private mutating func read(
    _ node: some DeclGroupSyntax, _ kind: TypeDeclaration.Kind, _ name: TokenSyntax
  ) {
    let inherited = inheritedTypes(of: node)
    let isAround = isInPreview
    isInPreview = inherited.contains("PreviewProvider")
    defer { isInPreview = isAround }
    let context = head(of: node)
    let modifiers = inheritedModifiers
    let attributes = inheritedAttributes
    (inheritedModifiers, inheritedAttributes) = ([], [])
    reader.types.append(reader.name(name))
    index.types.append(
      TypeDeclaration(kind: kind, path: reader.types, inherited: inherited, context: context))
    read(node.memberBlock)
    reader.types.removeLast()
    (inheritedModifiers, inheritedAttributes) = (modifiers, attributes)
  }

  private func inheritedTypes(of node: some DeclGroupSyntax) -> [String] {
    node.inheritanceClause.map { $0.inheritedTypes.map { reader.oneLine($0.type) } } ?? []
  }

  /// The context of a type. The identifiers of the context come from the declaration, without the type's name and without its members.
  private func head(of node: some DeclGroupSyntax) -> DeclarationContext {
    var context = reader.context(node, node.attributes, node.modifiers)
    let members = node.memberBlock.id
    context.identifiers = Set(inheritedTypes(of: node))
    for child in node.children(viewMode: .sourceAccurate)
    where child.id != members && !child.is(TokenSyntax.self) {
      guard !node.is(ExtensionDeclSyntax.self) || !child.is(TypeSyntax.self) else { continue }
      context.identifiers.formUnion(reader.identifiers(in: child))
    }
    return context
  }

  private mutating func read(_ node: ExtensionDeclSyntax) {
    let inherited = inheritedTypes(of: node)
    let isAround = isInPreview
    isInPreview = inherited.contains("PreviewProvider")
    defer { isInPreview = isAround }
    let context = head(of: node)
    let around = (reader.types, inheritedModifiers, inheritedAttributes)
    reader.types = reader.oneLine(node.extendedType).split(separator: ".").map(String.init)
    inheritedModifiers = node.modifiers.map(\.spelling)
    inheritedAttributes = context.attributes.filter { $0 == "objc" || $0.hasPrefix("_") }
    index.types.append(
      TypeDeclaration(kind: .extension, path: reader.types, inherited: inherited, context: context))
    read(node.memberBlock)
    (reader.types, inheritedModifiers, inheritedAttributes) = around
  }

  private mutating func read(_ members: MemberBlockSyntax) {
    for member in members.members { _ = read(member.decl) }
  }

  private mutating func read(_ node: IfConfigDeclSyntax) {
    for (condition, clause) in reader.clauses(node) {
      reader.conditions.append(condition)
      switch clause.elements {
      case .statements(let items): for item in items { read(item) }
      case .decls(let members): for member in members { _ = read(member.decl) }
      default: break
      }
      reader.conditions.removeLast()
    }
  }

  // MARK: - Members

  private mutating func read(_ node: FunctionDeclSyntax) {
    var function = reader.function(node)
    function = Function(
      name: function.name, parameters: function.parameters, returnType: function.returnType,
      body: function.body, context: adapted(function.context))
    index.functions.append(function)
    if let body = node.body { readTypes(in: body) }
  }

  private mutating func read(_ node: InitializerDeclSyntax) {
    add(
      "init", reader.parameters(node.signature.parameterClause), nil, node.body,
      reader.context(node, node.attributes, node.modifiers), in: node)
  }

  private mutating func read(_ node: SubscriptDeclSyntax) {
    let body: [Statement]
    switch node.accessorBlock?.accessors {
    case .getter(let nodes)?: body = reader.statements(nodes)
    case .accessors(let nodes)?:
      let bodies = nodes.compactMap(\.body)
      guard !bodies.isEmpty else { return }
      body = bodies.flatMap { reader.statements($0.statements) }
    default: return
    }
    let context = reader.context(node, node.attributes, node.modifiers)
    index.functions.append(
      Function(
        name: "subscript", parameters: reader.parameters(node.parameterClause),
        returnType: reader.oneLine(node.returnClause.type), body: body, context: adapted(context)))
    readTypes(in: node)
  }

  private mutating func add(
    _ name: String, _ parameters: [Parameter], _ returnType: String?, _ body: CodeBlockSyntax?,
    _ context: DeclarationContext, in node: some SyntaxProtocol
  ) {
    reader.functions.append("\(name)(\(parameters.map { "\($0.label ?? "_"):" }.joined()))")
    let statements = body.map { reader.statements($0.statements) } ?? []
    reader.functions.removeLast()
    index.functions.append(
      Function(
        name: name, parameters: parameters, returnType: returnType, body: statements,
        context: adapted(context)))
    if let body { readTypes(in: body) }
  }

  private mutating func read(_ node: VariableDeclSyntax) {
    let context = adapted(reader.context(node, node.attributes, node.modifiers))
    for binding in node.bindings {
      // A pattern of several names, such as `(a, b)`, stands for all of its names.
      let name =
        binding.pattern.as(IdentifierPatternSyntax.self).map { reader.name($0.identifier) }
        ?? reader.oneLine(binding.pattern)
      if isInPreview, name == "previews" { continue }
      reader.functions.append(name)
      var accessors: [[Statement]] = []
      if case .accessors(let nodes)? = binding.accessorBlock?.accessors {
        for node in nodes where node.accessorSpecifier.text != "get" {
          if let body = node.body { accessors.append(reader.statements(body.statements)) }
        }
      }
      index.properties.append(
        Property(
          name: name, isConstant: node.bindingSpecifier.text == "let",
          type: reader.type(of: binding, in: node),
          value: binding.initializer.map { reader.expression($0.value) },
          getter: reader.getter(binding), accessors: accessors, context: context))
      reader.functions.removeLast()
    }
    readTypes(in: node)
  }

  private mutating func read(_ node: EnumCaseDeclSyntax) {
    let context = adapted(reader.context(node, node.attributes, node.modifiers))
    for element in node.elements {
      index.cases.append(
        EnumCase(
          name: reader.name(element.name), rawValue: element.rawValue.map { reader.expression($0.value) },
          index: caseNumbers[context.types, default: 0],
          hasPayload: element.parameterClause != nil, context: context))
      caseNumbers[context.types, default: 0] += 1
    }
  }

  private func adapted(_ context: DeclarationContext) -> DeclarationContext {
    var context = context
    context.modifiers += inheritedModifiers
    context.attributes += inheritedAttributes
    context.isRequirement = isInProtocol
    return context
  }

  /// Reads the types that are declared in a body.
  private mutating func readTypes(in body: some SyntaxProtocol) {
    let finder = TypeFinder(viewMode: .sourceAccurate)
    finder.walk(body)
    for node in finder.types { _ = read(node) }
  }
}

/// Finds the types that bodies declare.
private final class TypeFinder: SyntaxVisitor {
  var types: [DeclSyntax] = []

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { add(DeclSyntax(node)) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { add(DeclSyntax(node)) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { add(DeclSyntax(node)) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { add(DeclSyntax(node)) }

  private func add(_ node: DeclSyntax) -> SyntaxVisitorContinueKind {
    types.append(node)
    return .skipChildren
  }
}
