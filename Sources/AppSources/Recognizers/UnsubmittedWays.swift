internal import AppFacts
internal import PolicySyntax

/// The ways through a launch handler on which the work fails, and which complete the task without a submission of the next request, although
/// another way submits it.
struct UnsubmittedWays {
  /// A way to a place in the code.
  fileprivate struct Way: Hashable {
    var isSubmitted = false
    /// The completion of the task, as the number of the completion in `completions`.
    var completion: Int?
    /// Whether a failure of the work leads to the way.
    var isFailed = false
  }

  /// A completion of the task.
  private struct Completion {
    let location: FactLocation
    /// Whether the completion states that the work has failed.
    let isFailure: Bool
  }

  private let program: Program
  /// The completions without a submission.
  private(set) var found: [FactLocation] = []
  /// The submissions that come only after the completion of the task.
  private(set) var late: [FactLocation] = []
  /// The places of the submissions on the other ways, as `file:line`.
  private(set) var submissions: Set<String> = []
  private var completions: [Completion] = []
  private var ends: Set<Way> = []
  /// Whether code that is not followed may submit the request on each way.
  private var isUnclear = false
  /// The greatest number of functions and closures between the handler and the code that completes the task.
  private static let maximumDepth = 5
  private static let mostWays = 64

  init(_ program: Program) {
    self.program = program
  }

  /// Finds the ways through the code of a launch handler.
  mutating func analyze(_ statements: [Statement], in body: Body, depth: Int = 0) {
    guard depth < Self.maximumDepth else { return }
    let inner = statements.flatMap { nested(in: $0, body) }
    guard inner.isEmpty else {
      // Code around a closure submits the request on all of the closure's ways.
      guard inner.count == 1, let only = inner.first,
        statements.allSatisfy({ statement in
          [statement].containExpression { $0 === only.around } || !submits([statement])
        })
      else { return }
      analyze(only.statements, in: only.body, depth: depth + 1)
      return
    }
    guard submits(statements) else { return }
    let last = run(statements, in: body, from: [Way()])
    guard !isUnclear, ends.count + last.count < Self.mostWays else { return }
    let all = ends.union(last)
    let submitted = Set(all.filter(\.isSubmitted).compactMap(\.completion))
    guard !submitted.isEmpty else { return }
    for way in all where way.isFailed && !way.isSubmitted {
      guard let index = way.completion, !submitted.contains(index), completions[index].isFailure,
        !found.contains(completions[index].location)
      else { continue }
      found.append(completions[index].location)
    }
    found.sort()
    var visited: Set<ObjectIdentifier> = []
    collectSubmissions(in: statements, &visited)
  }

  // MARK: - Code inside code

  private struct Nested {
    let statements: [Statement]
    let body: Body
    /// The expression of the closure, or of the call of the function.
    let around: Expression
  }

  /// The closures and functions that both complete the task and submit a request.
  private mutating func nested(in statement: Statement, _ body: Body) -> [Nested] {
    var all: [Nested] = []
    var inside: Set<ObjectIdentifier> = []
    [statement].visit { expression in
      guard !inside.contains(ObjectIdentifier(expression)) else { return }
      if let closure = expression.closure {
        closure.body.visit { inside.insert(ObjectIdentifier($0)) }
        if completes(closure.body), submits(closure.body) {
          all.append(Nested(statements: closure.body, body: body, around: expression))
        }
      } else if let call = program.callsByExpression[ObjectIdentifier(expression)] {
        for callee in program.callees(of: call) where program.submitting.contains(ObjectIdentifier(callee)) {
          guard let function = callee.function, completes(function.body) else { continue }
          all.append(Nested(statements: function.body, body: callee, around: expression))
        }
      }
    }
    return all
  }

  private func completes(_ statements: [Statement]) -> Bool {
    statements.containExpression { $0.callee?.lastName == "setTaskCompleted" }
  }

  private func submits(_ statements: [Statement]) -> Bool {
    statements.containExpression {
      program.callsByExpression[ObjectIdentifier($0)].map(isSubmission) ?? false
    }
  }

  private func isSubmission(_ call: Call) -> Bool {
    Recognizer.submissionNames.contains(call.name)
      && Recognizer.isScheduler(call.base, in: call.frame, program)
      || program.callees(of: call).contains { program.submitting.contains(ObjectIdentifier($0)) }
  }

  private mutating func collectSubmissions(in statements: [Statement], _ visited: inout Set<ObjectIdentifier>)
  {
    var calls: [Call] = []
    statements.visit { if let call = program.callsByExpression[ObjectIdentifier($0)] { calls.append(call) } }
    for call in calls where isSubmission(call) {
      if Recognizer.submissionNames.contains(call.name) {
        submissions.insert("\(call.location.file):\(call.location.line)")
      }
      for callee in program.callees(of: call) where visited.insert(ObjectIdentifier(callee)).inserted {
        collectSubmissions(in: callee.function?.body ?? [], &visited)
      }
    }
  }

  // MARK: - Ways

  private mutating func run(_ statements: [Statement], in body: Body, from start: Set<Way>) -> Set<Way> {
    var ways = start
    for statement in statements {
      guard !ways.isEmpty, ways.count < Self.mostWays else { break }
      ways = run(statement, in: body, from: ways)
    }
    return ways
  }

