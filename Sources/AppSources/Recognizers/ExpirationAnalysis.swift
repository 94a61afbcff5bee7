internal import AppFacts
internal import PolicySyntax

/// The effect of an expiration handler before it returns.
struct ExpirationAnalysis {
  private let program: Program
  /// The method that has to be called in time; `nil` if any action counts.
  private let method: String?
  private var isInTime = false
  private var isLater = false
  private var isUnknown = false
  private var seen: Set<ObjectIdentifier> = []
  /// The number of names between a handler and the analyzed expression.
  private var depth = 0
  /// The steps of this analysis and of all analyses inside it: callers that call each other would multiply the work.
  private var steps = StepBudget(Self.mostSteps)
  private static let mostSteps = 2_000
  /// Whether only some of the targets compile the code that has the handler.
  private var isConditional = false
  /// The call that passes a handler which does not end the task in time; `nil` if the handler is no parameter.
  private(set) var caller: FactLocation?

  /// Creates an analysis of handlers that have to call a method, or to do anything at all if `method` is `nil`.
  init(_ program: Program, method: String? = nil) {
    self.program = program
    self.method = method
  }

  /// The effect of a handler that is a closure, or a function of the sources.
  mutating func outcome(of handler: Expression, in frame: Frame) -> ExpirationOutcome {
    guard steps.take() else { return .unknown }
    isConditional = isConditional || !frame.conditions.isEmpty
    if case .closure(let closure) = handler.core.form {
      guard let root = program.closures[ObjectIdentifier(closure)] else { return .unknown }
      look(closure.body, root: root, isDeferred: false)
    } else if program.isNothing(handler, in: frame) {
      return .nothing
    } else if case .ternary(let condition, let first, let second) = handler.core.form {
      guard let isTrue = condition.isTrue else { return .unknown }
      return nested(isTrue ? first : second, in: frame)
    } else if let body = program.function(named: handler, in: frame), let function = body.function {
      look(function.body, root: body.frame, isDeferred: false)
    } else if case .name(let name) = handler.core.form, let local = frame.local(name) {
      return outcome(of: local)
    } else {
      return .unknown
    }
    if steps.isSpent { return .unknown }
    if isInTime { return .ends }
    if isLater { return .later }
    return isUnknown ? .unknown : .nothing
  }

  // MARK: - Variables and parameters

  /// The effect of a handler that a variable or a parameter is; the worst effect that a caller's handler has.
  private mutating func outcome(of local: Local) -> ExpirationOutcome {
    guard local.assignments.isEmpty, local.alternatives.isEmpty, depth < 4 else { return .unknown }
    if let value = local.value {
      // `if let handler = handler` names the parameter again.
      if case .name(local.name) = value.core.form {
        guard let parameter = local.frame.parameter(local.name) else { return .unknown }
        return outcome(of: parameter)
      }
      return nested(value, in: local.frame)
    }
    guard case .parameter(let parameter, let body) = local.kind, let function = body.function,
      let all = program.callers(of: body), steps.take(all.count)
    else { return .unknown }
    let callers = isConditional ? program.callsOfApps(in: all) : all
    let outcomes = callers.map { call -> (ExpirationOutcome, FactLocation) in
      guard let handler = call.bindings(to: function.parameters)?[parameter.name] ?? parameter.defaultValue
      else { return (.nothing, call.location) }
      return (nested(handler, in: call.frame), call.location)
    }
    for bad in [ExpirationOutcome.nothing, .later] {
      guard let first = outcomes.first(where: { $0.0 == bad }) else { continue }
      caller = caller ?? first.1
      return bad
    }
    return outcomes.allSatisfy { $0.0 == .ends } && !outcomes.isEmpty ? .ends : .unknown
  }

  private mutating func nested(_ handler: Expression, in frame: Frame) -> ExpirationOutcome {
    var analysis = ExpirationAnalysis(program, method: method)
    analysis.depth = depth + 1
    analysis.steps = steps
    analysis.isConditional = isConditional
    let outcome = analysis.outcome(of: handler, in: frame)
    caller = caller ?? analysis.caller
    return outcome
  }

  /// Whether a call ends a background task by a property that no code ever sets to the identifier of a task.
  private func endsNothing(_ call: Call) -> Bool {
    guard call.name == method, let identifier = call.arguments.first?.value,
      let property = program.property(of: identifier, in: call.frame)?.property, property.getter == nil,
      !property.isWrapped, property.value?.isInvalidTask ?? false
    else { return false }
    return (program.assignmentsByName[property.name] ?? []).allSatisfy { $0.value.isInvalidTask }
  }

  // MARK: - Code

