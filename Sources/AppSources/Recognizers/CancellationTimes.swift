internal import AppFacts
internal import PolicySyntax

/// The times at which code cancels requests of background tasks.
struct CancellationTimes {
  private let program: Program
  /// The greatest number of functions between an entry point and a cancellation.
  private static let maximumDepth = 4

  init(_ program: Program) {
    self.program = program
  }

  /// The entries of a cancellation that every launch makes, or that an expiration handler makes, with the tasks of the handlers.
  func entries(for call: Call) -> [FactEntry] {
    if isAtEachLaunch(call, depth: 0) { return [FactEntry(.atEachLaunch, true, at: call.location)] }
    guard isAtExpiration(call.frame, depth: 0) else { return [] }
    let occasions = program.graph.flow.occasions(at: call.frame, after: call.order)
    return [FactEntry(.atExpiration, true, at: call.location)]
      + program.handlers.entries(for: occasions, at: call)
  }

  /// Whether the launch of the app always makes a call.
  private func isAtEachLaunch(_ call: Call, depth: Int) -> Bool {
    let body = call.frame.body
    guard depth < Self.maximumDepth, program.budget.take(), case .body = call.frame.callable.kind,
      call.frame.conditions.isEmpty, let statements = body.function?.body,
      let way = CertainWay(to: call.expression, in: statements), !way.before.contains(where: \.mayLeave)
    else { return false }
    if EntryMoments.moment(of: body, program) == .launch { return true }
    return program.graph.callers(of: body).contains { isAtEachLaunch($0, depth: depth + 1) }
  }

  /// Whether only the expiration handler of a background task runs the code of a frame.
  private func isAtExpiration(_ frame: Frame, depth: Int) -> Bool {
    for one in frame.chain {
      guard case .closure(let closure, nil, _) = one.kind,
        let expression = program.closureExpressions[ObjectIdentifier(closure)],
        case .assigned(let target, _)? = program.sinks[ObjectIdentifier(expression)]
      else { continue }
      return target.core.lastName == "expirationHandler"
    }
    let sites = program.graph.sites(of: frame.body)
    guard depth < Self.maximumDepth, program.budget.take(), !sites.isEmpty,
      EntryMoments.moment(of: frame.body, program) == nil
    else { return false }
    return sites.allSatisfy { $0.call != nil && isAtExpiration($0.frame, depth: depth + 1) }
  }
}
