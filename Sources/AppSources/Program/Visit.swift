extension Expression {
  /// Calls a closure with the expression and all expressions inside it, including the code of closures.
  func visit(_ each: (Expression) -> Void) {
    each(self)
    switch form {
    case .text(let parts): for case .interpolation(let value) in parts { value.visit(each) }
    case .number, .bool, .null, .name, .selector, .member(nil, _): break
    case .member(let base?, _): base.visit(each)
    case .call(let callee, let arguments), .element(let callee, let arguments):
      callee.visit(each)
      for argument in arguments { argument.value.visit(each) }
    case .closure(let closure): closure.body.visit(each)
    case .array(let elements), .other(_, let elements): for element in elements { element.visit(each) }
    case .dictionary(let entries):
      for entry in entries {
        entry.key.visit(each)
        entry.value.visit(each)
      }
    case .prefix(_, let inner), .unwrapped(let inner, _), .attempt(_, let inner), .await(let inner),
      .cast(let inner, _, _):
      inner.visit(each)
    case .binary(_, let left, let right):
      left.visit(each)
      right.visit(each)
    case .ternary(let condition, let first, let second):
      for one in [condition, first, second] { one.visit(each) }
    case .statement(let statement): [statement].visit(each)
    }
  }
}

extension Expression {
  /// Whether an expression is this expression or inside it, including the code of closures.
  func contains(_ other: Expression) -> Bool {
    var isFound = false
    visit { if $0 === other { isFound = true } }
    return isFound
  }
}

extension [Statement] {
  /// Calls a closure with the expressions of the statements, including the code of closures and nested functions.
  func visit(_ each: (Expression) -> Void) {
    for statement in self {
      switch statement.form {
      case .expression(let value), .throw(let value), .return(let value?): value.visit(each)
      case .return(nil), .jump: break
      case .assignment(let target, _, let value):
        target.visit(each)
        value.visit(each)
      case .variable(let variable):
        variable.value?.visit(each)
        variable.getter?.visit(each)
      case .function(let function): function.body.visit(each)
      case .branch(let conditions, let then, let otherwise):
        for condition in conditions { condition.value?.visit(each) }
        then.visit(each)
        otherwise.visit(each)
      case .guard(let conditions, let otherwise):
        for condition in conditions { condition.value?.visit(each) }
        otherwise.visit(each)
      case .select(let subject, let cases):
        subject.visit(each)
        for one in cases { one.body.visit(each) }
      case .loop(let heads, let body):
        for head in heads { head.value?.visit(each) }
        body.visit(each)
      case .attempt(let body, let catches):
        body.visit(each)
        for clause in catches { clause.visit(each) }
      case .defer(let body): body.visit(each)
      case .conditional(let branches): for branch in branches { branch.body.visit(each) }
      }
    }
  }
}

extension [Statement] {
  /// Whether an expression of the statements meets a condition, including the code of closures and nested functions.
  func containExpression(_ meets: (Expression) -> Bool) -> Bool {
    var isFound = false
    visit { if !isFound { isFound = meets($0) } }
    return isFound
  }

  /// Calls a closure with the statements and all statements inside them, except the statements of closures and nested functions.
  func visitStatements(_ each: (Statement) -> Void) {
    for statement in self {
      each(statement)
      for part in statement.parts { part.visitStatements(each) }
    }
  }
}

extension Statement {
  /// The lists of statements that the statement contains, except the statements of closures and nested functions.
  var parts: [[Statement]] {
    switch form {
    case .expression(let value): if case .statement(let inner) = value.form { [[inner]] } else { [] }
    case .branch(_, let then, let otherwise): [then, otherwise]
    case .guard(_, let body), .loop(_, let body), .defer(let body): [body]
    case .select(_, let cases): cases.map(\.body)
    case .attempt(let body, let catches): [body] + catches
    case .conditional(let branches): branches.map(\.body)
    case .assignment, .variable, .function, .return, .throw, .jump: []
    }
  }
}

extension [Statement] {
  /// Whether one of the statements, or a statement that one of them contains, meets a condition. Statements of closures and nested functions
  /// don't count.
  func contain(_ meets: (Statement) -> Bool) -> Bool {
    contains { statement in meets(statement) || statement.parts.contains { $0.contain(meets) } }
  }
}

extension [Statement] {
  /// The names of the objects that the statements invalidate, such as timers.
  var namesInvalidated: Set<String> {
    var names: Set<String> = []
    visit { expression in
      if case .call(let callee, _) = expression.form, let path = callee.core.path, path.count > 1,
        path.last == "invalidate"
      {
        names.insert(path[path.count - 2])
      }
    }
    return names
  }

  /// The names of the variables and properties that the statements set to `true`, including the code of closures.
  var namesSetToTrue: Set<String> {
    var names: Set<String> = []
    collectNamesSetToTrue(&names)
    visit { if case .closure(let closure) = $0.form { closure.body.collectNamesSetToTrue(&names) } }
    return names
  }

  private func collectNamesSetToTrue(_ names: inout Set<String>) {
    for statement in self {
      switch statement.form {
      case .assignment(let target, "=", let value):
        if case .bool(true) = value.core.form, let name = target.core.path?.last { names.insert(name) }
      case .function(let function): function.body.collectNamesSetToTrue(&names)
      default: break
      }
      for part in statement.parts { part.collectNamesSetToTrue(&names) }
    }
  }
}
