internal import AppFacts
internal import PolicySyntax

/// Finds the submissions that the same code cancels at once.
struct CancelledRequests {
  private let program: Program
  /// The greatest number of functions between a statement and the submission or cancellation that it makes.
  private static let maximumDepth = 4

  init(_ program: Program) {
    self.program = program
  }

  /// The submissions that always come before a cancellation, on the way of statements that ends with the cancellation.
  func submissions(before cancellation: Call) -> [Call] {
    var seen: Set<ObjectIdentifier> = []
    return submissions(before: cancellation, depth: 0, &seen)
  }

  private func submissions(before call: Call, depth: Int, _ seen: inout Set<ObjectIdentifier>) -> [Call] {
    guard depth < Self.maximumDepth, seen.insert(ObjectIdentifier(call.expression)).inserted else {
      return []
    }
    let code: [Statement]
    switch call.frame.callable.kind {
    case .closure(let closure, _, _): code = closure.body
    default: code = call.frame.body.function?.body ?? []
    }
    guard program.budget.take(code.count), let way = CertainWay(to: call.expression, in: code) else {
      return []
    }
    // A request that is submitted again after the cancellation stays.
    guard way.after.allSatisfy({ submissions(in: $0).isEmpty }) else { return [] }
    if let last = way.before.lastIndex(where: { !submissions(in: $0).isEmpty }) {
      // Code that leaves the function in between keeps the request on that way.
      return way.before[(last + 1)...].contains(where: \.mayLeave) ? [] : submissions(in: way.before[last])
    }
    guard !way.before.contains(where: \.mayLeave), case .body = call.frame.callable.kind else { return [] }
    return program.graph.callers(of: call.frame.body).flatMap {
      submissions(before: $0, depth: depth + 1, &seen)
    }
  }

  /// The calls that submit requests in a statement, or in the functions that the statement calls, without code that runs later.
  private func submissions(in statement: Statement) -> [Call] {
    var seen: Set<ObjectIdentifier> = []
    return submissions(in: [statement], depth: 0, &seen)
  }

  private func submissions(
    in statements: [Statement], depth: Int, _ seen: inout Set<ObjectIdentifier>
  ) -> [Call] {
    guard depth < Self.maximumDepth, program.budget.take() else { return [] }
    var later: Set<ObjectIdentifier> = []
    statements.visit { expression in
      expression.closure?.body.visit { later.insert(ObjectIdentifier($0)) }
    }
    var found: [Call] = []
    statements.visit { expression in
      guard !later.contains(ObjectIdentifier(expression)),
        let call = program.callsByExpression[ObjectIdentifier(expression)]
      else { return }
      if Recognizer.submissionNames.contains(call.name) {
        if Recognizer.isScheduler(call.base, in: call.frame, program) { found.append(call) }
      }
      for body in program.callees(of: call) where seen.insert(ObjectIdentifier(body)).inserted {
        found += submissions(in: body.function?.body ?? [], depth: depth + 1, &seen)
      }
    }
    return found
  }
}

extension Statement {
  /// Whether the statement may leave the function that contains the statement.
  var mayLeave: Bool {
    [self].contain { statement in
      switch statement.form {
      case .return, .throw, .jump, .guard: true
      default: false
      }
    }
  }
}
