internal import PolicySyntax

// Expressions that wait for other work, and tasks whose errors are lost.
extension Expression {
  /// Whether evaluating the expression waits for other work.
  var waits: Bool {
    let names: Set<String> = ["wait", "waitUntilAllOperationsAreFinished", "waitUntilFinished"]
    var waits = false
    func look(_ expression: Expression) {
      switch expression.form {
      case .await: waits = true
      case .attempt(_, let inner), .unwrapped(let inner, _), .cast(let inner, _, _), .prefix(_, let inner):
        look(inner)
      case .binary(_, let left, let right):
        look(left)
        look(right)
      case .call(let callee, _): if names.contains(callee.core.lastName ?? "") { waits = true }
      default: break
      }
    }
    look(self)
    return waits
  }

  /// The place at which evaluating the expression may throw an error, other than the error of a canceled task; `nil` if the expression
  /// throws no such error.
  var throwing: Position? {
    switch form {
    case .attempt("try", let inner): inner.core.onlyThrowsCancellation ? nil : position
    case .await(let inner), .unwrapped(let inner, _), .cast(let inner, _, _), .prefix(_, let inner):
      inner.throwing
    case .binary(_, let left, let right): left.throwing ?? right.throwing
    case .call(let callee, let arguments):
      callee.throwing ?? arguments.lazy.compactMap(\.value.throwing).first
    case .member(let base?, _): base.throwing
    default: nil
    }
  }

  /// Whether the expression is `Task.checkCancellation()` or `Task.sleep(…)`.
  private var onlyThrowsCancellation: Bool {
    guard case .call(let callee, _) = form, let path = callee.core.path else { return false }
    return path == ["Task", "checkCancellation"] || path == ["Task", "sleep"]
  }
}

extension Program {
  /// Whether a call starts a `Task` in a body that reads neither the task's value nor its result, so that an error of the task is lost.
  func isUnobservedTask(_ expression: Expression, in body: Body) -> Bool {
    guard case .call(let callee, _) = expression.form,
      callee.core.path == ["Task"] || callee.core.path == ["Task", "detached"]
    else { return false }
    return !["value", "result"].contains { name in
      (uses[name] ?? []).contains { $0.frame.body === body }
    }
  }

  /// Whether an expression is a property of the sources that no code reads.
  func isNeverRead(_ target: Expression, in body: Body) -> Bool {
    guard let property = property(of: target, in: body.frame)?.property, property.getter == nil,
      property.accessors.isEmpty, !property.context.isExposed
    else { return false }
    // Objective-C also reads the variable behind a property.
    return [property.name, "_" + property.name].allSatisfy(isOnlyAssigned)
  }

  /// Whether code uses a name only to assign values.
  private func isOnlyAssigned(_ name: String) -> Bool {
    if let known = onlyAssigned[name] { return known }
    let targets = Set((assignmentsByName[name] ?? []).map { ObjectIdentifier($0.target.core) })
    let isOnlyAssigned =
      (uses[name] ?? []).allSatisfy { targets.contains(ObjectIdentifier($0.expression)) }
      && (callsByName[name] ?? []).isEmpty
    onlyAssigned[name] = isOnlyAssigned
    return isOnlyAssigned
  }
}
