internal import AppFacts
internal import PolicySyntax

/// Whether each way out of a handler completes its task, or calls its completion handler.
struct CompletionAnalysis {
  /// Which states the code can be in at a place.
  struct States: OptionSet {
    let rawValue: Int
    static let pending = States(rawValue: 1)
    static let done = States(rawValue: 2)
  }

  private let program: Program
  /// The ways out without completion.
  private(set) var exits: [FactLocation] = []
  /// Whether the task is passed to code that was not found.
  private(set) var escapes = false
  /// Whether some way out completes it.
  private(set) var completes = false
  /// Whether an expiration handler is set.
  private(set) var hasExpirationHandler = false
  /// Whether it is completed while asynchronous work that was started before goes on.
  private(set) var completesAtOnce = false
  private var startedWork = false
  /// Whether the handler completes the task somewhere, in whatever way it gets there.
  private var mayComplete = false
  private var depth = 0
  /// The variables that the handler sets to true, such as one that remembers a completion.
  private var flags: Set<String> = []

  init(_ program: Program) {
    self.program = program
  }

  /// The word for `completes` in facts.
  var word: String {
    if !completes, mayComplete { return "escapes" }
    if exits.isEmpty, completes { return "always" }
    if escapes { return "escapes" }
    return completes ? "sometimes" : "never"
  }

  /// Analyzes the body of a handler whose task, or completion handler, has one of some names.
  mutating func analyze(_ statements: [Statement], names: Set<String>, in body: Body, end: Position) {
    if Self.completes(statements, names) { mayComplete = true }
    flags.formUnion(statements.namesSetToTrue)
    let states = run(statements, names, in: body, from: .pending)
    if states.contains(.pending) { addExit(body.location(end)) }
  }

  private mutating func addExit(_ location: FactLocation) {
    if !exits.contains(location) { exits.append(location) }
  }

  // MARK: - Statements

  private mutating func run(
    _ statements: [Statement], _ names: Set<String>, in body: Body, from start: States
  ) -> States {
    var states = start
    var names = names
    for statement in statements {
      guard !states.isEmpty else { break }
      if case .variable(let variable) = statement.form, let value = variable.value?.core.path,
        value.count == 1,
        names.contains(value[0])
      {
        names.formUnion(variable.names)
      }
      // A function in the handler that completes the task may be called from anywhere in it.
      if case .function(let function) = statement.form,
        Self.completes(function.body, names, orPassesOn: true)
      {
        names.insert(function.name)
      }
      if case .variable(let variable) = statement.form,
        case .closure(let closure)? = variable.value?.core.form,
        Self.completes(closure.body, names, orPassesOn: true)
      {
        names.formUnion(variable.names)
      }
      states = run(statement, &names, in: body, from: states)
    }
    return states
  }

