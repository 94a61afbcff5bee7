internal import PolicySyntax
internal import SwiftParser
internal import SwiftSyntax

// Reads expressions.
extension SyntaxReader {
  mutating func expression(_ node: ExprSyntax) -> Expression {
    let position = position(node)
    func make(_ form: Expression.Form) -> Expression { Expression(form, at: position) }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      isTooDeep = true
      return make(.other("…", []))
    }
    switch node.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let node): return make(text(node))
    case .integerLiteralExpr(let node): return make(number(node.literal.text))
    case .floatLiteralExpr(let node): return make(number(node.literal.text))
    case .booleanLiteralExpr(let node): return make(.bool(node.literal.text == "true"))
    case .nilLiteralExpr: return make(.null)
    case .regexLiteralExpr(let node):
      if node.openingPounds == nil { linesWithSlashes.append(position.line) }
      return make(.other("regex", []))
    case .declReferenceExpr(let node):
      let name = name(node.baseName)
      if name.hasPrefix("$"), name.dropFirst().first?.isLetter ?? false {
        changedNames.insert(String(name.dropFirst()))
      }
      return make(.name(name))
    case .superExpr: return make(.name("super"))
    case .memberAccessExpr(let node):
      let (base, name) = (node.base.map { expression($0) }, name(node.declName.baseName))
      // A binding to a property: `$model.isOn`.
      if base?.core.path?.first?.hasPrefix("$") ?? false { changedNames.insert(name) }
      return make(.member(base, name))
    case .functionCallExpr(let node): return call(node, at: position)
    case .subscriptCallExpr(let node):
      return make(.element(expression(node.calledExpression), arguments(node.arguments)))
    case .closureExpr(let node): return make(.closure(closure(node)))
    case .arrayExpr(let node): return make(.array(node.elements.map { expression($0.expression) }))
    case .dictionaryExpr(let node):
      guard case .elements(let elements) = node.content else { return make(.dictionary([])) }
      return make(.dictionary(elements.map { (expression($0.key), expression($0.value)) }))
    case .prefixOperatorExpr(let node):
      return make(.prefix(node.operator.text, expression(node.expression)))
    case .sequenceExpr(let node): return fold(Array(node.elements), at: position)
    case .tryExpr(let node):
      return make(.attempt("try" + (node.questionOrExclamationMark?.text ?? ""), expression(node.expression)))
    case .awaitExpr(let node): return make(.await(expression(node.expression)))
    case .unsafeExpr(let node): return expression(node.expression)
    case .consumeExpr(let node): return expression(node.expression)
    case .copyExpr(let node): return expression(node.expression)
    case .borrowExpr(let node): return expression(node.expression)
    case .inOutExpr(let node):
      let value = expression(node.expression)
      noteChange(of: value.core)
      return value
    case .keyPathExpr(let node):
      // Code that receives a key path may write through it.
      let properties = node.components.compactMap { $0.component.as(KeyPathPropertyComponentSyntax.self) }
      if let last = properties.last {
        changedNames.insert(name(last.declName.baseName))
      }
      return make(.other(oneLine(node), []))
    case .genericSpecializationExpr(let node): return expression(node.expression)
    case .forceUnwrapExpr(let node): return make(.unwrapped(expression(node.expression), isForced: true))
    case .optionalChainingExpr(let node):
      return make(.unwrapped(expression(node.expression), isForced: false))
    case .tupleExpr(let node):
      if node.elements.count == 1, let only = node.elements.first, only.label == nil {
        return expression(only.expression)
      }
      return make(.other("tuple", node.elements.map { expression($0.expression) }))
    case .ifExpr(let node):
      return make(.statement(Statement(form: branch(node), position: position)))
    case .switchExpr(let node):
      return make(.statement(Statement(form: select(node), position: position)))
    case .postfixIfConfigExpr(let node): return make(.other("#if", conditional(node, at: position)))
    case .macroExpansionExpr(let node): return macro(node, at: position)
    case .typeExpr(let node): return make(.name(oneLine(node)))
    case .asExpr(let node):
      return make(
        .cast(
          expression(node.expression), "as" + (node.questionOrExclamationMark?.text ?? ""), oneLine(node.type)
        ))
    default:
      // The expressions inside any other expression are read too, so that no call is lost.
      let inner = node.children(viewMode: .sourceAccurate).compactMap { $0.as(ExprSyntax.self) }
      return make(.other(oneLine(node), inner.map { expression($0) }))
    }
  }

  private mutating func call(_ node: FunctionCallExprSyntax, at position: Position) -> Expression {
    var values = arguments(node.arguments)
    if let closure = node.trailingClosure {
      values.append(
        Argument(label: nil, value: expression(ExprSyntax(closure)), isTrailing: true))
    }
    for element in node.additionalTrailingClosures {
      values.append(
        Argument(
          label: name(element.label), value: expression(ExprSyntax(element.closure)), isTrailing: true))
    }
    let callee = expression(node.calledExpression)
    if case .member(let base?, let method) = callee.core.form, Self.mutatingMethods.contains(method) {
      noteChange(of: base.core)
    }
    return Expression(.call(callee, values), at: position)
  }

  /// The methods of the standard library that change a truth value, number, text or collection in place.
  private static let mutatingMethods: Set<String> = [
    "toggle", "negate", "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeValue",
    "removeSubrange", "replaceSubrange", "updateValue", "merge", "formUnion", "formIntersection", "subtract",
    "formSymmetricDifference", "popFirst", "popLast", "swapAt",
  ]

  private mutating func arguments(_ nodes: LabeledExprListSyntax) -> [Argument] {
    nodes.map { Argument(label: $0.label.map { name($0) }, value: expression($0.expression)) }
  }

  private mutating func macro(_ node: MacroExpansionExprSyntax, at position: Position) -> Expression {
    if node.macroName.text == "selector", let target = node.arguments.first?.expression {
      let reference =
        target.as(MemberAccessExprSyntax.self)?.declName ?? target.as(DeclReferenceExprSyntax.self)
      let selector = Expression(
        .selector(reference.map { name($0.baseName) } ?? oneLine(target)), at: position)
      guard case .selector(let method) = selector.form,
        let type = target.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self),
        let text = NamedWork.selector(of: method, ofType: name(type.baseName))
      else { return selector }
      // The reader follows the method only where it is called.
      return Expression(
        .other("#selector", [Expression(.text([.string(text)]), at: position), selector]), at: position)
    }
    // Previews do not run in the app.
    if node.macroName.text == "Preview" { return Expression(.other("#Preview", []), at: position) }
    var inner = node.arguments.map { expression($0.expression) }
    if let closure = node.trailingClosure { inner.append(expression(ExprSyntax(closure))) }
    return Expression(.other("#" + node.macroName.text, inner), at: position)
  }

  private mutating func closure(_ node: ClosureExprSyntax) -> Closure {
    var parameters: [Parameter] = []
    switch node.signature?.parameterClause {
    case .simpleInput(let names):
      parameters = names.map {
        Parameter(label: nil, name: name($0.name), type: nil, defaultValue: nil)
      }
    case .parameterClause(let clause):
      parameters = clause.parameters.map {
        Parameter(
          label: nil, name: name($0.secondName ?? $0.firstName), type: $0.type.map { oneLine($0) },
          defaultValue: nil)
      }
    default: break
    }
    let attributes = node.signature?.attributes.compactMap { attribute in
      if case .attribute(let attribute) = attribute { oneLine(attribute.attributeName) } else { nil }
    }
    return Closure(
      parameters: parameters, body: statements(node.statements), at: position(node),
      attributes: attributes ?? [])
  }

  // MARK: - Literals

  private func number(_ literal: String) -> Expression.Form {
    let digits = literal.filter { $0 != "_" }
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
      return Int(digits.dropFirst(2), radix: radix).map { .number(Double($0)) } ?? .other(literal, [])
    }
    return Double(digits).map { .number($0) } ?? .other(literal, [])
  }

  private mutating func text(_ node: StringLiteralExprSyntax) -> Expression.Form {
    if let value = node.representedLiteralValue { return .text([.string(value)]) }
    var parts: [TextPart] = []
    for segment in node.segments {
      switch segment {
      case .stringSegment(let segment):
        let content = segment.content.text
        guard let text = node.openingPounds == nil ? Self.unescaped(content) : content else {
          return .other(oneLine(node), [])
        }
        parts.append(.string(text))
      case .expressionSegment(let segment):
        guard segment.expressions.count == 1, let only = segment.expressions.first, only.label == nil else {
          return .other(oneLine(node), segment.expressions.map { expression($0.expression) })
        }
        parts.append(.interpolation(expression(only.expression)))
      @unknown default: return .other(oneLine(node), [])
      }
    }
    return .text(parts)
  }

  /// A part of a literal with its escapes resolved; `nil` if an escape is not valid.
  private static func unescaped(_ content: String) -> String? {
    guard content.contains("\\") else { return content }
    var text = ""
    var rest = content.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n": text += "\n"
      case "t": text += "\t"
      case "r": text += "\r"
      case "0": text += "\0"
      case let sign? where "\\\"'".unicodeScalars.contains(sign): text.unicodeScalars.append(sign)
      case "u":
        guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
          let scalar = UInt32(String(rest[..<end]), radix: 16).flatMap(Unicode.Scalar.init)
        else { return nil }
        text.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
      // A backslash at the end of a line joins the line and the next line.
      case "\n": break
      default: return nil
      }
    }
    return text
  }

  // MARK: - Operators

  /// Folds a sequence of operands and operators into one expression. Assignments are statements and are read as statements.
  mutating func fold(_ elements: [ExprSyntax], at position: Position) -> Expression {
    guard elements.count <= Self.maximumDepth else {
      isTooDeep = true
      return Expression(.other("…", []), at: position)
    }
    guard elements.count > 1 else {
      return elements.first.map { expression($0) } ?? Expression(.other("", []), at: position)
    }
    if let index = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let ternary = elements[index].as(UnresolvedTernaryExprSyntax.self)
    {
      return Expression(
        .ternary(
          fold(Array(elements[..<index]), at: position), expression(ternary.thenExpression),
          fold(
            Array(elements[(index + 1)...]), at: self.position(elements[min(index + 1, elements.count - 1)]))),
        at: position)
    }
    // The operator with the lowest precedence is the root. Among operators of equal precedence, the last operator is the root, but `??`
    // binds to the right, so that the first `??` is the root.
    var root: Int?
    for index in stride(from: 1, to: elements.count, by: 1) {
      guard let strength = strength(elements[index]) else { continue }
      guard let current = root, let least = self.strength(elements[current]) else {
        root = index
        continue
      }
      if strength < least || (strength == least && !isCoalescing(elements[index])) { root = index }
    }
    guard let root, root > 0 else {
      return Expression(.other("", elements.map { expression($0) }), at: position)
    }
    let left = fold(Array(elements[..<root]), at: position)
    if let cast = elements[root].as(UnresolvedAsExprSyntax.self), root + 1 < elements.count {
      return Expression(
        .cast(left, "as" + (cast.questionOrExclamationMark?.text ?? ""), oneLine(elements[root + 1])),
        at: position)
    }
    if elements[root].is(UnresolvedIsExprSyntax.self), root + 1 < elements.count {
      return Expression(.cast(left, "is", oneLine(elements[root + 1])), at: position)
    }
    guard root + 1 < elements.count else { return left }
    let right = fold(Array(elements[(root + 1)...]), at: self.position(elements[root + 1]))
    return Expression(.binary(oneLine(elements[root]), left, right), at: position)
  }

  private func isCoalescing(_ node: ExprSyntax) -> Bool {
    node.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
  }

  /// How strongly an operator binds; `nil` for an operand.
  private func strength(_ node: ExprSyntax) -> Int? {
    if node.is(AssignmentExprSyntax.self) { return 0 }
    if node.is(UnresolvedAsExprSyntax.self) || node.is(UnresolvedIsExprSyntax.self) { return 6 }
    guard let sign = node.as(BinaryOperatorExprSyntax.self)?.operator.text else { return nil }
    switch sign {
    case "||": return 1
    case "&&": return 2
    case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=": return 3
    case "??": return 4
    case "..<", "...": return 5
    case "+", "-", "&+", "&-", "|", "^": return 7
    case "*", "/", "%", "&*", "&": return 8
    case "<<", ">>": return 9
    default: return sign.hasSuffix("=") ? 0 : 4
    }
  }
}
