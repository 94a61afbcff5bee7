internal import AppFacts
internal import PolicySyntax

// Objects that keep the task, such as `Runner` in `Runner(task: task).run()`.
extension CompletionAnalysis {
  /// The property that keeps the task of an object.
  private struct Owner {
    let property: Body
    /// The names of the task in the object's initializers and methods.
    let names: Set<String>
  }

  /// Analyzes the method that a call runs on an object that was made with the task.
  ///
  /// - Returns: Whether the call completes the task, or passes the task on; `nil` if the receiver is no such object.
  mutating func completes(_ expression: Expression, onOwner base: Expression, _ names: Names) -> Bool? {
    let kept = base.core.path?.withoutSelf.flatMap { names.owners[$0] }
    guard let owner = owner(kept ?? base, names),
      let call = program.callsByExpression[ObjectIdentifier(expression)], depth < 4
    else { return nil }
    let callees = program.callees(of: call)
    guard callees.count == 1, let method = callees.first, method.types == owner.property.types,
      let function = method.function, let enders = enders(of: owner, runBy: method)
    else {
      // Other code may complete the task of an object that a variable keeps.
      guard kept != nil else { return nil }
      escapes = true
      return true
    }
    depth += 1
    defer { depth -= 1 }
    let outside = (losesErrors, cases, flags, invalidated)
    (losesErrors, cases) = (false, KnownCases())
    flags.formUnion(function.body.namesSetToTrue)
    invalidated.formUnion(function.body.namesInvalidated)
    defer { (losesErrors, cases, flags, invalidated) = outside }
    let own = Names(
      tasks: enders, properties: enders.union([owner.property.property?.name ?? ""]), functions: enders)
    let place = method.location(function.context.position)
    let state = completing { $0.run(function.body, own, in: method, from: State(pending: [place])) }
    certain = nil
    guard let state, state.isDone || state.isUnreachable else {
      escapes = true
      return true
    }
    noteExpiration(of: owner)
    state.pending.forEach { addExit($0) }
    return true
  }

  /// The object that an expression makes with the task.
  private func owner(_ expression: Expression, _ names: Names) -> Owner? {
    guard let call = program.callsByExpression[ObjectIdentifier(expression.core)],
      call.name.first?.isUppercase ?? false,
      let index = call.arguments.firstIndex(where: { names.mentionTask($0.value) })
    else { return nil }
    if let property = program.memberwiseProperty(for: index, of: call), let name = property.property?.name {
      return Owner(property: property, names: [name])
    }
    let initializers = program.callees(of: call)
    guard initializers.count == 1, let initializer = initializers.first,
      let function = initializer.function,
      let name = call.bindings(to: function.parameters)?.first(where: {
        $0.value === call.arguments[index].value
      })?
      .key, !completesAnywhere(function.body, Names(tasks: [name]), orPassesOn: true),
      ownCallees(of: initializer).isEmpty
    else { return nil }
    let kept = (program.assignmentsByBody[ObjectIdentifier(initializer)] ?? []).filter {
      $0.value.core.path == [name]
    }
    guard kept.count == 1, let property = program.property(of: kept[0].target, in: kept[0].frame),
      property.types == initializer.types, let own = property.property?.name
    else { return nil }
    return Owner(property: property, names: [name, own])
  }

  // MARK: - Objects in variables

  /// Whether a variable keeps an object that is made with the task, and code uses the variable only to call the object's methods.
  func keepsOwner(_ value: Expression, in variable: Variable, _ names: Names) -> Bool {
    guard variable.names.count == 1, !variable.isPattern, owner(value, names) != nil,
      let local = program.callsByExpression[ObjectIdentifier(value.core)]?.frame.local(variable.names[0]),
      local.assignments.isEmpty
    else { return false }
    return !local.uses.isEmpty && local.uses.allSatisfy { isReceiver($0.expression) }
  }

  /// Whether an assignment keeps an object that is made with the task in a property, and the same function calls a method of the object.
  func keepsOwner(_ value: Expression, in target: Expression, _ names: Names) -> Bool {
    guard owner(value, names) != nil, let name = target.core.lastName,
      let frame = program.callsByExpression[ObjectIdentifier(value.core)]?.frame,
      program.property(of: target, in: frame) != nil
    else { return false }
    return (program.uses[name] ?? []).contains { use in
      use.frame.body === frame.body && isReceiver(use.expression)
    }
  }

  /// Whether an expression is the receiver of a method's call.
  private func isReceiver(_ expression: Expression) -> Bool {
    guard case .base(let outer, _)? = program.sinks[ObjectIdentifier(expression)] else { return false }
    return program.callsByExpression[ObjectIdentifier(outer)] != nil
  }

  /// The methods of an object that complete its task; `nil` if code other than the methods that `method` runs may complete the task.
  private func enders(of owner: Owner, runBy method: Body) -> Set<String>? {
    guard let name = owner.property.property?.name else { return nil }
    guard !program.isUsedByOtherTypes(owner.property) else { return nil }
    let methods = program.bodies.filter {
      $0.types == owner.property.types && $0.outer == nil && $0.function != nil
    }
    let names = Names(tasks: [], properties: [name])
    var complete = methods.filter { completesAnywhere($0.function?.body ?? [], names, orPassesOn: true) }
    // The methods that the method runs have to be all methods that complete the task.
    var reached = [method]
    var open = [method]
    while let next = open.popLast() {
      for one in ownCallees(of: next) where !reached.contains(where: { $0 === one }) {
        reached.append(one)
        open.append(one)
      }
    }
    guard complete.allSatisfy({ one in reached.contains { $0 === one } }) else { return nil }
    while true {
      let more = reached.filter { one in
        !complete.contains { $0 === one }
          && ownCallees(of: one).contains { callee in complete.contains { $0 === callee } }
      }
      guard !more.isEmpty else { break }
      complete += more
    }
    return Set(complete.filter { $0 !== method }.compactMap(\.function?.name))
  }

  /// The methods of the same object that a method calls, or passes on.
  func ownCallees(of method: Body) -> [Body] {
    var found: [Body] = []
    method.function?.body.visit { expression in
      guard let path = expression.core.path, path.count == 1 || path.count == 2 && path[0] == "self",
        let name = path.last, program.functions[name] != nil
      else { return }
      found += program.functions(named: name, of: method.types, from: method.file)
    }
    return found
  }

  /// Notes the expiration handler that an object sets on its task.
  private mutating func noteExpiration(of owner: Owner) {
    let assignments = program.assignmentsByName["expirationHandler"] ?? []
    for assignment in assignments where assignment.frame.body.types == owner.property.types {
      guard let path = assignment.target.core.path, path.count > 1, owner.names.contains(path[path.count - 2])
      else { continue }
      noteHandler(assignment.value, in: assignment.frame)
    }
  }
}

extension [String] {
  /// The names of a path as one text, without `self` at the beginning.
  var withoutSelf: String? {
    let names = first == "self" ? dropFirst() : self[...]
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}
