internal import AppFacts
internal import PolicySyntax

/// The ways out of a method that receives a push of PushKit, on which the method reports no call to the system.
///
/// Code that may report a call counts as a report: a closure whatever its time, a loop, and a function that was not found if its name
/// speaks of calls.
struct UnreportedWays {
  /// The state of the code at a place, over all ways that lead to the place.
  private enum State {
    /// On some way to the place, no call is reported.
    case open
    /// A call is reported on each way to the place.
    case reported
    /// No way leads to the place.
    case unreachable

    func joined(_ other: State) -> State {
      if self == .open || other == .open { return .open }
      return self == .reported || other == .reported ? .reported : .unreachable
    }
  }

  private let program: Program
  /// The functions that report a call.
  private let names: Set<String>
  /// The code that calls a function which reports a call, itself or through other functions.
  private let reporting: Set<ObjectIdentifier>
  /// The parameters with the types of the pushes. Only a push for calls needs a report.
  private var types: Set<String> = []
  private(set) var exits: [FactLocation] = []
  private var seen: Set<ObjectIdentifier> = []
  /// The greatest number of functions between the method and a way out.
  private static let maximumDepth = 4

  init(_ program: Program, names: Set<String>) {
    self.program = program
    self.names = names
    reporting = program.bodies(thatReach: names.flatMap { program.callsByName[$0] ?? [] })
  }

  /// Finds the ways out of a method.
  mutating func analyze(_ body: Body) {
    guard let function = body.function, let context = body.context else { return }
    types = Set(function.parameters.filter { $0.label == "for" || $0.label == "forType" }.map(\.name))
    if run(function.body, in: body, depth: 0) == .open { exits.append(body.location(context.position)) }
  }

  // MARK: - Statements

  private mutating func run(_ statements: [Statement], in body: Body, depth: Int) -> State {
    for (index, statement) in statements.enumerated() {
      let before = exits
      let state = run(statement, in: body, depth: depth)
      // A function that reports no call leaves the report to the code after its call.
      if state == .reported, mayReport(Array(statements[(index + 1)...])) { exits = before }
      guard state == .open else { return state }
    }
    return .open
  }

  private mutating func run(_ statement: Statement, in body: Body, depth: Int) -> State {
    switch statement.form {
    case .expression(let value):
      if case .statement(let inner) = value.form { return run(inner, in: body, depth: depth) }
      return reports([value], in: body, depth: depth) ? .reported : .open
    case .variable(let variable):
      return reports(variable.value.map { [$0] } ?? [], in: body, depth: depth) ? .reported : .open
    case .assignment(_, _, let value): return reports([value], in: body, depth: depth) ? .reported : .open
    case .function, .jump: return .open
    case .return(let value):
      if !reports(value.map { [$0] } ?? [], in: body, depth: depth) {
        exits.append(body.location(statement.position))
      }
      return .unreachable
    case .throw: return .unreachable
    case .branch(let conditions, let then, let otherwise):
      if reports(conditions.compactMap(\.value), in: body, depth: depth) { return .reported }
      return join([then, otherwise], isExcused: isExcused(conditions), in: body, depth: depth)
    case .guard(let conditions, let otherwise):
      if reports(conditions.compactMap(\.value), in: body, depth: depth) { return .reported }
      _ = join([otherwise], isExcused: isExcused(conditions), in: body, depth: depth)
      return .open
    case .select(let subject, let cases):
      if reports([subject], in: body, depth: depth) { return .reported }
      return join(cases.map(\.body), isExcused: mentionsType(subject), in: body, depth: depth)
    case .loop(let heads, let inner):
      if reports(heads.compactMap(\.value), in: body, depth: depth) || mayReport(inner) { return .reported }
      _ = run(inner, in: body, depth: depth)
      return .open
    case .attempt(let inner, let catches):
      let state = run(inner, in: body, depth: depth)
      // An error before the report leads to the `catch` clauses.
      guard state != .reported || inner.prefix(while: { !mayReport([$0]) }).contains(where: \.mayThrow) else {
        return state
      }
      return catches.reduce(state) { $0.joined(run($1, in: body, depth: depth)) }
    case .defer(let inner): return mayReport(inner) ? .reported : .open
    case .conditional(let branches):
      return join(branches.map(\.body), isExcused: true, in: body, depth: depth)
    }
  }

