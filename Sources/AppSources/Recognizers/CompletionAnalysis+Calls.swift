internal import PolicySyntax

// The expressions, closures and functions that may complete the task.
extension CompletionAnalysis {
  /// The state after expressions: done if an expression completes the task, or starts code that completes the task.
  mutating func evaluate(
    _ expressions: [Expression], _ names: Names, in body: Body, from state: State
  ) -> State {
    var state = state
    for expression in expressions {
      if losesErrors, lost == nil, !state.pending.isEmpty, let place = expression.throwing,
        !names.mentionsTask(in: expression)
      {
        lost = body.location(place)
      }
      let before = certain
      certain = nil
      if completes(expression, names, in: body, while: state.isWorking) {
        state = completed(state)
      } else {
        certain = before
      }
      guard !state.pending.isEmpty else { continue }
      if expression.waits {
        state.isWorking = false
        isLong = true
      }
      var work = StartedWork(program)
      if work.isStarted(by: expression) {
        state.isWorking = true
        isLong = true
      }
    }
    return state
  }

  private mutating func completes(
    _ expression: Expression, _ names: Names, in body: Body, while isWorking: Bool
  ) -> Bool {
    func inner(_ one: Expression, _ analysis: inout Self) -> Bool {
      analysis.completes(one, names, in: body, while: isWorking)
    }
    switch expression.core.form {
    case .call(let callee, let arguments):
      return completes(expression.core, callee.core, arguments, names, in: body, while: isWorking)
    case .binary(_, let left, let right):
      let first = inner(left, &self)
      return inner(right, &self) || first
    case .ternary(_, let first, let second):
      let isFirst = inner(first, &self)
      return inner(second, &self) && isFirst
    case .member(let base?, _): return inner(base, &self)
    case .other(_, let all): return all.reduce(false) { inner($1, &self) || $0 }
    case .array(let all): return keep(all, names) || all.reduce(false) { inner($1, &self) || $0 }
    case .dictionary(let entries):
      let all = entries.map(\.value)
      return keep(all, names) || all.reduce(false) { inner($1, &self) || $0 }
    default: return false
    }
  }

  private mutating func completes(
    _ expression: Expression, _ callee: Expression, _ arguments: [Argument], _ names: Names, in body: Body,
    while isWorking: Bool
  ) -> Bool {
    if names.completes(by: callee) || names.ends(arguments, by: callee) {
      completes = true
      if closures > 0 { isLong = true }
      if isWorking, early == nil { early = body.location(expression.position) }
      // A function of the handler may test whether the task is already completed.
      if !names.isFunction(callee) {
        certain = CertainCompletion(location: body.location(expression.position))
      }
      return true
    }
    var isDone = false
    if let call = program.callsByExpression[ObjectIdentifier(expression)], call.isLogging,
      program.callees(of: call).isEmpty
    {
      let others = arguments.filter { !names.mentionTask($0.value) }
      return others.reduce(false) { completes($1.value, names, in: body, while: isWorking) || $0 }
    }
    switch callee.form {
    case .member(let base?, "setValue")
    where names.mentionTask(base) && arguments.last?.value.literalText == "expirationHandler":
      noteHandler(arguments[0].value, in: body.frame)
      return false
    case .member(let base?, let method):
      if let isDone = completes(expression, onOwner: base, names) { return isDone }
      if names.mentionTask(base), let own = methodOfTask(expression, named: method) {
        return enter(own, Names(tasks: Self.completions.union(["self"])))
      }
      if names.mentionList(base), method == "forEach", let closure = arguments.first?.value.core.closure {
        var own = names
        own.tasks = [closure.parameters.first?.name ?? "$0"]
        let end = run(closure.body, own, in: body, from: State(pending: [body.location(closure.position)]))
        end.pending.forEach { addExit($0) }
        return true
      }
      isDone = completes(base, names, in: body, while: isWorking)
    case .closure(let closure): isDone = run(closure, names, in: body)
    default: break
    }
    if isDone {
      completes = true
      return true
    }
    var done: Set<ObjectIdentifier> = []
    for argument in arguments {
      if case .closure(let closure) = argument.value.core.form {
        if argument.isForEvents(of: callee, with: arguments) {
          if mayComplete(onEvent: closure, names) { isDone = true }
        } else if run(
          closure, names, in: body, losesErrors: program.isUnobservedTask(expression, in: body))
        {
          done.insert(ObjectIdentifier(closure))
          isDone = true
          if let kept = keeper(of: argument.value, passedTo: expression) {
            noteFailures(ofDelegateWith: kept.property, setBy: kept.setter)
          }
        }
        certain?.isInClosure = true
        if Self.mayNeverRun(callee, label: argument.label) { certain = nil }
      } else if names.mentionTask(argument.value) || names.mentionList(argument.value)
        || names.mentionCompletion(argument.value)
      {
        if follow(expression, argument.value, isList: names.mentionList(argument.value), in: body) {
          isDone = true
        }
      } else if completes(argument.value, names, in: body, while: isWorking) {
        isDone = true
      }
    }
    if isDone, let failure = failureOfPublisher(callee, arguments, names) { addExit(body.location(failure)) }
    if !escapes, let forgotten = Outcome.forgotten(among: arguments, where: done, names) {
      addExit(body.location(forgotten))
    }
    return isDone
  }

  /// Whether a call may never run a closure that it receives: an expiration handler, or the end of a time limit.
  private static func mayNeverRun(_ callee: Expression, label: String?) -> Bool {
    let names: Set<String> = [
      "beginBackgroundTask", "performExpiringActivity", "asyncAfter", "scheduledTimer", "Timer",
    ]
    return names.contains(callee.lastName ?? "") || Outcome(label) == .failure || label == "onCancel"
  }