  private mutating func look(_ statements: [Statement], root: Frame, isDeferred: Bool, depth: Int = 0) {
    if method == nil, statements.assignSomething { isInTime = true }
    statements.visit { expression in
      guard let call = program.callsByExpression[ObjectIdentifier(expression)] else { return }
      look(at: call, root: root, isDeferred: isDeferred, depth: depth)
    }
  }

  private mutating func look(at call: Call, root: Frame, isDeferred: Bool, depth: Int) {
    guard steps.take() else { return }
    var isDeferred = isDeferred
    for one in call.frame.chain {
      if one === root { break }
      guard case .closure(let closure, let around?, _) = one.kind,
        let around = program.callsByExpression[ObjectIdentifier(around)],
        let argument = around.arguments.first(where: { $0.value.core.closure === closure })
      else { continue }
      switch program.timing(of: argument.value, in: around) {
      case .now: continue
      case .soon, .later: isDeferred = true
      case .unknown:
        // The closure may run at once.
        isUnknown = true
        return
      }
    }
    if call.isLogging || endsNothing(call) { return }
    if call.name == method || method == nil {
      if isDeferred, method != nil { isLater = true } else { isInTime = true }
      return
    }
    let callees = program.callees(of: call)
    if callees.isEmpty, call.base == nil, let local = call.frame.local(call.name) {
      switch outcome(of: local) {
      case .ends: if isDeferred, method != nil { isLater = true } else { isInTime = true }
      case .later: isLater = true
      case .nothing: break
      case .unknown: isUnknown = true
      }
      return
    }
    guard !callees.isEmpty else {
      // Functions that defer code do nothing else, and creating an object has no consequence.
      let isHarmless =
        ClosureTiming(ofFunction: call.name) != .unknown || call.name.first?.isUppercase ?? false
      if !isHarmless, !call.isQuestion { isUnknown = true }
      return
    }
    guard depth < 4 else {
      isUnknown = true
      return
    }
    for body in callees where seen.insert(ObjectIdentifier(body)).inserted {
      guard let function = body.function, !function.body.isEmpty || !body.isRequirement else {
        isUnknown = true
        continue
      }
      look(function.body, root: body.frame, isDeferred: isDeferred, depth: depth + 1)
    }
  }
}

extension Program {
  /// The calls in files that an app compiles: a target with the delegate of an app, or several targets.
  fileprivate func callsOfApps(in calls: [Call]) -> [Call] {
    let apps = Set(
      files.filter { file in
        file.types.contains { type in
          type.inherited.contains { ["UIApplicationDelegate", "App"].contains(Program.plain($0)) }
        }
      }.compactMap(\.target))
    return calls.filter { $0.frame.body.file.target.map(apps.contains) ?? true }
  }
}

extension Call {
  /// Whether the call only writes to a log.
  var isLogging: Bool {
    let names: Set<String> = ["print", "debugPrint", "NSLog", "os_log", "dump", "log", "assertionFailure"]
    if names.contains(name) || name.hasPrefix("DDLog") { return true }
    guard let base = base?.core, let owner = base.lastName else { return false }
    if Self.isNameOfLog(owner) { return true }
    // `FileLog.shared.write("…")`
    guard Self.sharedObjects.contains(owner), case .member(let type?, _) = base.form else { return false }
    return type.core.lastName.map(Self.isNameOfLog) ?? false
  }

  /// The names of properties that have the only object of a class.
  private static let sharedObjects: Set<String> = ["shared", "sharedInstance", "default", "main", "standard"]

  /// Whether a name is the name of a log, such as `logger`, `os_log` and `FileLog`; `dialog` and `catalog`
  /// are not.
  private static func isNameOfLog(_ name: String) -> Bool {
    let words: Set<String> = ["log", "logger", "logging", "oslog", "syslog", "applog"]
    return words.contains(name.lowercased())
      || ["Log", "Logger", "Logging", "_log", "_logger"].contains(where: name.hasSuffix)
  }

  /// Whether the call only asks for a value, such as `Date.now.distance(to: start)`.
  fileprivate var isQuestion: Bool {
    ["string", "description", "distance", "timeIntervalSince", "rawValue"].contains(name)
  }
}

extension [Statement] {
  /// Whether a statement outside of closures assigns something.
  fileprivate var assignSomething: Bool {
    contain { if case .assignment = $0.form { true } else { false } }
  }
}

extension Expression {
  /// Whether the expression is the identifier of no background task.
  fileprivate var isInvalidTask: Bool {
    if case .null = core.form { return true }
    return ["invalid", "UIBackgroundTaskInvalid"].contains(core.lastName ?? "")
  }
}
