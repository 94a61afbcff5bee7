internal import SwiftSyntax

// Reads statements, conditions and patterns.
extension SyntaxReader {
  mutating func statements(_ nodes: CodeBlockItemListSyntax) -> [Statement] {
    nodes.flatMap { statements($0) }
  }

  private mutating func statements(_ node: CodeBlockItemSyntax) -> [Statement] {
    let position = position(node)
    func make(_ form: Statement.Form) -> Statement { Statement(form: form, position: position) }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      isTooDeep = true
      return []
    }
    switch node.item {
    case .expr(let node): return [make(form(of: node))]
    case .decl(let node): return declaration(node)
    case .stmt(let node):
      return [make(form(of: node))]
    @unknown default: return []
    }
  }

  private mutating func form(of node: StmtSyntax) -> Statement.Form {
    switch node.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let node): return form(of: node.expression)
    case .returnStmt(let node): return .return(node.expression.map { expression($0) })
    case .throwStmt(let node): return .throw(expression(node.expression))
    case .guardStmt(let node):
      return .guard(conditions(node.conditions), otherwise: statements(node.body.statements))
    case .forStmt(let node):
      var heads = [Condition(names: names(node.pattern), value: expression(node.sequence), isPattern: true)]
      if let filter = node.whereClause { heads.append(Condition(value: expression(filter.condition))) }
      return .loop(heads, statements(node.body.statements))
    case .whileStmt(let node): return .loop(conditions(node.conditions), statements(node.body.statements))
    case .repeatStmt(let node):
      return .loop([Condition(value: expression(node.condition))], statements(node.body.statements))
    case .doStmt(let node):
      return .attempt(
        statements(node.body.statements), node.catchClauses.map { statements($0.body.statements) })
    case .deferStmt(let node): return .defer(statements(node.body.statements))
    case .labeledStmt(let node): return form(of: node.statement)
    default: return .jump
    }
  }

  private mutating func form(of node: ExprSyntax) -> Statement.Form {
    if let node = node.as(IfExprSyntax.self) { return branch(node) }
    if let node = node.as(SwitchExprSyntax.self) { return select(node) }
    if let sequence = node.as(SequenceExprSyntax.self) {
      let elements = Array(sequence.elements)
      if elements.count > 2,
        let sign = elements[1].is(AssignmentExprSyntax.self)
          ? "=" : elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
        sign.hasSuffix("="), !["==", "!=", "<=", ">=", "===", "!=="].contains(sign)
      {
        let target = expression(elements[0])
        if let name = target.lastName {
          assignedNames.insert(name)
          noteMember(target, name)
        }
        return .assignment(target, sign, fold(Array(elements[2...]), at: position(elements[2])))
      }
    }
    return .expression(expression(node))
  }

  // MARK: - Branches

  mutating func branch(_ node: IfExprSyntax) -> Statement.Form {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      isTooDeep = true
      return .jump
    }
    let conditions = conditions(node.conditions)
    let then = statements(node.body.statements)
    switch node.elseBody {
    case .codeBlock(let block):
      return .branch(conditions, then: then, otherwise: statements(block.statements))
    case .ifExpr(let next):
      return .branch(
        conditions, then: then, otherwise: [Statement(form: branch(next), position: position(next))])
    default: return .branch(conditions, then: then, otherwise: [])
    }
  }

  mutating func select(_ node: SwitchExprSyntax) -> Statement.Form {
    let subject = expression(node.subject)
    return .select(subject, switchCases(node.cases))
  }

  private mutating func switchCases(_ nodes: SwitchCaseListSyntax) -> [SwitchCase] {
    var cases: [SwitchCase] = []
    for element in nodes {
      switch element {
      case .switchCase(let node):
        var patterns: [String] = []
        var declared: [String] = []
        if case .case(let label) = node.label {
          patterns = label.caseItems.map {
            oneLine($0.pattern) + ($0.whereClause.map { " \(oneLine($0))" } ?? "")
          }
          declared = label.caseItems.flatMap { names($0.pattern) }
        }
        cases.append(SwitchCase(patterns: patterns, names: declared, body: statements(node.statements)))
      case .ifConfigDecl(let node):
        for clause in node.clauses {
          if case .switchCases(let inner) = clause.elements { cases += switchCases(inner) }
        }
      @unknown default: break
      }
    }
    return cases
  }

  mutating func conditions(_ nodes: ConditionElementListSyntax) -> [Condition] {
    nodes.map { node in
      switch node.condition {
      case .expression(let value): Condition(value: expression(value))
      case .availability(let node): Condition(availability: oneLine(node))
      case .matchingPattern(let node):
        Condition(
          names: names(node.pattern), value: expression(node.initializer.value), isPattern: true,
          pattern: oneLine(node.pattern))
      case .optionalBinding(let node):
        Condition(
          names: names(node.pattern), type: node.typeAnnotation.map { oneLine($0.type) },
          value: node.initializer.map { expression($0.value) })
      @unknown default: Condition()
      }
    }
  }

  /// The names that a pattern declares.
  func names(_ pattern: some SyntaxProtocol) -> [String] {
    let names = NameCollector(viewMode: .sourceAccurate)
    names.walk(pattern)
    return names.names
  }
}

/// Collects the names that patterns declare.
private final class NameCollector: SyntaxVisitor {
  var names: [String] = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    let text = node.identifier.text
    names.append(text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text)
    return .skipChildren
  }
}

extension Expression {
  /// The text of a literal without interpolations.
  var literalText: String? {
    guard case .text(let parts) = core.form, parts.count == 1, case .string(let text) = parts[0] else {
      return nil
    }
    return text
  }

  /// The last name of a chain of members: `x` for `a.b.x`, for `x`, and for the element `a.x[0]`.
  var lastName: String? {
    switch form {
    case .name(let name), .member(_, let name): name
    case .unwrapped(let inner, _), .element(let inner, _): inner.lastName
    default: nil
    }
  }

  /// Whether the expression is a member of an object, or an element of such a member.
  var isMember: Bool {
    switch form {
    case .member: true
    case .unwrapped(let inner, _), .element(let inner, _): inner.isMember
    default: false
    }
  }
}
