internal import AppFacts
internal import PolicySyntax

// Delegates that keep the task, or a closure that completes it, until the system tells them the result of their work.
extension CompletionAnalysis {
  /// The methods by which a delegate learns that its work has succeeded or failed.
  private struct Results {
    let success: String
    let failure: String
    /// Whether the system calls the method for failures only if the work has failed.
    let failsOnly: Bool
  }

  private static let results = [
    Results(
      success: "locationManager(_:didUpdateLocations:)", failure: "locationManager(_:didFailWithError:)",
      failsOnly: true),
    Results(
      success: "urlSession(_:downloadTask:didFinishDownloadingTo:)",
      failure: "urlSession(_:task:didCompleteWithError:)", failsOnly: false),
  ]

  /// Notes the ways out of a delegate's method for failures that leave the task open, if only the delegate's method for success completes
  /// the task.
  ///
  /// - Parameters:
  ///   - property: The delegate's property that keeps the task, or a closure that completes the task.
  ///   - keeper: The function that sets the property; `nil` for a memberwise initializer.
  mutating func noteFailures(ofDelegateWith property: Body, setBy keeper: Body?) {
    guard depth < 4, let name = property.property?.name, !program.isUsedByOtherTypes(property) else { return }
    let methods = program.bodies.filter {
      $0.types == property.types && $0.outer == nil && $0.function != nil
    }
    func method(_ name: String) -> Body? { methods.first { $0.function?.fullName == name } }
    guard program.budget.take(methods.count),
      let results = Self.results.first(where: { method($0.success) != nil }),
      let success = method(results.success), let end = success.function?.context.position
    else { return }
    let failure = method(results.failure)
    let completing = completing(methods.filter { $0 !== keeper }, property: name)
    let helpers = completing.filter { $0 !== success && $0 !== failure }
    let names = Set(helpers.compactMap(\.function?.name)).union([name])
    guard completing.contains(where: { $0 === success }),
      helpers.allSatisfy({ isRunOnly(by: completing, $0) }),
      keeper.map({ !completesLater($0, names) }) ?? true
    else { return }
    guard let failure, let function = failure.function else {
      return addExit(success.location(end))
    }
    let place = failure.location(function.context.position)
    guard completing.contains(where: { $0 === failure }) else {
      if !mentions(names, in: function.body) { addExit(place) }
      return
    }
    guard results.failsOnly, asksOnce(of: property.types) else { return }
    let outside = (losesErrors, cases)
    (losesErrors, cases) = (false, KnownCases())
    defer { (losesErrors, cases) = outside }
    let own = Names(tasks: names, properties: names, functions: names)
    let state = self.completing { $0.run(function.body, own, in: failure, from: State(pending: [place])) }
    state?.pending.forEach { addExit($0) }
  }

  /// The property that keeps a closure, and the function that sets the property, if the closure is an argument of a call.
  func keeper(of closure: Expression, passedTo expression: Expression) -> (property: Body, setter: Body?)? {
    guard let call = program.callsByExpression[ObjectIdentifier(expression)],
      let index = call.arguments.firstIndex(where: { $0.value === closure })
    else { return nil }
    if let property = program.memberwiseProperty(for: index, of: call) { return (property, nil) }
    let callees = program.callees(of: call)
    guard callees.count == 1, let function = callees[0].function,
      let name = call.bindings(to: function.parameters)?.first(where: { $0.value === closure })?.key
    else { return nil }
    let kept = (program.assignmentsByBody[ObjectIdentifier(callees[0])] ?? []).filter {
      $0.value.core.path == [name]
    }
    guard kept.count == 1, let property = program.property(of: kept[0].target, in: kept[0].frame) else {
      return nil
    }
    return (property, callees[0])
  }

  /// The methods that complete the task, themselves or by other methods of the same object.
  private func completing(_ methods: [Body], property: String) -> [Body] {
    let names = Names(tasks: [property], properties: [property], functions: [property])
    var found = methods.filter { completesAnywhere($0.function?.body ?? [], names, orPassesOn: true) }
    while true {
      let more = methods.filter { one in
        !found.contains { $0 === one }
          && ownCallees(of: one).contains { callee in found.contains { $0 === callee } }
      }
      guard !more.isEmpty else { return found }
      found += more
    }
  }

  /// Whether only other methods, and expiration handlers, run a method.
  private func isRunOnly(by others: [Body], _ method: Body) -> Bool {
    guard let callers = program.callers(of: method), !callers.isEmpty else { return false }
    return callers.allSatisfy { call in
      others.contains { $0 === call.frame.body } || call.frame.isInExpirationHandler(program)
    }
  }

  /// Whether a closure of a function, other than an expiration handler, completes the task.
  private func completesLater(_ body: Body, _ names: Set<String>) -> Bool {
    Self.completions.union(names).contains { name in
      (program.callsByName[name] ?? []).contains { call in
        call.frame.body === body && call.frame.callable !== body.frame
          && !call.frame.isInExpirationHandler(program)
      }
    }
  }

  private func mentions(_ names: Set<String>, in statements: [Statement]) -> Bool {
    var isFound = false
    statements.visit { if let name = $0.lastName, names.contains(name) { isFound = true } }
    return isFound
  }

  /// Whether the methods of a type ask for one location each time: a failure then ends the work.
  private func asksOnce(of types: [String]) -> Bool {
    func calls(_ name: String) -> Bool {
      (program.callsByName[name] ?? []).contains { $0.frame.body.types == types }
    }
    return calls("requestLocation") && !calls("startUpdatingLocation")
  }
}

extension Frame {
  /// Whether the frame's code is in a closure that is the expiration handler of a task.
  fileprivate func isInExpirationHandler(_ program: Program) -> Bool {
    chain.contains { frame in
      guard case .closure(let closure, _, _) = frame.kind,
        let expression = program.closureExpressions[ObjectIdentifier(closure)],
        case .assigned(let target, _)? = program.sinks[ObjectIdentifier(expression)]
      else { return false }
      return target.core.lastName == "expirationHandler"
    }
  }
}

extension Program {
  /// Whether code of other types may use a property.
  func isUsedByOtherTypes(_ property: Body) -> Bool {
    (uses[property.property?.name ?? ""] ?? []).contains { use in
      guard use.frame.body.types != property.types else { return false }
      let found = self.property(of: use.expression, in: use.frame)
      return found == nil || found === property
    }
  }
}
