internal import AppFacts
internal import PolicySyntax

/// Analyzes whether each way out of a handler completes the task, or calls the completion handler, and not before the work is done.
struct CompletionAnalysis {
  let program: Program
  /// The ways out without completion.
  private(set) var exits: [FactLocation] = []
  /// The ways out of closures: other code, such as a timer, may have completed the task before them.
  private(set) var exitsOfClosures: Set<FactLocation> = []
  private var closures = 0
  /// Whether the task is passed to code that was not found.
  private(set) var escapes = false
  /// Whether some way out completes the task.
  private(set) var completes = false
  /// The consequence of the expiration handler; `nil` if none is set.
  private(set) var expiration: ExpirationOutcome?
  /// The place where the task is completed while work that started earlier still runs.
  private(set) var early: FactLocation?
  /// Whether any code of the handler completes the task, whether or not the analysis finds a way there.
  private var mayComplete = false
  private var depth = 0
  /// The variables that the handler sets to true, such as a flag that remembers a completion.
  private var flags: Set<String> = []
  /// The objects that the handler invalidates, such as a timer that completes the task if time is up.
  private var invalidated: Set<String> = []
  private var cases = KnownCases()
  /// Whether an error that the code throws is lost: the code runs in a `Task` whose value nobody reads.
  private var losesErrors = false
  /// The first place at which a lost error leaves the code before the completion.
  private var lost: FactLocation?

  init(_ program: Program) {
    self.program = program
  }

  /// The word for `completes` in facts.
  var word: String {
    if !completes, mayComplete { return "escapes" }
    if exits.isEmpty { return completes ? "always" : "escapes" }
    return completes || escapes ? "sometimes" : "never"
  }

  /// Analyzes the body of a handler whose task, or completion handler, has one of the names.
  mutating func analyze(_ statements: [Statement], names: Set<String>, in body: Body, end: Position) {
    if completesAnywhere(statements, names) { mayComplete = true }
    flags.formUnion(statements.namesSetToTrue)
    invalidated.formUnion(statements.namesInvalidated)
    let state = run(statements, Names(tasks: names), in: body, from: State(pending: [body.location(end)]))
    state.pending.forEach { addExit($0) }
  }

  /// Analyzes the body of a handler of several tasks, which a parameter lists.
  mutating func analyze(_ statements: [Statement], list: String, in body: Body, end: Position) {
    let state = run(
      statements, Names(tasks: [], lists: [list]), in: body, from: State(pending: [body.location(end)]))
    state.pending.forEach { addExit($0) }
  }

  private mutating func addExit(_ location: FactLocation) {
    if !exits.contains(location) { exits.append(location) }
    if closures > 0 { exitsOfClosures.insert(location) }
  }

  // MARK: - Statements

  private mutating func run(_ statements: [Statement], _ names: Names, in body: Body, from start: State)
    -> State
  {
    var state = start
    var names = names
    for statement in statements {
      guard !state.isUnreachable else { break }
      if case .variable(let variable) = statement.form, let value = variable.value, names.mentionTask(value) {
        names.tasks.formUnion(variable.names)
      }
      // A function in the handler that completes the task may be called from anywhere in the handler.
      if case .function(let function) = statement.form,
        completesAnywhere(function.body, names.tasks, orPassesOn: true)
      {
        names.tasks.insert(function.name)
      }
      if case .variable(let variable) = statement.form,
        case .closure(let closure)? = variable.value?.core.form,
        completesAnywhere(closure.body, names.tasks, orPassesOn: true)
      {
        names.tasks.formUnion(variable.names)
      }
      state = run(statement, &names, in: body, from: state)
    }
    return state
  }

