internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The waits of expiration handlers for work.
  static let expirationWaits = Recognizer { program in
    let builder = FactBuilder(program)
    let names = ["wait", "waitUntilAllOperationsAreFinished", "waitUntilFinished", "sync"]
    return names.flatMap { program.callsByName[$0] ?? [] }.compactMap { call -> CodeFact? in
      guard program.callees(of: call).isEmpty,
        call.name == "sync" ? isBusy(call, program) : call.waitsWithoutLimit,
        let handler = expirationHandler(around: call, program), !cancels(handler)
      else { return nil }
      return builder.fact(
        .wait, at: call,
        [
          FactEntry("api", builder.derived(.string(call.name), at: call)),
          FactEntry(.inExpiration, true, at: call.location),
        ])
    }
  }

  /// Whether code that waits runs on the queue on which a call runs its closure.
  private static func isBusy(_ call: Call, _ program: Program) -> Bool {
    guard let queue = call.base, !queue.isMainQueue, let path = queue.core.path else { return false }
    let name = path.last
    let waits = ["wait", "sleep", "usleep"].flatMap { program.callsByName[$0] ?? [] }
    return (program.callsByName["async"] ?? []).contains { other in
      guard other.base?.core.lastName == name, other.frame.body.types == call.frame.body.types else {
        return false
      }
      return waits.contains { other.expression.contains($0.expression) }
    }
  }

  /// The closure that handles an expiration around a call; `nil` if other code may run the call at another time.
  private static func expirationHandler(around call: Call, _ program: Program) -> Closure? {
    for one in call.frame.chain {
      guard case .closure(let closure, let around, _) = one.kind else { continue }
      if let expression = program.closureExpressions[ObjectIdentifier(closure)],
        case .assigned(let target, _)? = program.sinks[ObjectIdentifier(expression)]
      {
        return target.core.lastName == "expirationHandler" ? closure : nil
      }
      guard let around, let outer = program.callsByExpression[ObjectIdentifier(around)] else { return nil }
      if outer.name == "beginBackgroundTask" || outer.name == "beginBackgroundTaskWithExpirationHandler" {
        return closure
      }
      guard program.runsAtOnce(closure, in: outer) else { return nil }
    }
    return nil
  }

  /// Whether a handler cancels work, which then ends soon.
  private static func cancels(_ handler: Closure) -> Bool {
    var isFound = false
    handler.body.visit { expression in
      guard case .call(let callee, _) = expression.form, let name = callee.core.lastName else { return }
      if ["cancel", "stop", "abort", "suspend"].contains(where: name.lowercased().hasPrefix) {
        isFound = true
      }
    }
    return isFound
  }
}