  private mutating func run(
    _ statement: Statement, _ names: inout Set<String>, in body: Body, from states: States
  ) -> States {
    func bound(_ conditions: [Condition]) -> Set<String> {
      var bound = names
      for condition in conditions {
        guard let path = condition.value?.core.path ?? condition.names.first.map({ [$0] }), path.count == 1,
          names.contains(path[0])
        else { continue }
        bound.formUnion(condition.names)
      }
      return bound
    }
    switch statement.form {
    case .expression(let value):
      if case .statement(let inner) = value.form { return run(inner, &names, in: body, from: states) }
      return evaluate([value], names, in: body, from: states)
    case .variable(let variable):
      return evaluate(variable.value.map { [$0] } ?? [], names, in: body, from: states)
    case .assignment(let target, _, let value):
      if let path = target.core.path, path.count == 2, names.contains(path[0]) {
        if path[1] == "expirationHandler" { hasExpirationHandler = true }
        return states
      }
      if let path = value.core.path, path.count == 1, names.contains(path[0]) { escapes = true }
      return evaluate([value], names, in: body, from: states)
    case .function, .jump: return states
    case .return(let value):
      let states = evaluate(value.map { [$0] } ?? [], names, in: body, from: states)
      if states.contains(.pending) { addExit(body.location(statement.position)) }
      return []
    case .throw:
      // It goes on in a `catch`, which is looked at by itself, or leaves the function.
      return []
    case .branch(let conditions, let then, let otherwise):
      let states = evaluate(conditions.compactMap(\.value), names, in: body, from: states)
      // The values of flags are not followed, and one may mean that the task is completed.
      if testsFlag(conditions) {
        return otherwise.isEmpty ? states : run(otherwise, names, in: body, from: states)
      }
      let first = run(then, bound(conditions), in: body, from: states)
      // The system starts a handler with the kind of task that it is for, so that the cast does not fail.
      if conditions.allSatisfy({ isCast($0, of: names) || isPresence($0, of: names) }) { return first }
      if conditions.count == 1, case .prefix("!", let inner)? = conditions[0].value?.form,
        mentionsTask(inner, names)
      {
        return run(otherwise, names, in: body, from: states)
      }
      return first.union(run(otherwise, names, in: body, from: states))
    case .guard(let conditions, let otherwise):
      let states = evaluate(conditions.compactMap(\.value), names, in: body, from: states)
      if !conditions.allSatisfy({ isCast($0, of: names) || isPresence($0, of: names) }),
        !testsFlag(conditions)
      {
        _ = run(otherwise, names, in: body, from: states)
      }
      names = bound(conditions)
      return states
    case .select(let subject, let cases):
      let states = evaluate([subject], names, in: body, from: states)
      return cases.reduce(into: States()) { $0.formUnion(run($1.body, names, in: body, from: states)) }
    case .loop(_, let inner): return states.union(run(inner, names, in: body, from: states))
    case .attempt(let inner, let catches):
      let first = run(inner, names, in: body, from: states)
      return catches.reduce(into: first) { $0.formUnion(run($1, names, in: body, from: states)) }
    case .defer(let inner): return run(inner, names, in: body, from: states)
    case .conditional(let branches):
      return branches.reduce(into: branches.count > 1 ? States() : states) {
        $0.formUnion(run($1.body, names, in: body, from: states))
      }
    }
  }

  /// Whether conditions test nothing but a variable that the handler itself sets.
  private func testsFlag(_ conditions: [Condition]) -> Bool {
    conditions.allSatisfy { condition in
      guard var value = condition.value?.core else { return false }
      if case .prefix("!", let inner) = value.form { value = inner.core }
      return value.path?.last.map(flags.contains) ?? false
    }
  }

  /// Whether a condition tests that there is a task or completion handler at all; without one, there is nothing to call.
  private func isPresence(_ condition: Condition, of names: Set<String>) -> Bool {
    guard let value = condition.value, condition.names.isEmpty else { return false }
    if case .binary("!=", let left, let right) = value.form, case .null = right.form {
      return mentionsTask(left, names)
    }
    return mentionsTask(value, names)
  }

  private func isCast(_ condition: Condition, of names: Set<String>) -> Bool {
    guard case .cast(let inner, _, _)? = condition.value?.form else { return false }
    return mentionsTask(inner, names)
  }

  /// Whether some statements complete the task anywhere, or pass it to a function that may.
  private static func completes(
    _ statements: [Statement], _ names: Set<String>, orPassesOn: Bool = false
  ) -> Bool {
    var isFound = false
    statements.visit { expression in
      guard case .call(let callee, let arguments) = expression.form else { return }
      if orPassesOn,
        arguments.contains(where: {
          $0.value.core.path.map { $0.count == 1 && names.contains($0[0]) } ?? false
        })
      {
        isFound = true
      }
      switch callee.core.form {
      case .name(let name) where names.contains(name): isFound = true
      case .member(let base?, "setTaskCompleted")
      where base.core.path.map { $0.count == 1 && names.contains($0[0]) } ?? false:
        isFound = true
      default: break
      }
    }
    return isFound
  }

  // MARK: - Expressions

  /// The states after some expressions: done if one of them completes the task, or starts code that does.
  private mutating func evaluate(
    _ expressions: [Expression], _ names: Set<String>, in body: Body, from states: States
  ) -> States {
    var isDone = false
    for expression in expressions { if completes(expression, names, in: body) { isDone = true } }
    return isDone ? .done : states
  }

