internal import PolicySyntax

extension Program {
  /// Whether code drops the result of a call, because the call is a statement of its own.
  func dropsResult(of call: Call) -> Bool {
    switch sinks[ObjectIdentifier(call.expression)] {
    case .returned(let frame):
      // The only expression of a function is its result, unless the function has none.
      guard frame === frame.body.frame, let function = frame.body.function else { return false }
      return ["Void", "()", "void"].contains(function.returnType ?? "Void")
    case nil:
      let code: [Statement]
      switch call.frame.callable.kind {
      case .closure(let closure, _, _): code = closure.body
      default: code = call.frame.body.function?.body ?? []
      }
      return code.contain { statement in
        if case .expression(let value) = statement.form { value.core === call.expression } else { false }
      }
    default: return false
    }
  }
}
