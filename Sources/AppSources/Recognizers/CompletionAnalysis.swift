internal import AppFacts
internal import PolicySyntax

/// Analyzes whether each way out of a handler completes the task, or calls the completion handler, and not before the work is done.
struct CompletionAnalysis {
  let program: Program
  /// The ways out of the handler on which nothing completes the task.
  private(set) var exits: [FactLocation] = []
  /// The ways out of closures. Before such a closure runs, other code, such as a timer, may have completed the task.
  private(set) var exitsOfClosures: Set<FactLocation> = []
  var closures = 0
  /// Whether the task is passed to code that was not found.
  var escapes = false
  /// Whether some way out completes the task.
  var completes = false
  /// The effect of the expiration handler; `nil` if the code sets no expiration handler.
  private(set) var expiration: ExpirationOutcome?
  /// The compilation conditions around each place that sets the expiration handler.
  private(set) var expirationConditions: [[String]] = []
  /// Whether a property keeps the task.
  private(set) var isKept = false
  /// The places that set the expiration handler only after the work of the handler.
  private(set) var lateExpirations: [FactLocation] = []
  /// The number of places that set the expiration handler.
  private var expirations = 0
  /// The place where the task is completed while work that started earlier still runs.
  var early: FactLocation?
  /// Two completions on the same way out, in their order.
  private(set) var repeated: (first: FactLocation, second: FactLocation)?
  /// The completion to which the last completing expression certainly leads.
  var certain: CertainCompletion?
  /// Whether the handler starts work, waits for work, or completes the task in a closure, so that it may end after other work.
  var isLong = false
  /// Whether any code of the handler completes the task, whether or not the analysis finds a way there.
  var mayComplete = false
  var depth = 0
  /// The variables that the handler sets to true, such as a flag that remembers a completion.
  var flags: Set<String> = []
  /// The objects that the handler invalidates, such as a timer that completes the task if time is up.
  var invalidated: Set<String> = []
  var cases = KnownCases()
  /// Whether an error that the code throws is lost: the code runs in a `Task` whose value nobody reads.
  var losesErrors = false
  /// The first place at which a lost error leaves the code before the completion.
  var lost: FactLocation?

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
    analyze(statements, Names(tasks: names), in: body, end: end)
  }

  /// Analyzes the body of a handler whose task, or completion handler, has one of the names.
  mutating func analyze(_ statements: [Statement], _ names: Names, in body: Body, end: Position) {
    if completesAnywhere(statements, names) { mayComplete = true }
    flags.formUnion(statements.namesSetToTrue)
    invalidated.formUnion(statements.namesInvalidated)
    let state = run(statements, names, in: body, from: State(pending: [body.location(end)]))
    state.pending.forEach { addExit($0) }
  }

  /// Analyzes the body of a handler of several tasks, which a parameter lists.
  mutating func analyze(_ statements: [Statement], list: String, in body: Body, end: Position) {
    let state = run(
      statements, Names(tasks: [], lists: [list]), in: body, from: State(pending: [body.location(end)]))
    state.pending.forEach { addExit($0) }
  }

  /// Forgets the ways out that were found since an earlier time.
  mutating func forgetExits(after exits: [FactLocation], _ exitsOfClosures: Set<FactLocation>) {
    (self.exits, self.exitsOfClosures) = (exits, exitsOfClosures)
  }

  /// The first place that sets the expiration handler, if all places set it only after the work of the handler.
  var lateExpiration: FactLocation? { lateExpirations.count == expirations ? lateExpirations.first : nil }

  /// Notes the effect of the task's expiration handler. The code that sets the handler is under the
  /// compilation conditions of its frame, unless other conditions are given.
  mutating func noteHandler(_ handler: Expression, in frame: Frame, under conditions: [String]? = nil) {
    var analysis = ExpirationAnalysis(program)
    expiration = analysis.outcome(of: handler, in: frame)
    expirationConditions.append(conditions ?? frame.conditions)
  }

  mutating func addExit(_ location: FactLocation) {
    if !exits.contains(location) { exits.append(location) }
    if closures > 0 { exitsOfClosures.insert(location) }
  }

  // MARK: - Statements

  mutating func run(_ statements: [Statement], _ names: Names, in body: Body, from start: State)
    -> State
  {
    var state = start
    var names = names
    for (index, statement) in statements.enumerated() {
      guard !state.isUnreachable else { break }
      if early == nil, let place = names.completion(deferredBy: statement) {
        var work = StartedWork(program)
        let isUnfinished = work.unfinished(in: Array(statements[(index + 1)...])) != nil
        if isUnfinished { early = body.location(place) }
      }
      noteExpiration(of: statement, before: statements[(index + 1)...], in: body)
      if case .variable(let variable) = statement.form, let value = variable.value, names.mentionTask(value) {
        names.tasks.formUnion(variable.names)
      }
      // A function in the handler that completes the task may be called from anywhere in the handler.
      if case .function(let function) = statement.form,
        completesAnywhere(function.body, names, orPassesOn: true)
      {
        names.tasks.insert(function.name)
        names.functions.insert(function.name)
      }
      if case .variable(let variable) = statement.form,
        case .closure(let closure)? = variable.value?.core.form,
        completesAnywhere(closure.body, names, orPassesOn: true)
      {
        names.tasks.formUnion(variable.names)
        names.functions.formUnion(variable.names)
      }
      // The conditions of later statements may depend on the conditions of an earlier completion.
      if statement.isConditional { state.completion = nil }
      state = run(statement, &names, in: body, from: state)
      names.hide(by: statement)
    }
    return state
  }

  /// The state after the task is completed. Notes a second completion if an earlier completion is on the same path.
  mutating func completed(_ state: State) -> State {
    if let first = state.completion, let certain, repeated == nil { repeated = (first, certain.location) }
    return state.completed(at: certain.flatMap { $0.isInClosure ? nil : $0.location })
  }

  /// Notes whether a statement sets the expiration handler after the code has waited for work, and before no further work.
  private mutating func noteExpiration(
    of statement: Statement, before rest: ArraySlice<Statement>, in body: Body
  ) {
    guard case .assignment(let target, _, _) = statement.form, target.core.lastName == "expirationHandler",
      let assignment = program.assignmentsByTarget[ObjectIdentifier(target)]?.first
    else { return }
    expirations += 1
    let awaits = assignment.frame.callable.awaits
    guard !awaits.isEmpty, awaits.allSatisfy({ $0 < assignment.order }) else { return }
    var work = StartedWork(program)
    guard work.unfinished(in: Array(rest)) == nil else { return }
    lateExpirations.append(body.location(target.position))
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
      if let value = variable.value, keepsOwner(value, in: variable, names) {
        names.owners[variable.names[0]] = value
        return state
      }
      return evaluate(variable.value.map { [$0] } ?? [], names, in: body, from: state)
    case .assignment(let target, _, let value):
      cases.assign(value, to: target)
      if let path = target.core.path?.withoutSelf, keepsOwner(value, in: target, names) {
        names.owners[path] = value
        return state
      }
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
        names.lists.isEmpty
        && conditions.allSatisfy {
          names.isCast($0) || names.isPresence($0) || names.isOwner($0) || isLongLived($0, in: body)
        }
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
    // The system passes the kind of task that the handler is registered for, so the cast does not fail.
    if names.lists.isEmpty,
      conditions.allSatisfy({ names.isCast($0) || names.isPresence($0) || names.isOwner($0) })
    {
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
    return state.completed()
  }

  private mutating func assign(
    _ value: Expression, to target: Expression, _ names: Names, in body: Body, from state: State
  ) -> State {
    if let path = target.core.path, path.count == 2 && names.tasks.contains(path[0]) || names.isOwn(path) {
      if path.last == "expirationHandler" {
        let assignment = program.assignmentsByTarget[ObjectIdentifier(target)]?.first
        noteHandler(value, in: body.frame, under: assignment?.frame.conditions)
      }
      return state
    }
    // `task[keyPath: \.expirationHandler] = nil`
    if case .element(let base, let arguments) = target.core.form, names.mentionTask(base),
      arguments.count == 1, case .other(let text, _) = arguments[0].value.core.form,
      text.hasSuffix(".expirationHandler")
    {
      noteHandler(value, in: body.frame)
      return state
    }
    // `_ = [task]` passes the task to no code.
    if case .other("_", _) = target.core.form, case .array(let all) = value.core.form {
      return evaluate(all.filter { !names.mentionTask($0) }, names, in: body, from: state)
    }
    // Code that reads the property may complete the task.
    if names.mentionTask(value) {
      if program.isNeverRead(target, in: body) { return state }
      escapes = true
      if let property = program.property(of: target, in: body.frame) {
        isKept = true
        noteFailures(ofDelegateWith: property, setBy: body)
      }
      return state.completed()
    }
    // `operation.completionBlock = { … }`
    if case .closure(let closure) = value.core.form {
      let isForEvents = target.core.lastName.map(Argument.isNamedForEvents) ?? false
      let isDone =
        isForEvents ? mayComplete(onEvent: closure, names) : run(closure, names, in: body)
      return isDone ? state.completed() : state
    }
    return evaluate([value], names, in: body, from: state)
  }

  // MARK: - Conditions

  /// Whether a condition tests that `self` still exists, and the app keeps an object of that type.
  private func isLongLived(_ condition: Condition, in body: Body) -> Bool {
    condition.names == ["self"] && !condition.isPattern
      && program.keepsObject(of: body.types, from: body.file)
  }

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
  func completesAnywhere(_ statements: [Statement], _ names: Names, orPassesOn: Bool = false) -> Bool {
    var isFound = false
    statements.visit { expression in
      guard case .call(let callee, let arguments) = expression.form else { return }
      if orPassesOn, arguments.contains(where: { names.mentionTask($0.value) }) { isFound = true }
      if names.completes(by: callee.core) || names.ends(arguments, by: callee.core) { isFound = true }
    }
    return isFound
  }
}

extension Statement {
  /// Whether the statement runs other statements under a condition, or leaves the code.
  fileprivate var isConditional: Bool {
    switch form {
    case .expression(let value): if case .statement = value.form { true } else { false }
    case .assignment, .variable, .function, .return: false
    default: true
    }
  }
}