  /// The state after one of several alternatives. Ways out of an alternative that is excused don't count.
  private mutating func join(_ all: [[Statement]], isExcused: Bool, in body: Body, depth: Int) -> State {
    let before = exits
    let states = all.map { run($0, in: body, depth: depth) }
    guard isExcused else { return states.dropFirst().reduce(states.first ?? .open) { $0.joined($1) } }
    exits = before
    return states.contains(.reported) ? .reported : .open
  }

  // MARK: - Conditions

  /// Whether conditions depend on the type of the push or on the system, or whether an object still exists.
  private func isExcused(_ conditions: [Condition]) -> Bool {
    conditions.contains { condition in
      condition.availability != nil || condition.names == ["self"]
        || condition.value.map(mentionsType) ?? false
    }
  }

  private func mentionsType(_ expression: Expression) -> Bool {
    var isFound = false
    expression.visit { if let path = $0.path, path.count == 1, types.contains(path[0]) { isFound = true } }
    return isFound
  }

  // MARK: - Reports

  /// Whether expressions may report a call. Notes the ways out of the functions that they call.
  private mutating func reports(_ expressions: [Expression], in body: Body, depth: Int) -> Bool {
    var isFound = false
    for expression in expressions {
      if let call = program.callsByExpression[ObjectIdentifier(expression.core)], !names.contains(call.name) {
        let callees = program.callees(of: call)
        // The code after a function with a result may report a call if the function has not.
        if depth < Self.maximumDepth, callees.count == 1, let next = callees.first,
          let function = next.function, !function.hasResult, reporting.contains(ObjectIdentifier(next)),
          seen.insert(ObjectIdentifier(next)).inserted
        {
          if run(function.body, in: next, depth: depth + 1) == .open {
            exits.append(next.location(function.context.position))
          }
          isFound = true
          continue
        }
      }
      if mayReport([Statement(form: .expression(expression), position: expression.position)]) {
        isFound = true
      }
    }
    return isFound
  }

  /// Whether statements may report a call, themselves or through functions that they call.
  private func mayReport(_ statements: [Statement]) -> Bool {
    var isFound = false
    statements.visit { expression in
      if let name = expression.lastName, names.contains(name) { isFound = true }
      guard !isFound, let call = program.callsByExpression[ObjectIdentifier(expression)] else { return }
      let callees = program.callees(of: call)
      isFound =
        callees.isEmpty
        ? call.base != nil && Self.speaksOfCalls(call.name) && !Self.isAboutEarlierCall(call)
        : callees.contains { reporting.contains(ObjectIdentifier($0)) }
    }
    return isFound
  }

  /// Whether a call tells CallKit of the end or a change of a call that CallKit already knows.
  private static func isAboutEarlierCall(_ call: Call) -> Bool {
    call.name == "reportCall"
      && call.labels.contains { label in
        ["ended", "updated"].contains { label.lowercased().hasPrefix($0) }
      }
  }

  /// Whether the name of a function that was not found suggests that the function may report a call.
  static func speaksOfCalls(_ name: String) -> Bool {
    if name.contains("Callback") || name.hasPrefix("callback") { return false }
    // A function with such a word in its name is about a call that was reported before.
    if ["end", "cancel", "hangUp", "decline", "reject", "terminate"].contains(where: name.hasPrefix) {
      return false
    }
    return name.contains("Call") || name.hasPrefix("call")
      || ["report", "incoming", "voip"].contains { name.lowercased().contains($0) }
  }
}

extension Program {
  /// The code that makes one of some calls, itself or through other functions.
  func bodies(thatReach calls: [Call]) -> Set<ObjectIdentifier> {
    var reached = calls.map(\.frame.body)
    var found = Set(reached.map { ObjectIdentifier($0) })
    while let body = reached.popLast() {
      guard let function = body.function else { continue }
      let calls = [function.name, function.nameInSwift].compactMap(\.self).flatMap { callsByName[$0] ?? [] }
      for call in calls where callees(of: call).contains(where: { $0 === body }) {
        if found.insert(ObjectIdentifier(call.frame.body)).inserted { reached.append(call.frame.body) }
      }
    }
    return found
  }
}

extension Statement {
  /// Whether an expression of the statement may throw an error.
  var mayThrow: Bool {
    var isFound = false
    [self].visit { if case .attempt("try", _) = $0.form { isFound = true } }
    return isFound
  }
}
