internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Launch handlers of background tasks.
  static let taskRegistrations = Recognizer { program in
    let registered = (program.callsByName["register"] ?? []).filter { $0["forTaskWithIdentifier"] != nil }
    let modifiers = (program.callsByName["backgroundTask"] ?? []).filter {
      $0.base != nil && $0.arguments.count == 2
    }
    return registered.flatMap { registration($0, program) } + modifiers.flatMap { modifier($0, program) }
  }

  // MARK: - BGTaskScheduler

  private static func registration(_ call: Call, _ program: Program) -> [CodeFact] {
    guard let identifier = call["forTaskWithIdentifier"], !isForwarded(identifier, call) else { return [] }
    let builders = FactBuilder.builders(for: identifier, in: call.frame, program)
    return builders.map { builder in
      var values = [
        FactEntry("identifier", builder.text(identifier, in: call.frame)),
        FactEntry("api", builder.derived(.string("BGTaskScheduler"), at: call)),
      ]
      let handler = handler(of: call, builder)
      if let task = handler.task {
        values.append(FactEntry("task", builder.derived(.string(task), at: call)))
      }
      if let queue = call["using"] {
        values.append(FactEntry("queue", builder.derived(.string(word(forQueue: queue)), at: call)))
      }
      if let scope = handler.scope {
        values.append(FactEntry("handler", builder.derived(.string(scope.joined(separator: ".")), at: call)))
      }
      if let analysis = handler.analysis { values += entries(analysis, at: call, builder) }
      if let ways = handler.ways { values += entries(ways, at: call) }
      if handler.isIdle { values.append(FactEntry(.idle, true, at: call.location)) }
      if let isOnMain = isOnMainActor(call, builder) {
        values.append(FactEntry(.mainActor, isOnMain, at: call.location))
      }
      if handler.task == "continuedProcessing" {
        let reports = program.uses["progress"] != nil || program.uses["performAsCurrent"] != nil
        values.append(FactEntry("progress", builder.derived(.bool(reports), at: call)))
      }
      // If the code runs in several ways, each way has an identifier of its own.
      if builders.count == 1 || builder.caller(of: call.frame.body) != nil {
        var repetition = Repetition(program)
        if repetition.repeats(at: call.frame, after: call.order, callers: builder.evaluator.callers) {
          values.append(FactEntry(.repeats, true, at: call.location))
        }
      }
      let occasions = program.graph.flow.occasions(
        at: call.frame, after: call.order, callers: builder.evaluator.callers)
      if !occasions.isEmpty, occasions.allSatisfy(\.isGuess) {
        values.append(FactEntry(.guessesMoments, true, at: call.location))
      }
      return builder.fact(.taskRegistration, at: call, values)
    }
  }

  /// Whether a call is inside the app's own `register` method and passes the method's identifier on. In this case, the calls of the app's
  /// method are the registrations.
  private static func isForwarded(_ identifier: Expression, _ call: Call) -> Bool {
    guard let function = call.frame.body.function, function.name == "register" else { return false }
    return function.parameters.contains {
      $0.label == "forTaskWithIdentifier" && identifier.core.path == [$0.name]
    }
  }

  private static func entries(_ analysis: CompletionAnalysis, at call: Call, _ builder: FactBuilder)
    -> [FactEntry]
  {
    var values = [FactEntry("completes", builder.derived(.string(analysis.word), at: call))]
    values += analysis.earlyEntries
    if analysis.word == "always", !analysis.isLong, !analysis.escapes {
      values.append(FactEntry(.synchronous, true, at: call.location))
    }
    switch analysis.expiration {
    case nil: break
    case .nothing: values.append(FactEntry(.expiration, ExpirationOutcome.nothing, at: call.location))
    default:
      values.append(FactEntry("expirationHandler", expirationHandler(of: analysis, at: call, builder)))
    }
    if analysis.isKept, analysis.expiration == nil,
      !["expirationHandler", "setExpirationHandler"].contains(where: builder.program.isMentioned),
      builder.program.assignmentsByName["expirationHandler"] == nil
    {
      values.append(FactEntry(.keepsWithoutExpiration, true, at: call.location))
    }
    if let place = analysis.lateExpiration { values.append(FactEntry(.expirationAfterWork, true, at: place)) }
    for exit in analysis.exits {
      values.append(FactEntry("exit", FactValue(.bool(true), .literal, at: exit)))
    }
    return values
  }

  private static func entries(_ ways: UnsubmittedWays, at call: Call) -> [FactEntry] {
    guard !ways.found.isEmpty || !ways.late.isEmpty else { return [] }
    return ways.found.map { FactEntry(.withoutNext, true, at: $0) }
      + ways.late.map { FactEntry(.submitsLate, true, at: $0) }
      + ways.submissions.sorted().map { FactEntry(.submission, $0, at: call.location) }
  }

  /// Whether the handler sets an expiration handler, which may depend on compilation conditions that the registration does not depend on.
  private static func expirationHandler(
    of analysis: CompletionAnalysis, at call: Call, _ builder: FactBuilder
  ) -> FactValue {
    let value = builder.derived(.bool(true), at: call)
    let conditions = analysis.expirationConditions.map { all in
      all.filter { !call.frame.conditions.contains($0) }
    }
    guard !conditions.isEmpty, !conditions.contains([]) else { return value }
    let none = conditions.map { all in
      all.count == 1 ? "!(\(all[0]))" : "!(\(all.map { "(\($0))" }.joined(separator: " && ")))"
    }
    return FactValue(
      nil, .unresolved, at: call.location,
      variants: conditions.map { FactValue.Variant($0, value) } + [FactValue.Variant(none, nil)])
  }

  private static func word(forQueue queue: Expression) -> String {
    switch queue.core.form {
    case .null: "nil"
    case _ where queue.isMainQueue: "main"
    case .call(let callee, _) where ["global", "DispatchQueue"].contains(callee.core.lastName ?? ""):
      "background"
    default: "other"
    }
  }

  /// The work of a registration: the type of the task, the handler's function unless the handler is inline, and the ways out.
  private struct Handler {
    var task: String?
    var scope: [String]?
    var analysis: CompletionAnalysis?
    var ways: UnsubmittedWays?
    /// Whether the handler completes the task, and does no work.
    var isIdle = false
  }

  private static func handler(of call: Call, _ builder: FactBuilder) -> Handler {
    // The app's own method may have no queue.
    guard let argument = call.arguments.last?.value, (2...3).contains(call.arguments.count) else {
      return Handler()
    }
    let program = builder.program
    var handler = Handler()
    var analysis = CompletionAnalysis(program)
    var ways = UnsubmittedWays(program)
    let (expression, frame) = builder.argument(argument, in: call.frame)
    if case .closure(let closure) = expression.core.form {
      let name = closure.parameters.first?.name ?? "$0"
      handler.task = type(of: name, in: closure, program)
      if let only = onlyFunction(of: closure, name, program) {
        handler.scope = only.scope
        handler.task = handler.task ?? SchedulerTypes.kind(ofType: only.function?.parameters.first?.type)
      }
      analysis.analyze(closure.body, names: [name], in: frame.body, end: closure.position)
      handler.analysis = analysis
      ways.analyze(closure.body, in: frame.body)
      handler.ways = ways
      handler.isIdle = isIdle(closure.body, analysis, program)
    } else if let body = program.function(named: expression, in: frame), let function = body.function {
      handler.scope = body.scope
      let parameter = function.parameters.first
      handler.task =
        SchedulerTypes.kind(ofType: parameter?.type)
        ?? parameter.flatMap { cast(of: $0.name, in: function.body) }
      analysis.analyze(
        function.body, names: Set(parameter.map { [$0.name] } ?? []), in: body, end: function.context.position
      )
      handler.analysis = analysis
      ways.analyze(function.body, in: body)
      handler.ways = ways
      handler.isIdle = isIdle(function.body, analysis, program)
    }
    return handler
  }

  /// Whether a handler certainly completes its task, and does no work.
  private static func isIdle(
    _ statements: [Statement], _ analysis: CompletionAnalysis, _ program: Program
  ) -> Bool {
    guard analysis.word == "always", !analysis.escapes else { return false }
    var code = IdleCode(program)
    return code.isIdle(statements)
  }

  /// Whether the code around a launch handler isolates the handler to the main actor; `nil` if the build settings decide.
  private static func isOnMainActor(_ call: Call, _ builder: FactBuilder) -> Bool? {
    // Objective-C has no isolation.
    guard call.frame.body.file.path.hasSuffix(".swift"), let argument = call.arguments.last?.value,
      case .closure(let closure) = builder.argument(argument, in: call.frame).expression.core.form
    else { return false }
    if closure.attributes.contains("MainActor") { return true }
    return closure.attributes.contains("Sendable") ? false : builder.program.isOnMainActor(call.frame)
  }

  /// The kind of task that a closure declares for its parameter, or to which the closure casts the parameter.
  private static func type(of name: String, in closure: Closure, _ program: Program) -> String? {
    if let type = closure.parameters.first?.type, let word = SchedulerTypes.kind(ofType: type) { return word }
    return cast(of: name, in: closure.body)
  }

  private static func cast(of name: String, in statements: [Statement]) -> String? {
    var found: Set<String> = []
    statements.visit {
      guard case .cast(let inner, _, let type) = $0.form, inner.core.path == [name],
        let word = SchedulerTypes.kind(ofType: type)
      else {
        return
      }
      found.insert(word)
    }
    return found.count == 1 ? found.first : nil
  }

  /// The function that receives the task of a closure, if the closure does nothing else with the task.
  private static func onlyFunction(of closure: Closure, _ name: String, _ program: Program) -> Body? {
    var found: [Body] = []
    closure.body.visit { expression in
      guard case .call(_, let arguments) = expression.form,
        arguments.contains(where: { $0.value.core.path == [name] }),
        let call = program.callsByExpression[ObjectIdentifier(expression)]
      else { return }
      found += program.callees(of: call)
    }
    return found.count == 1 ? found.first : nil
  }

  // MARK: - SwiftUI

  private static func modifier(_ call: Call, _ program: Program) -> [CodeFact] {
    let kind = call.arguments[0].value.core
    var identifier: Expression?
    var task: String?
    switch kind.form {
    case .call(let callee, let arguments):
      task = callee.core.lastName
      identifier = arguments.first?.value
    case .member(_, let name): task = name
    default: return []
    }
    guard let task, ["appRefresh", "urlSession"].contains(task) else { return [] }
    return FactBuilder.builders(for: identifier, in: call.frame, program).map { builder in
      var values: [FactEntry] = []
      if let identifier { values.append(FactEntry("identifier", builder.text(identifier, in: call.frame))) }
      values.append(FactEntry("api", builder.derived(.string("SwiftUI"), at: call)))
      values.append(FactEntry("task", builder.derived(.string(task), at: call)))
      if task == "appRefresh", case .closure(let action) = call.arguments[1].value.core.form {
        var work = StartedWork(program)
        let start = work.unfinished(in: action.body).map(call.frame.body.location)
        if let start { values.append(FactEntry(.completesAtOnce, true, at: start)) }
        var code = IdleCode(program)
        if code.isIdle(action.body) { values.append(FactEntry(.idle, true, at: call.location)) }
      }
      return builder.fact(.taskRegistration, at: call, values)
    }
  }
}
