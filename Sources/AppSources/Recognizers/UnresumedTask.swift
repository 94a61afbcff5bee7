internal import PolicySyntax

extension Call {
  /// Whether the call makes a task of a session that certainly nothing starts: the code drops the task, or keeps the task only in a variable
  /// that it never resumes.
  func isNeverResumed(_ program: Program) -> Bool {
    guard program.callees(of: self).isEmpty else { return false }
    guard let sink = program.sinks[ObjectIdentifier(expression)] else { return isDropped }
    if case .assigned(let target, _) = sink { return target.text == "_" }
    // The only expression of a function without a result is no result.
    if case .returned(let frame) = sink, case .body = frame.kind, let function = frame.body.function {
      return function.returnType == nil
    }
    guard case .local(let local) = sink, !local.isStatic, local.assignments.isEmpty,
      local.alternatives.isEmpty
    else { return false }
    return local.uses.allSatisfy { use in
      switch program.sinks[ObjectIdentifier(use.expression)] {
      case .base(let member, _):
        if case .member(_, let name) = member.form { return Self.idleMembers.contains(name) }
        return program.callsByExpression[ObjectIdentifier(member)].map { Self.idleMembers.contains($0.name) }
          ?? false
      case .argument(let other, _): return other.isLogging
      default: return false
      }
    }
  }

  /// The members of a task that do not start it.
  private static let idleMembers: Set<String> = [
    "taskIdentifier", "taskDescription", "originalRequest", "currentRequest", "response", "state", "error",
    "priority", "progress", "earliestBeginDate", "countOfBytesClientExpectsToSend",
    "countOfBytesClientExpectsToReceive", "delegate", "prefersIncrementalDelivery", "suspend",
  ]

  /// Whether a statement consists of the call alone.
  private var isDropped: Bool {
    switch frame.callable.kind {
    // The branches of a single statement may be the result.
    case .closure(let closure, _, _): closure.body.count > 1 && closure.body.contains { $0.drops(expression) }
    default:
      frame.body.function.map { function in
        (function.body.count > 1 || function.returnType == nil)
          && function.body.contains { $0.drops(expression) }
      } ?? false
    }
  }
}

extension Statement {
  /// Whether the statement, or a statement in it, computes a value and does nothing with it.
  fileprivate func drops(_ value: Expression) -> Bool {
    switch form {
    case .expression(let own): own.core === value
    default: parts.contains { part in part.contains { $0.drops(value) } }
    }
  }
}