  private mutating func run(_ statement: Statement, _ names: inout Names, in body: Body, from state: State)
    -> State
  {
    switch statement.form {
    case .expression(let value):
      if case .statement(let inner) = value.form { return run(inner, &names, in: body, from: state) }
      return evaluate([value], names, in: body, from: state)
    case .variable(let variable):
      variable.names.forEach { cases.declare($0, variable.isPattern ? nil : variable.value) }
      return evaluate(variable.value.map { [$0] } ?? [], names, in: body, from: state)
    case .assignment(let target, _, let value):
      cases.assign(value, to: target)
      return assign(value, to: target, names, in: body, from: state)
    case .function, .jump: return state
    case .return(let value):
      let state = evaluate(value.map { [$0] } ?? [], names, in: body, from: state)
      // The pending ways leave the handler here.
      if !state.pending.isEmpty { addExit(body.location(statement.position)) }
      return .unreachable
    case .throw:
      // The error continues in a `catch`, which is analyzed separately, or leaves the function.
      if losesErrors, !state.pending.isEmpty { lost = lost ?? body.location(statement.position) }
      return .unreachable
    case .branch(let conditions, let then, let otherwise):
      if otherwise.isEmpty, names.isLastAlternative(conditions) {
        return run(then, names, in: body, from: state)
      }
      return branch(conditions, then, otherwise, names, in: body, from: state)
    case .guard(let conditions, let otherwise):
      let state = evaluate(conditions.compactMap(\.value), names, in: body, from: state)
      let isCertain =
        names.lists.isEmpty && conditions.allSatisfy { names.isCast($0) || names.isPresence($0) }
      if !isCertain, !testsFlag(conditions) {
        let left = run(otherwise, names, in: body, from: state.entering(body.location(statement.position)))
        // In a loop over several tasks, the code goes on to the next task.
        if !names.lists.isEmpty { left.pending.forEach { addExit($0) } }
      }
      names = names.passing(conditions)
      return state
    case .select(let subject, let cases):
      let state = evaluate([subject], names, in: body, from: state)
      let isTask = names.mentionTask(subject)
      return joined(cases) { analysis, one in
        var inner = names
        if isTask { inner.tasks.formUnion(one.names) }
        let place = one.body.first.map { body.location($0.position) }
        return analysis.run(one.body, inner, in: body, from: state.entering(place))
      }
    case .loop(let heads, let inner):
      return loop(heads, inner, names, in: body, from: state, at: statement.position)
    case .attempt(let inner, let catches):
      let outside = losesErrors
      losesErrors = outside && catches.isEmpty
      let first = run(inner, names, in: body, from: state)
      losesErrors = outside
      return catches.reduce(into: first) { all, clause in
        let place = clause.first.map { body.location($0.position) }
        all = all.joined(run(clause, names, in: body, from: state.entering(place)))
      }
    case .defer(let inner): return run(inner, names, in: body, from: state)
    case .conditional(let branches):
      return branches.reduce(into: branches.count > 1 ? .unreachable : state) {
        $0 = $0.joined(run($1.body, names, in: body, from: state))
      }
    }
  }

  /// The states after one of several alternatives has run.
  private mutating func joined<Alternative>(
    _ all: [Alternative], _ run: (inout Self, Alternative) -> State
  ) -> State {
    let before = cases
    var after: [KnownCases] = []
    let state = all.reduce(State.unreachable) { state, one in
      cases = before
      defer { after.append(cases) }
      return state.joined(run(&self, one))
    }
    cases = before.joined(after)
    return state
  }

  private mutating func branch(
    _ conditions: [Condition], _ then: [Statement], _ otherwise: [Statement], _ names: Names, in body: Body,
    from state: State
  ) -> State {
    let state = evaluate(conditions.compactMap(\.value), names, in: body, from: state)
    // The analysis does not follow the values of flags, and a flag may mean that the task is completed.
    if testsFlag(conditions) {
      return otherwise.isEmpty ? state : run(otherwise, names, in: body, from: state)
    }
    if names.isAbsence(conditions) { return run(otherwise, names, in: body, from: state) }
    if let isTrue = cases.hold(conditions) {
      return run(isTrue ? then : otherwise, names, in: body, from: state)
    }
    let before = cases
    defer { cases = before.joined([cases]) }
    func entering(_ statements: [Statement]) -> State {
      state.entering(statements.first.map { body.location($0.position) })
    }
    let first = run(
      then, names.bound(by: conditions), in: body, from: otherwise.isEmpty ? state : entering(then))
    // The system starts a handler with the kind of task that it is for, so that the cast does not fail.
    if names.lists.isEmpty, conditions.allSatisfy({ names.isCast($0) || names.isPresence($0) }) {
      return first
    }
    let after = cases
    cases = before
    defer { cases = after.joined([cases]) }
    return first.joined(
      run(otherwise, names, in: body, from: otherwise.isEmpty ? state : entering(otherwise)))
  }

