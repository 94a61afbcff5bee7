internal import PolicySyntax
internal import SwiftSyntax

// Reads calls between `#if` and `#endif` in a chain of calls.
extension SyntaxReader {
  /// The receiver of calls between `#if` and `#endif`, such as SwiftUI's modifiers, and the calls under their conditions.
  mutating func conditional(_ node: PostfixIfConfigExprSyntax, at position: Position) -> [Expression] {
    let base = node.base.map { expression($0) }
    var branches: [ConditionalBranch] = []
    for (condition, clause) in clauses(node.config) {
      guard case .postfixExpression(let inner) = clause.elements else { continue }
      conditions.append(condition)
      // Each call has a receiver, which is read only once.
      let receiver = Expression(.other("#if", []), at: position)
      let value = expression(inner).called(on: receiver)
      branches.append(
        ConditionalBranch(
          condition: condition, body: [Statement(form: .expression(value), position: value.position)]))
      conditions.removeLast()
    }
    let statement = Statement(form: .conditional(branches), position: position)
    return [base, Expression(.statement(statement), at: position)].compactMap(\.self)
  }
}

extension Expression {
  /// A chain of members and calls that begins with a member without a base, on a base.
  fileprivate func called(on base: Expression) -> Expression {
    switch form {
    case .member(let inner, let name):
      Expression(.member(inner?.called(on: base) ?? base, name), at: position)
    case .call(let callee, let arguments): Expression(.call(callee.called(on: base), arguments), at: position)
    case .element(let value, let arguments):
      Expression(.element(value.called(on: base), arguments), at: position)
    case .unwrapped(let value, let isForced):
      Expression(.unwrapped(value.called(on: base), isForced: isForced), at: position)
    default: self
    }
  }
}
