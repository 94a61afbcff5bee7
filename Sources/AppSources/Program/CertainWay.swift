internal import PolicySyntax

/// The statements before and after a call, on the way on which some code certainly makes the call, unless a statement before the call leaves
/// the function.
struct CertainWay {
  private(set) var before: [Statement] = []
  private(set) var after: [Statement] = []

  private init() {}

  /// The way to a call in statements; `nil` if the call runs only under a condition, or later. A condition about the version of the system
  /// does not count.
  init?(to call: Expression, in statements: [Statement]) {
    for (index, statement) in statements.enumerated() {
      guard let inner = Self.inside(statement, to: call) else { continue }
      before = statements[..<index] + inner.before
      after = inner.after + statements[(index + 1)...]
      return
    }
    return nil
  }

  private static func inside(_ statement: Statement, to call: Expression) -> CertainWay? {
    switch statement.form {
    case .expression(let value), .return(let value?), .assignment(_, _, let value):
      return value.runs(call) ? CertainWay() : nil
    case .variable(let variable): return variable.value?.runs(call) ?? false ? CertainWay() : nil
    case .branch(let conditions, let then, let otherwise):
      if conditions.first?.value?.runs(call) ?? false {
        var way = CertainWay()
        way.after = then + otherwise
        return way
      }
      return conditions.allSatisfy { $0.availability != nil } ? CertainWay(to: call, in: then) : nil
    case .guard(let conditions, _):
      return conditions.first?.value?.runs(call) ?? false ? CertainWay() : nil
    case .attempt(let body, _): return CertainWay(to: call, in: body)
    case .conditional(let branches):
      return branches.lazy.compactMap { CertainWay(to: call, in: $0.body) }.first
    default: return nil
    }
  }
}

extension Expression {
  /// Whether the value of an expression needs another expression, outside of the code of closures and of what depends on a condition.
  fileprivate func runs(_ other: Expression) -> Bool {
    var uncertain: Set<ObjectIdentifier> = []
    var isFound = false
    func leaveOut(_ expression: Expression) {
      expression.visit { uncertain.insert(ObjectIdentifier($0)) }
    }
    visit { expression in
      switch expression.form {
      case .closure(let closure): closure.body.visit { uncertain.insert(ObjectIdentifier($0)) }
      case .statement(let statement): [statement].visit { uncertain.insert(ObjectIdentifier($0)) }
      case .ternary(_, let first, let second):
        leaveOut(first)
        leaveOut(second)
      case .binary("&&", _, let right), .binary("||", _, let right), .binary("??", _, let right):
        leaveOut(right)
      default: break
      }
      if expression === other, !uncertain.contains(ObjectIdentifier(other)) { isFound = true }
    }
    return isFound
  }
}
