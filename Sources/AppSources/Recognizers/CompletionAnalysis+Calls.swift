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
      if completes(expression, names, in: body, while: state.isWorking) { state = state.completed }
      guard !state.pending.isEmpty else { continue }
      if expression.waits { state.isWorking = false }
      if StartedWork(program).isStarted(by: expression) { state.isWorking = true }
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
      if isWorking, early == nil { early = body.location(expression.position) }
      return true
    }
    var isDone = false
    switch callee.form {
    case .member(let base?, let method):
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
    for argument in arguments {
      if case .closure(let closure) = argument.value.core.form {
        if run(closure, names, in: body, losesErrors: program.isUnobservedTask(expression, in: body)) {
          isDone = true
        }
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
    return isDone
  }

  /// The place of the closure that receives a publisher's failure, if only the closure for its values completes the task.
  private func failureOfPublisher(_ callee: Expression, _ arguments: [Argument], _ names: Names) -> Position?
  {
    guard case .member(let publisher?, "sink") = callee.form,
      let failure = arguments.first(where: { $0.label == "receiveCompletion" })?.value,
      case .closure(let closure) = failure.core.form, !closure.body.isEmpty
    else { return nil }
    var mayFail = !names.mentionsTask(in: failure)
    publisher.visit { expression in
      guard case .member(_, let name) = expression.form else { return }
      if ["replaceError", "catch", "assertNoFailure"].contains(name) { mayFail = false }
    }
    return mayFail ? failure.core.position : nil
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
      if case .name(let name) = $0.form, inner.tasks.contains(name) { mentions = true }
      if !inner.properties.isEmpty, inner.mentionTask($0) { mentions = true }
    }
    guard mentions else { return false }
    closures += 1
    let outside = (losesErrors, lost)
    (losesErrors, lost) = (isUnobserved, nil)
    defer {
      closures -= 1
      (losesErrors, lost) = outside
    }
    let state = run(closure.body, inner, in: body, from: State(pending: [body.location(closure.position)]))
    guard state.isDone || state.isUnreachable else { return false }
    if let lost { addExit(lost) }
    state.pending.forEach { addExit($0) }
    return true
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
    depth += 1
    defer { depth -= 1 }
    if completesAnywhere(function.body, Names(tasks: [name])) { mayComplete = true }
    flags.formUnion(function.body.namesSetToTrue)
    invalidated.formUnion(function.body.namesInvalidated)
    let place = next.location(function.context.position)
    let names = isList ? Names(tasks: [], lists: [name]) : Names(tasks: [name])
    let outside = (losesErrors, cases)
    (losesErrors, cases) = (false, cases.ofProperties)
    defer { (losesErrors, cases) = outside }
    let state = run(function.body, names, in: next, from: State(pending: [place]))
    // A function that never completes the task adds no ways out: the ways out of the calling code count.
    guard state.isDone || state.isUnreachable else { return false }
    state.pending.forEach { addExit($0) }
    return true
  }
}
