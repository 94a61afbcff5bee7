internal import SwiftSyntax

// Reads the declarations in bodies: variables, nested functions, and branches of `#if`.
extension SyntaxReader {
  /// The declarations in a body: variables, functions and the branches of `#if`. Types in bodies are read by the reader of the file.
  mutating func declaration(_ node: DeclSyntax) -> [Statement] {
    let position = position(node)
    switch node.as(DeclSyntaxEnum.self) {
    case .variableDecl(let node):
      return variables(node).map { Statement(form: .variable($0), position: position) }
    case .functionDecl(let node): return [Statement(form: .function(function(node)), position: position)]
    case .ifConfigDecl(let node):
      var branches: [ConditionalBranch] = []
      for (condition, clause) in clauses(node) {
        guard case .statements(let nodes) = clause.elements else { continue }
        conditions.append(condition)
        branches.append(ConditionalBranch(condition: condition, body: statements(nodes)))
        conditions.removeLast()
      }
      return [Statement(form: .conditional(branches), position: position)]
    default: return []
    }
  }

  /// The clauses of `#if` with the conditions under which they are compiled.
  func clauses(_ node: IfConfigDeclSyntax) -> [(condition: String, clause: IfConfigClauseSyntax)] {
    var earlier: [String] = []
    return node.clauses.map { clause in
      let own = clause.condition.map { oneLine($0) }
      let negated = earlier.map {
        $0.contains(" ") ? "!(\($0))" : $0.hasPrefix("!") ? String($0.dropFirst()) : "!\($0)"
      }
      if let own { earlier.append(own) }
      return ((negated + (own.map { [$0] } ?? [])).joined(separator: " && "), clause)
    }
  }

  private mutating func variables(_ node: VariableDeclSyntax) -> [Variable] {
    let isConstant = node.bindingSpecifier.text == "let"
    return node.bindings.map { binding in
      Variable(
        names: names(binding.pattern), isPattern: !binding.pattern.is(IdentifierPatternSyntax.self),
        isConstant: isConstant, type: type(of: binding, in: node),
        value: binding.initializer.map { expression($0.value) }, getter: getter(binding))
    }
  }

  /// The type of a binding. The type may follow a later binding: `let a, b: Int`.
  func type(of binding: PatternBindingSyntax, in node: VariableDeclSyntax) -> String? {
    if let annotation = binding.typeAnnotation { return oneLine(annotation.type) }
    guard binding.initializer == nil else { return nil }
    return node.bindings.last?.typeAnnotation.map { oneLine($0.type) }
  }

  /// The body of a computed variable's getter.
  mutating func getter(_ binding: PatternBindingSyntax) -> [Statement]? {
    switch binding.accessorBlock?.accessors {
    case .getter(let nodes): return statements(nodes)
    case .accessors(let accessors):
      guard let get = accessors.first(where: { $0.accessorSpecifier.text == "get" }) else { return nil }
      return get.body.map { statements($0.statements) } ?? []
    default: return nil
    }
  }

  mutating func function(_ node: FunctionDeclSyntax) -> Function {
    let name = name(node.name)
    let parameters = parameters(node.signature.parameterClause)
    let context = context(node, node.attributes, node.modifiers)
    functions.append("\(name)(\(parameters.map { "\($0.label ?? "_"):" }.joined()))")
    defer { functions.removeLast() }
    return Function(
      name: name, parameters: parameters, returnType: node.signature.returnClause.map { oneLine($0.type) },
      body: node.body.map { statements($0.statements) } ?? [], context: context)
  }

  mutating func parameters(_ clause: FunctionParameterClauseSyntax) -> [Parameter] {
    clause.parameters.map {
      let label = self.name($0.firstName)
      return Parameter(
        label: label == "_" ? nil : label, name: name($0.secondName ?? $0.firstName), type: oneLine($0.type),
        defaultValue: $0.defaultValue.map { expression($0.value) })
    }
  }

  /// The context of a declaration.
  func context(
    _ node: some SyntaxProtocol, _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax
  ) -> DeclarationContext {
    DeclarationContext(
      types: types, functions: functions, conditions: conditions,
      attributes: attributes.compactMap {
        if case .attribute(let attribute) = $0 { oneLine(attribute.attributeName) } else { nil }
      },
      modifiers: modifiers.map(\.spelling), position: position(node), identifiers: identifiers(in: node))
  }
}

extension DeclModifierSyntax {
  /// The modifier with its detail: `private(set)` restricts less than `private`.
  var spelling: String { detail.map { "\(name.text)(\($0.detail.text))" } ?? name.text }
}
