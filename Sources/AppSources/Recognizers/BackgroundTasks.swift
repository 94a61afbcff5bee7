internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Background tasks of UIKit.
  static let backgroundTasks = Recognizer { program in
    let builder = FactBuilder(program)
    let calls = program.callsByName["beginBackgroundTask"] ?? []
    let dropped = DroppedResults(of: calls, program)
    return calls.compactMap { backgroundTask($0, isDropped: dropped.contain($0), builder) }
  }

  private static func backgroundTask(_ call: Call, isDropped: Bool, _ builder: FactBuilder) -> CodeFact? {
    let program = builder.program
    // A method of the app may have the same name. An extension of the application needs no receiver.
    guard call.base != nil || call.frame.body.types == ["UIApplication"], !program.runsOwnFunction(call),
      call.labels.allSatisfy({ ["withName", "expirationHandler"].contains($0) })
    else {
      return nil
    }
    var values: [FactEntry] = []
    if call.labels.first == "withName", let name = call["withName"] {
      values.append(FactEntry("name", builder.text(name, in: call.frame)))
    }
    if let handler = call["expirationHandler"] ?? call.arguments.first(where: \.isTrailing)?.value {
      if case .null = handler.core.form {
        values.append(FactEntry("expirationHandler", builder.derived(.null, at: call)))
      } else {
        values.append(FactEntry("expirationHandler", builder.derived(.bool(true), at: call)))
        var analysis = ExpirationAnalysis(program, method: "endBackgroundTask")
        let outcome = analysis.outcome(of: handler, in: call.frame)
        if outcome != .unknown {
          values.append(FactEntry(.expiration, outcome, at: analysis.caller ?? call.location))
        }
      }
    }
    let ends = (program.callsByName["endBackgroundTask"] ?? []).contains {
      $0.frame.body.file.path == call.frame.body.file.path
    }
    if ends { values.append(FactEntry("ends", builder.derived(.bool(true), at: call))) }
    if isDropped { values.append(FactEntry(.dropped, true, at: call.location)) }
    values += waysOut(of: call, program)
    // A task that nothing ends is another fault.
    if ends, isOverwritten(call, program) { values.append(FactEntry(.overwritten, true, at: call.location)) }
    if ends, isNeverReset(call, program) { values.append(FactEntry(.neverReset, true, at: call.location)) }
    return builder.fact(.backgroundTask, at: call, values + builder.knownMoments(of: call))
  }

  // MARK: - Ways out

  /// The entries about the end of a task that a function begins: the ways out of the function that leave the task open, and an end of the
  /// task before the work is done. The list is empty if other functions may end the task. No other function can if a local variable keeps
  /// the identifier, or a property that no other function uses to end a task.
  private static func waysOut(of call: Call, _ program: Program) -> [FactEntry] {
    let body = call.frame.body
    guard call.frame === body.frame, let function = body.function else { return [] }
    let names: CompletionAnalysis.Names
    if let name = localName(of: call, program) {
      names = CompletionAnalysis.Names(tasks: [name])
    } else if let name = propertyName(of: call, program) {
      names = CompletionAnalysis.Names(tasks: [], properties: [name])
    } else {
      return []
    }
    let index = function.body.firstIndex { statement in
      var isFound = false
      [statement].visit { if $0 === call.expression { isFound = true } }
      return isFound
    }
    guard let index else { return [] }
    let rest = Array(function.body[(index + 1)...])
    var values: [FactEntry] = []
    // Code that runs when the function is left ends the task on every way, and may end it before the work is done.
    let deferred = function.body.filter { statement in
      if case .defer(let inner) = statement.form { inner.mention("endBackgroundTask") } else { false }
    }
    if let last = deferred.last {
      var work = StartedWork(program)
      if let place = names.completion(deferredBy: last), work.unfinished(in: rest) != nil {
        values.append(FactEntry(.completesAtOnce, true, at: body.location(place)))
      }
      return values
    }
    var analysis = CompletionAnalysis(program)
    analysis.analyze(rest, names, in: body, end: call.expression.position)
    if analysis.word == "sometimes" {
      values += analysis.exits.map { FactEntry("exit", FactValue(.bool(true), .literal, at: $0)) }
    }
    if isReset(names, in: function, program) {
      if let early = analysis.early { values.append(FactEntry(.completesAtOnce, true, at: early)) }
    } else {
      values += analysis.earlyEntries
    }
    return values
  }

  /// Whether a function makes the identifier of its task invalid, so that a second end has no effect.
  private static func isReset(
    _ names: CompletionAnalysis.Names, in function: Function, _ program: Program
  ) -> Bool {
    var isReset = false
    function.body.visit { expression in
      for assignment in program.assignmentsByTarget[ObjectIdentifier(expression)] ?? [] {
        let name = assignment.target.core.lastName ?? ""
        let isOwn = names.tasks.contains(name) || names.properties.contains(name)
        if isOwn, ["invalid", "UIBackgroundTaskInvalid"].contains(assignment.value.core.lastName ?? "") {
          isReset = true
        }
      }
    }
    return isReset
  }

  /// The property of the object that keeps the identifier of a task, if only the function that begins the task ends it.
  private static func propertyName(of call: Call, _ program: Program) -> String? {
    guard case .assigned(let target, let frame)? = program.sinks[ObjectIdentifier(call.expression)],
      let path = target.core.path, path.count == 1 || path.count == 2 && path[0] == "self",
      let name = program.property(of: target, in: frame)?.property?.name
    else { return nil }
    let ends = (program.callsByName["endBackgroundTask"] ?? []).filter { end in
      end.arguments.contains { $0.value.core.lastName == name }
    }
    return !ends.isEmpty && ends.allSatisfy { $0.frame.body === frame.body } ? name : nil
  }

  /// The variable of the function that keeps the identifier of a task.
  private static func localName(of call: Call, _ program: Program) -> String? {
    switch program.sinks[ObjectIdentifier(call.expression)] {
    case .local(let local): return local.name
    case .assigned(let target, let frame):
      guard case .name(let name) = target.core.form, let local = frame.local(name), !local.isStatic else {
        return nil
      }
      return name
    default: return nil
    }
  }

  // MARK: - Identifiers

  /// Whether a task may begin while an earlier task runs, so that the earlier identifier is lost: a property of a long-lived object keeps
  /// the identifier, and no code checks the property first.
  private static func isOverwritten(_ call: Call, _ program: Program) -> Bool {
    guard case .assigned(let target, let frame)? = program.sinks[ObjectIdentifier(call.expression)],
      let property = program.property(of: target, in: frame), let name = property.property?.name,
      program.graph.reach(of: frame.body) != .unreached, !runsOnce(call, property)
    else { return false }
    let occasions = program.graph.flow.occasions(at: call.frame, after: call.order)
    guard
      occasions.isEmpty || occasions.contains(where: { $0.moment != .launch && $0.moment != .afterLaunch }),
      livesOn(property, program), !endsInForeground(name, occasions, program)
    else { return false }
    return !isGuarded(frame, before: call.order, by: name, program) && !endsBeforeItReturns(call, program)
      && !program.graph.sites(of: frame.body).contains {
        isGuarded($0.frame, before: $0.order, by: name, program)
      }
  }

  /// Whether a call runs once for each object that has a property: in the method that UIKit calls after a view controller has loaded its
  /// view, or in an initializer.
  private static func runsOnce(_ call: Call, _ property: Body) -> Bool {
    guard let function = call.frame.body.function, property.property?.context.isStatic != true,
      property.types == call.frame.body.types, call.frame.callable === call.frame.body.frame
    else { return false }
    return function.fullName == "viewDidLoad()" || function.name == "init"
  }

  /// Whether a task begins only while a property is invalid that keeps the identifier, and no code assigns anything but new identifiers to
  /// the property.
  private static func isNeverReset(_ call: Call, _ program: Program) -> Bool {
    guard case .assigned(let target, let frame)? = program.sinks[ObjectIdentifier(call.expression)],
      let property = program.property(of: target, in: frame), let name = property.property?.name,
      livesOn(property, program), isInvalid(name, before: call.order, in: frame)
    else { return false }
    return [name, "_" + name].flatMap { program.assignmentsByName[$0] ?? [] }.allSatisfy { assignment in
      program.callsByExpression[ObjectIdentifier(assignment.value.core)]?.name == "beginBackgroundTask"
    }
  }

  /// Whether code runs only if a property is invalid: in `if task == .invalid`, or after `guard task == .invalid`.
  private static func isInvalid(_ name: String, before order: Int, in frame: Frame) -> Bool {
    func tests(_ conditions: [Condition]) -> Bool {
      conditions.contains { condition in
        guard case .binary("==", let left, let right)? = condition.value?.core.form else { return false }
        let names = [left, right].map { $0.core.lastName }
        return names.contains(name)
          && !Set(["invalid", "UIBackgroundTaskInvalid"]).isDisjoint(with: names.compactMap(\.self))
      }
    }
    return frame.chain.contains { one in
      if one.guards.contains(where: { $0.order < order && tests($0.conditions) }) { return true }
      if case .branch(let conditions, isElse: false) = one.kind { return tests(conditions) }
      return false
    }
  }

  /// Whether a task that begins only when the app leaves the foreground ends at the latest when the app comes back.
  private static func endsInForeground(_ name: String, _ occasions: Set<Occasion>, _ program: Program)
    -> Bool
  {
    let leaving: Set<Moment> = [
      .enteringBackground, .resigningActive, .applicationEnteringBackground, .applicationResigningActive,
    ]
    guard !occasions.isEmpty, occasions.allSatisfy({ leaving.contains($0.moment) }) else { return false }
    return (program.callsByName["endBackgroundTask"] ?? []).contains { call in
      (program.uses[name] ?? []).contains { $0.frame.body === call.frame.body }
        && program.graph.moments(at: call.frame, after: call.order).contains {
          $0 == .enteringForeground || $0 == .applicationEnteringForeground
        }
    }
  }

  /// Whether the object that has a property is long-lived: a delegate of the app, a shared instance, or an object that a property keeps.
  private static func livesOn(_ body: Body, _ program: Program) -> Bool {
    guard !body.types.isEmpty, body.property?.context.isStatic != true else { return true }
    let delegates = ["UIApplicationDelegate", "UIWindowSceneDelegate", "UISceneDelegate", "UIViewController"]
    return delegates.contains { program.type(body.types, inherits: $0, from: body.file) }
      || program.keepsObject(of: body.types, from: body.file)
  }

  /// Whether code checks a property or a flag that the app sets, or ends a task, before an order.
  private static func isGuarded(_ frame: Frame, before order: Int, by name: String, _ program: Program)
    -> Bool
  {
    func mentions(_ conditions: [Condition]) -> Bool {
      conditions.contains { condition in
        var isFound = false
        condition.value?.visit { if $0.lastName == name { isFound = true } }
        return isFound || condition.names.contains(name) || tests(condition)
      }
    }
    // `guard !isRunning else { return }`, with a flag that the function sets
    func tests(_ condition: Condition) -> Bool {
      var isFlag = false
      condition.value?.visit { expression in
        guard let flag = expression.lastName else { return }
        if program.assignments.contains(where: {
          $0.frame.body === frame.body && $0.target.core.lastName == flag
        }) {
          isFlag = true
        }
      }
      return isFlag
    }
    // `if task != .invalid { return }`
    let begin = program.assignments.first { $0.frame.body === frame.body && $0.target.core.lastName == name }
    if let begin, let function = frame.body.function,
      function.body.returnsEarly(before: begin.value.position, testing: name)
    {
      return true
    }
    for one in frame.chain {
      if one.guards.contains(where: { $0.order < order && mentions($0.conditions) }) { return true }
      if case .branch(let conditions, _) = one.kind, mentions(conditions) { return true }
    }
    // `if task != .invalid { end() }`, or an unconditional end.
    return program.calls(in: frame.body).contains { call in
      call.order < order && call.frame.callable === frame.callable && program.ends(call)
    }
  }

  /// Whether the function that begins a task ends it before it returns.
  private static func endsBeforeItReturns(_ call: Call, _ program: Program) -> Bool {
    program.calls(in: call.frame.body).contains { other in
      other.order > call.order && other.frame === call.frame && program.ends(other)
    }
  }
}