  private mutating func loop(
    _ heads: [Condition], _ inner: [Statement], _ names: Names, in body: Body, from state: State,
    at position: Position
  ) -> State {
    let before = cases
    defer { cases = before.joined([cases]) }
    guard let head = heads.first, let list = head.value, names.mentionList(list), let name = head.names.first
    else {
      return state.joined(run(inner, names, in: body, from: state))
    }
    // Each task of the list has ways out of its own.
    var own = names
    own.tasks = [name]
    let end = run(inner, own, in: body, from: State(pending: [body.location(position)]))
    end.pending.forEach { addExit($0) }
    return state.completed
  }

  private mutating func assign(
    _ value: Expression, to target: Expression, _ names: Names, in body: Body, from state: State
  ) -> State {
    if let path = target.core.path, path.count == 2, names.tasks.contains(path[0]) {
      if path[1] == "expirationHandler" {
        var analysis = ExpirationAnalysis(program)
        expiration = analysis.outcome(of: value, in: body.frame)
      }
      return state
    }
    // Code that reads the property may complete the task.
    if names.mentionTask(value) {
      if program.isNeverRead(target, in: body) { return state }
      escapes = true
      return state.completed
    }
    // `operation.completionBlock = { … }`
    if case .closure(let closure) = value.core.form {
      return run(closure, names, in: body) ? state.completed : state
    }
    return evaluate([value], names, in: body, from: state)
  }

  // MARK: - Conditions

  /// Whether conditions test only variables that the handler itself sets, or the validity of objects that the handler invalidates.
  private func testsFlag(_ conditions: [Condition]) -> Bool {
    conditions.allSatisfy { condition in
      guard var value = condition.value?.core else { return false }
      if case .prefix("!", let inner) = value.form { value = inner.core }
      guard let path = value.path, let name = path.last else { return false }
      return flags.contains(name)
        || (path.count > 1 && name == "isValid" && invalidated.contains(path[path.count - 2]))
    }
  }

  /// Whether statements complete the task anywhere, or pass the task to a function that may complete it.
  private func completesAnywhere(_ statements: [Statement], _ names: Set<String>, orPassesOn: Bool = false)
    -> Bool
  {
    var isFound = false
    let names = Names(tasks: names)
    statements.visit { expression in
      guard case .call(let callee, let arguments) = expression.form else { return }
      if orPassesOn, arguments.contains(where: { names.mentionTask($0.value) }) { isFound = true }
      if names.completes(by: callee.core) || names.ends(arguments, by: callee.core) { isFound = true }
    }
    return isFound
  }

  // MARK: - Expressions

  /// The state after expressions: done if an expression completes the task, or starts code that completes the task.
  private mutating func evaluate(
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
    return isDone
  }

  /// Whether a collection contains the task. The collection keeps the task for other code, which may complete it.
  private mutating func keep(_ elements: [Expression], _ names: Names) -> Bool {
    guard elements.contains(where: { names.mentionTask($0) }) else { return false }
    escapes = true
    return true
  }

  /// Analyzes a closure that the code runs. Only a closure that mentions the task has ways out.
  private mutating func run(
    _ closure: Closure, _ names: Names, in body: Body, losesErrors isUnobserved: Bool = false
  ) -> Bool {
    var inner = names
    inner.tasks.subtract(closure.parameters.map(\.name))
    var mentions = false
    closure.body.visit {
      if case .name(let name) = $0.form, inner.tasks.contains(name) { mentions = true }
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
    if completesAnywhere(function.body, [name]) { mayComplete = true }
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
