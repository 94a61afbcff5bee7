internal import PolicySyntax

// Handlers that are no code, in the spellings of Swift and Objective-C.
extension Program {
  /// Whether an expression certainly has no value: `nil`, `.none`, `0` and `(void *)0`, a constant or a computed property with such a value,
  /// and a call of a function that returns nothing else.
  func isNothing(_ expression: Expression, in frame: Frame) -> Bool {
    if expression.isNothing { return true }
    if let call = callsByExpression[ObjectIdentifier(expression.core)] {
      let callees = callees(of: call)
      return callees.count == 1 && callees[0].returnsNothing
    }
    guard let body = property(of: expression, in: frame), let property = body.property, !property.isWrapped
    else { return false }
    if property.getter != nil { return body.returnsNothing }
    return property.isConstant && property.value?.isNothing ?? false
  }
}

extension Body {
  /// Whether the code returns `nil` each time.
  fileprivate var returnsNothing: Bool {
    !frame.returns.isEmpty && frame.returns.allSatisfy { $0.value.isNothing }
  }
}

extension Expression {
  /// The value of a literal that is a condition; `nil` for any other expression.
  var isTrue: Bool? {
    switch core.form {
    case .bool(let isTrue): isTrue
    case .number(let number): number != 0
    default: nil
    }
  }

  /// Whether the expression is a literal for no value.
  fileprivate var isNothing: Bool {
    switch core.form {
    case .null, .number(0): true
    case .member(let base, "none"): base == nil || base?.core.lastName == "Optional"
    case .call(let callee, let arguments):
      callee.core.lastName == "Optional" && arguments.count == 1 && arguments[0].value.isNothing
    default: false
    }
  }
}