  private mutating func run(_ statement: Statement, in body: Body, from ways: Set<Way>) -> Set<Way> {
    switch statement.form {
    case .expression(let value):
      if case .statement(let inner) = value.form { return run(inner, in: body, from: ways) }
      return after([value], in: body, from: ways)
    case .variable(let variable): return after([variable.value].compactMap(\.self), in: body, from: ways)
    case .assignment(_, _, let value): return after([value], in: body, from: ways)
    case .function, .jump: return ways
    case .return(let value):
      ends.formUnion(after([value].compactMap(\.self), in: body, from: ways))
      return []
    case .throw: return []
    case .branch(let conditions, let then, let otherwise):
      let ways = after(conditions.compactMap(\.value), in: body, from: ways)
      let mayFail = conditions.contains(where: \.isOfFailure)
      return run(then, in: body, from: ways.failed(mayFail))
        .union(run(otherwise, in: body, from: ways.failed(mayFail)))
    case .guard(let conditions, let otherwise):
      let ways = after(conditions.compactMap(\.value), in: body, from: ways)
      _ = run(otherwise, in: body, from: ways.failed(conditions.contains(where: \.isOfFailure)))
      return ways
    case .select(let subject, let cases):
      let ways = after([subject], in: body, from: ways)
      return cases.reduce(into: []) { all, one in
        let isFailure = one.patterns.contains { $0.contains("failure") || $0.contains("rror") }
        all.formUnion(run(one.body, in: body, from: ways.failed(isFailure)))
      }
    case .loop(let heads, let inner):
      let ways = after(heads.compactMap(\.value), in: body, from: ways)
      if completes(inner) { isUnclear = true }
      return ways.union(run(inner, in: body, from: ways))
    case .attempt(let inner, let catches):
      // The first statement that throws leads to the `catch` clauses; a submission that throws has at least been tried.
      let prefix = inner.prefix { !$0.mayThrow }
      let before = run(Array(prefix), in: body, from: ways)
      let end = run(Array(inner[prefix.count...]), in: body, from: before)
      let isTried = prefix.count < inner.count && submits([inner[prefix.count]])
      let thrown = isTried ? before.submitted : before
      return catches.reduce(into: end) { $0.formUnion(run($1, in: body, from: thrown.failed(true))) }
    case .defer(let inner):
      if completes(inner) { isUnclear = true }
      return submits(inner) ? ways.submitted : ways
    case .conditional(let branches):
      return branches.reduce(into: branches.count > 1 ? [] : ways) {
        $0.formUnion(run($1.body, in: body, from: ways))
      }
    }
  }

  /// The ways after expressions, with the completions in them.
  private mutating func after(_ expressions: [Expression], in body: Body, from ways: Set<Way>) -> Set<Way> {
    var ways = ways
    for expression in expressions {
      var own: [Completion] = []
      var later: Set<ObjectIdentifier> = []
      expression.visit { inner in
        inner.closure?.body.visit { later.insert(ObjectIdentifier($0)) }
        guard !later.contains(ObjectIdentifier(inner)), inner.callee?.lastName == "setTaskCompleted",
          case .call(_, let arguments) = inner.form
        else { return }
        var isFailure = false
        if case .bool(false)? = arguments.first?.value.core.form { isFailure = true }
        own.append(Completion(location: body.location(inner.position), isFailure: isFailure))
      }
      if submits([Statement(form: .expression(expression), position: expression.position)]) {
        let completed = ways.filter { !$0.isSubmitted && $0.completion != nil }
        if !completed.isEmpty, completed.count == ways.count {
          let place = body.location(expression.position)
          if !late.contains(place) { late.append(place) }
        }
        ways = ways.submitted
      }
      for completion in own {
        let index = completions.firstIndex { $0.location == completion.location } ?? completions.count
        if index == completions.count { completions.append(completion) }
        ways = Set(ways.map { Way(isSubmitted: $0.isSubmitted, completion: index, isFailed: $0.isFailed) })
      }
    }
    return ways
  }
}

extension Set<UnsubmittedWays.Way> {
  /// The ways after a submission.
  fileprivate var submitted: Self {
    Set(
      map {
        var way = $0
        way.isSubmitted = true
        return way
      })
  }

  /// The ways in a branch; with `isFailed`, a failure may lead to the branch.
  fileprivate func failed(_ isFailed: Bool) -> Self {
    guard isFailed else { return self }
    return Set(
      map {
        var way = $0
        way.isFailed = true
        return way
      })
  }
}

extension Condition {
  /// Whether the condition is about the result of work: it waits, tries, or names an error.
  fileprivate var isOfFailure: Bool {
    var isFound = pattern.map { $0.contains("rror") || $0.contains("failure") } ?? false
    value?.visit { expression in
      switch expression.form {
      case .attempt, .await: isFound = true
      default:
        let name = expression.lastName?.lowercased() ?? ""
        if ["error", "success", "succeeded", "failed", "failure"].contains(where: name.contains) {
          isFound = true
        }
      }
    }
    return isFound
  }
}
