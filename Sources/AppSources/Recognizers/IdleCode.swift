internal import PolicySyntax

/// Finds code of launch handlers that does no work.
struct IdleCode {
  private let program: Program
  private var seen: Set<ObjectIdentifier> = []
  /// The greatest number of functions between a handler and its work.
  private static let maximumDepth = 4

  init(_ program: Program) {
    self.program = program
  }

  /// Whether code does nothing but complete its task, submit and cancel requests, and write to a log. Code that was not found may do
  /// anything.
  mutating func isIdle(_ statements: [Statement]) -> Bool { isIdle(statements, depth: 0) }

  private mutating func isIdle(_ statements: [Statement], depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    var isIdle = true
    statements.visit { expression in
      guard isIdle else { return }
      switch expression.form {
      case .call:
        guard let call = program.callsByExpression[ObjectIdentifier(expression)] else {
          isIdle = false
          return
        }
        isIdle = self.isIdle(call, depth: depth)
      case .await(let inner):
        if case .call = inner.core.form {} else { isIdle = false }
      default:
        for one in program.assignmentsByTarget[ObjectIdentifier(expression)] ?? [] where !Self.isIdle(one) {
          isIdle = false
        }
      }
    }
    return isIdle && !statements.iterate
  }

  /// Whether an assignment changes only the task, a request, or a variable of the function.
  private static func isIdle(_ assignment: Assignment) -> Bool {
    switch assignment.target.core.form {
    case .name(let name): assignment.frame.local(name).map { !$0.isStatic } ?? false
    case .member(_, let name): properties.contains(name)
    default: false
    }
  }

  private mutating func isIdle(_ call: Call, depth: Int) -> Bool {
    if call.isLogging || Self.functions.contains(call.name) { return true }
    if SchedulerTypes.requests.contains(call.name) || Self.types.contains(call.name) { return true }
    // A closure on the main queue or in a `Task` runs soon; `visit` looks at the closure.
    if call.name == "async" || call.name == "Task" && call.base == nil || Self.isRunOnMainActor(call) {
      return call.arguments.contains { $0.value.core.closure != nil }
    }
    if Self.methods.contains(call.name), Recognizer.isScheduler(call.base, in: call.frame, program) {
      return true
    }
    let callees = program.callees(of: call)
    guard !callees.isEmpty else { return false }
    for body in callees where seen.insert(ObjectIdentifier(body)).inserted {
      guard let function = body.function, !body.isRequirement, !function.body.isEmpty, !isOverridden(body),
        isIdle(function.body, depth: depth + 1)
      else { return false }
    }
    return true
  }

  private static func isRunOnMainActor(_ call: Call) -> Bool {
    call.name == "run" && call.base?.core.path == ["MainActor"]
  }

  /// Whether a subtype may have another body of a function.
  private func isOverridden(_ body: Body) -> Bool {
    guard !body.types.isEmpty, let name = body.function?.name else { return false }
    let heirs = program.heirs.names(below: body.types, in: program)
    return (program.functions[name] ?? []).contains { heirs.contains($0.types.last ?? "") }
  }

  /// The methods of the scheduler.
  private static let methods: Set<String> = [
    "submit", "submitTaskRequest", "cancel", "cancelAllTaskRequests", "getPendingTaskRequests",
    "pendingTaskRequests",
  ]
  /// The functions that complete a task, check a value, or compute a date.
  private static let functions: Set<String> = [
    "setTaskCompleted", "fatalError", "assert", "precondition", "preconditionFailure", "addingTimeInterval",
    "date", "contains", "min", "max",
  ]
  /// The types whose values have no effect.
  private static let types: Set<String> = [
    "Date", "NSDate", "DateComponents", "TimeInterval", "Double", "Int",
  ]
  /// The properties of tasks and requests.
  private static let properties: Set<String> = [
    "expirationHandler", "earliestBeginDate", "requiresNetworkConnectivity", "requiresExternalPower",
    "strategy", "requiredResources", "protectionTypeOfRequiredData", "hour", "minute", "second", "day",
  ]
}

extension [Statement] {
  /// Whether a statement, also in a closure or nested function, runs code for each element of a sequence, which may take time.
  fileprivate var iterate: Bool {
    var closures: [Closure] = []
    visit { if let closure = $0.closure { closures.append(closure) } }
    return iterateAtOnce || closures.contains { $0.body.iterateAtOnce }
  }

  private var iterateAtOnce: Bool {
    contain { statement in
      switch statement.form {
      case .loop: true
      case .function(let function): function.body.iterateAtOnce
      default: false
      }
    }
  }
}