  /// The place of the closure that receives a publisher's failure, if only the closure for its values completes the task.
  private func failureOfPublisher(_ callee: Expression, _ arguments: [Argument], _ names: Names) -> Position?
  {
    guard case .member(let publisher?, "sink") = callee.form,
      let failure = arguments.first(where: { $0.label == "receiveCompletion" })?.value,
      case .closure(let closure) = failure.core.form
    else { return nil }
    var mayFail = !names.mentionsTask(in: failure)
    var fails = false
    visit(publisher) { name in
      if ["replaceError", "catch", "assertNoFailure", "Never"].contains(name) { mayFail = false }
      if ["dataTaskPublisher", "tryMap", "Fail"].contains(name) { fails = true }
    }
    // A closure without code says nothing: a publisher that never fails may have such a closure.
    return mayFail && (fails || !closure.body.isEmpty) ? failure.core.position : nil
  }

  /// Calls a closure with the names in an expression for a publisher, and in the functions that make the publisher.
  private func visit(_ publisher: Expression, depth: Int = 0, _ each: (String) -> Void) {
    publisher.visit { expression in
      if let name = expression.lastName { each(name) }
      guard depth < 3, case .call = expression.form,
        let call = program.callsByExpression[ObjectIdentifier(expression)]
      else { return }
      each(call.name)
      for body in program.callees(of: call) {
        if body.function?.returnType?.hasSuffix("Never>") ?? false { each("Never") }
        for (value, _) in body.frame.returns { visit(value, depth: depth + 1, each) }
      }
    }
  }

  /// Whether a collection contains the task. The collection keeps the task for other code, which may complete it.
  private mutating func keep(_ elements: [Expression], _ names: Names) -> Bool {
    guard elements.contains(where: { names.mentionTask($0) }) else { return false }
    escapes = true
    return true
  }

  /// Analyzes a closure that the code runs. Only a closure that mentions the task has ways out.
  mutating func run(
    _ closure: Closure, _ names: Names, in body: Body, losesErrors isUnobserved: Bool = false
  ) -> Bool {
    var inner = names
    inner.tasks.subtract(closure.parameters.map(\.name))
    var mentions = false
    closure.body.visit {
      if case .name(let name) = $0.form, inner.tasks.contains(name) || inner.owners[name] != nil {
        mentions = true
      }
      if !inner.properties.isEmpty, inner.mentionTask($0) { mentions = true }
    }
    guard mentions else { return false }
    closures += 1
    let outside = (losesErrors, lost)
    (losesErrors, lost) = (isUnobserved, nil)
    let known = exits
    defer {
      closures -= 1
      (losesErrors, lost) = outside
      // A closure with a way out does not certainly complete the task.
      if exits != known { certain = nil }
    }
    guard
      let state = completing({
        $0.run(closure.body, inner, in: body, from: State(pending: [body.location(closure.position)]))
      }), state.isDone || state.isUnreachable
    else { return false }
    if let lost { addExit(lost) }
    state.pending.forEach { addExit($0) }
    return true
  }

  /// The state after code; `nil` if the code neither completes the task nor passes the task on. Such code has no ways out of its own: the
  /// ways out of the code around it count.
  mutating func completing(_ run: (inout Self) -> State) -> State? {
    let outside = (exits, exitsOfClosures, completes, escapes)
    (completes, escapes) = (false, false)
    let state = run(&self)
    let isPart = completes || escapes
    (completes, escapes) = (completes || outside.2, escapes || outside.3)
    guard isPart else {
      forgetExits(after: outside.0, outside.1)
      return nil
    }
    return state
  }

  /// Analyzes the function that receives the task, or the list of tasks.
  private mutating func follow(_ expression: Expression, _ argument: Expression, isList: Bool, in body: Body)
    -> Bool
  {
    guard depth < 4, let call = program.callsByExpression[ObjectIdentifier(expression)] else {
      escapes = true
      return true
    }
    let callees = program.callees(of: call)
    guard callees.count == 1, let next = callees.first, let function = next.function, !function.body.isEmpty,
      let name = call.bindings(to: function.parameters)?.first(where: { $0.value === argument })?.key
    else {
      escapes = true
      return true
    }
    if completesAnywhere(function.body, Names(tasks: [name])) { mayComplete = true }
    return enter(next, isList ? Names(tasks: [], lists: [name]) : Names(tasks: [name]))
  }

  /// The method that a call of the task runs, if an extension of the task's class declares that method.
  private func methodOfTask(_ expression: Expression, named name: String) -> Body? {
    guard depth < 4, !Self.completions.contains(name),
      let call = program.callsByExpression[ObjectIdentifier(expression)]
    else { return nil }
    let found = SchedulerTypes.tasks.flatMap { type in
      program.functions(named: name, of: [type], from: call.frame.body.file)
    }.filter { $0.function.map { call.fits($0.parameters) } ?? false }
    return found.count == 1 ? found.first : nil
  }

  /// Analyzes a function in which the task has the given names.
  private mutating func enter(_ next: Body, _ names: Names) -> Bool {
    guard let function = next.function else { return false }
    depth += 1
    defer { depth -= 1 }
    if completesAnywhere(function.body, names) { mayComplete = true }
    flags.formUnion(function.body.namesSetToTrue)
    invalidated.formUnion(function.body.namesInvalidated)
    let place = next.location(function.context.position)
    let outside = (losesErrors, cases)
    (losesErrors, cases) = (false, cases.ofProperties)
    defer { (losesErrors, cases) = outside }
    guard let state = completing({ $0.run(function.body, names, in: next, from: State(pending: [place])) }),
      state.isDone || state.isUnreachable
    else { return false }
    state.pending.forEach { addExit($0) }
    return true
  }
}