extension Program {
  /// The calls in a body, in their order.
  fileprivate func calls(in body: Body) -> [Call] { calls.filter { $0.frame.body === body } }

  /// Whether a call ends a background task of UIKit, directly or through a function of the sources.
  fileprivate func ends(_ call: Call, depth: Int = 0) -> Bool {
    if call.name == "endBackgroundTask" { return true }
    guard depth < 3 else { return false }
    return callees(of: call).contains { body in
      body.function?.body.mention("endBackgroundTask") ?? false
        || calls(in: body).contains { $0 !== call && ends($0, depth: depth + 1) }
    }
  }
}

extension [Statement] {
  /// Whether a branch before a position tests a variable and leaves the function.
  fileprivate func returnsEarly(before position: Position, testing name: String) -> Bool {
    contains { statement in
      if case .conditional(let branches) = statement.form {
        return branches.contains { $0.body.returnsEarly(before: position, testing: name) }
      }
      guard case .branch(let conditions, let then, _) = statement.form,
        (statement.position.line, statement.position.column) < (position.line, position.column),
        case .return? = then.last?.form
      else { return false }
      return conditions.contains { condition in
        var isFound = condition.names.contains(name)
        condition.value?.visit { if $0.lastName == name { isFound = true } }
        return isFound
      }
    }
  }

  /// Whether some code of the statements calls a function with a name.
  fileprivate func mention(_ name: String) -> Bool {
    var isFound = false
    visit { if case .call(let callee, _) = $0.form, callee.core.lastName == name { isFound = true } }
    return isFound
  }
}