  private mutating func completes(_ expression: Expression, _ names: Set<String>, in body: Body) -> Bool {
    switch expression.core.form {
    case .call(let callee, let arguments):
      return completes(expression.core, callee.core, arguments, names, in: body)
    case .binary(_, let left, let right):
      let first = completes(left, names, in: body)
      return completes(right, names, in: body) || first
    case .ternary(_, let first, let second):
      let isFirst = completes(first, names, in: body)
      return completes(second, names, in: body) && isFirst
    case .member(let base?, _): return completes(base, names, in: body)
    case .other(_, let inner): return inner.reduce(false) { completes($1, names, in: body) || $0 }
    case .array(let inner): return keep(inner, names, in: body)
    case .dictionary(let entries): return keep(entries.map(\.value), names, in: body)
    default: return false
    }
  }

  private mutating func completes(
    _ expression: Expression, _ callee: Expression, _ arguments: [Argument], _ names: Set<String>,
    in body: Body
  ) -> Bool {
    var isDone = false
    switch callee.form {
    case .name(let name) where names.contains(name): isDone = true
    case .member(let base?, "setTaskCompleted") where mentionsTask(base, names):
      isDone = true
      // A function that the task is passed to may well be called at the end of that work.
      if startedWork, depth == 0 { completesAtOnce = true }
    case .member(let base?, let name):
      isDone = completes(base, names, in: body)
      if name == "resume" { startedWork = true }
    case .closure(let closure): isDone = run(closure, names, in: body)
    default: break
    }
    if isDone {
      completes = true
      return true
    }
    let mentions = Set(arguments.enumerated().filter { mentionsTask($1.value, names) }.map(\.offset))
    for (index, argument) in arguments.enumerated() {
      if case .closure(let closure) = argument.value.core.form {
        let wasStarted = startedWork
        startedWork = false
        if run(closure, names, in: body) { isDone = true }
        startedWork = wasStarted || ["Task", "detached"].contains(callee.lastName ?? "") && !isDone
      } else if mentions.contains(index) {
        if follow(expression, argument.value, in: body) { isDone = true }
      } else if completes(argument.value, names, in: body) {
        isDone = true
      }
    }
    return isDone
  }

  /// A collection that holds the task keeps it for other code, which may complete it.
  private mutating func keep(_ elements: [Expression], _ names: Set<String>, in body: Body) -> Bool {
    if elements.contains(where: { mentionsTask($0, names) }) { escapes = true }
    return elements.reduce(false) { completes($1, names, in: body) || $0 }
  }

  private func mentionsTask(_ expression: Expression, _ names: Set<String>) -> Bool {
    expression.core.path.map { $0.count == 1 && names.contains($0[0]) } ?? false
  }

  /// The closure that some code runs; only one that mentions the task has ways out.
  private mutating func run(_ closure: Closure, _ names: Set<String>, in body: Body) -> Bool {
    let inner = names.subtracting(closure.parameters.map(\.name))
    var mentions = false
    closure.body.visit {
      if case .name(let name) = $0.form, inner.contains(name) { mentions = true }
    }
    guard mentions else { return false }
    let states = run(closure.body, inner, in: body, from: .pending)
    if states.contains(.done) || states.isEmpty, !states.contains(.pending) { return true }
    guard states.contains(.done) else { return false }
    addExit(body.location(closure.position))
    return true
  }

  /// The function that the task is passed to.
  private mutating func follow(_ expression: Expression, _ argument: Expression, in body: Body) -> Bool {
    guard depth < 4, let call = program.callsByExpression[ObjectIdentifier(expression)] else {
      escapes = true
      return false
    }
    let callees = program.callees(of: call)
    guard callees.count == 1, let next = callees.first, let function = next.function, !function.body.isEmpty,
      let name = call.bindings(to: function.parameters)?.first(where: { $0.value === argument })?.key
    else {
      escapes = true
      return false
    }
    depth += 1
    defer { depth -= 1 }
    if Self.completes(function.body, [name]) { mayComplete = true }
    flags.formUnion(function.body.namesSetToTrue)
    let states = run(function.body, [name], in: next, from: .pending)
    if states == .done || states.isEmpty { return true }
    guard states.contains(.done) else { return false }
    addExit(next.location(function.context.position))
    return true
  }
}
