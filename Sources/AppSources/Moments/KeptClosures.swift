internal import AppFacts

// The properties that keep closures.
extension Program {
  /// The stored property that keeps a closure: the closure is the property's initial value, or is assigned to the property.
  func property(keeping closure: Closure) -> Body? {
    guard let expression = closureExpressions[ObjectIdentifier(closure)] else { return nil }
    switch sinks[ObjectIdentifier(expression)] {
    case .property: return closures[ObjectIdentifier(closure)]?.body
    case .assigned(let target, let frame): return property(of: target, in: frame)
    default: return nil
    }
  }

  /// Whether the code only sets and calls a property that keeps a closure, and all calls by the property's name are known to be calls of
  /// the property or of something else.
  func isOnlyCalled(_ body: Body) -> Bool {
    guard let name = body.property?.name, body.property?.context.isExposed == false else { return false }
    let calls = callsByName[name] ?? []
    guard budget.take(calls.count), !calls.isEmpty else { return false }
    let areKnown = calls.allSatisfy { call in
      guard let callee = call.callee, callees(of: call).isEmpty else { return true }
      return property(of: callee, in: call.frame) != nil || call.frame.local(name) != nil && call.base == nil
    }
    let called = Set(calls.compactMap(\.callee).map { ObjectIdentifier($0) })
    return areKnown
      && (uses[name] ?? []).allSatisfy { use in
        called.contains(ObjectIdentifier(use.expression))
          || assignmentsByTarget[ObjectIdentifier(use.expression)] != nil
      }
  }
}
