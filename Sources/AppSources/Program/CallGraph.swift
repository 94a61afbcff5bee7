internal import AppFacts

/// Who calls whom: the moments at which code runs, and the code that nothing runs.
final class CallGraph {
  private let program: Program
  private let liveness: Liveness
  /// The calls of each body, by the function's identity.
  private var callers: [ObjectIdentifier: [Call]] = [:]
  private var moments: [ObjectIdentifier: Set<Moment>] = [:]
  /// The moments of functions that the system calls by selector or as a handler.
  private var entries: [ObjectIdentifier: Set<Moment>] = [:]
  /// The orders of the calls that complete a task, by the frame of the closure or body.
  private var completions: [ObjectIdentifier: [Int]] = [:]

  init(_ program: Program) {
    self.program = program
    liveness = Liveness(program)
    for call in program.calls {
      if call.name == "setTaskCompleted" {
        completions[ObjectIdentifier(call.frame.callable), default: []].append(call.order)
      }
      guard program.functions[call.name] != nil || program.types[call.name] != nil || call.name == "init"
      else {
        continue
      }
      for body in program.callees(of: call) { callers[ObjectIdentifier(body), default: []].append(call) }
    }
    addSelectors()
    addHandlers()
  }

  /// Whether something runs a body.
  func reach(of body: Body) -> CodeFact.Reach {
    if EntryMoments.moment(of: body, program) != nil { return .entryPoint }
    return liveness.isLive(body) ? .reached : .unreached
  }

  /// The moments at which the code of a frame runs, after the expressions that came before an order.
  func moments(at frame: Frame, after order: Int) -> [Moment] {
    let found = moments(in: frame, order, around: [])
    return Moment.allCases.filter { found.contains($0) }
  }

  /// The calls of a function.
  func callers(of body: Body) -> [Call] { callers[ObjectIdentifier(body)] ?? [] }

  // MARK: - Moments

  private func moments(in frame: Frame, _ order: Int, around: Set<ObjectIdentifier>) -> Set<Moment> {
    var isLater = false
    var hasFailed = false
    for one in frame.chain {
      if let own = EntryMoments.moment(of: one, program) {
        return staged(own, isLater: isLater || isAfterWait(one, order), hasFailed: hasFailed)
      }
      switch one.kind {
      case .catch: hasFailed = true
      case .closure(let closure, let call, _):
        if isAfterWait(one, order) { isLater = true }
        let name = call.flatMap { program.callsByExpression[ObjectIdentifier($0)]?.name } ?? ""
        if !EntryMoments.transparentCalls.contains(name), !isCalledAtOnce(closure, call) { isLater = true }
      case .body where one.body.outer == nil:
        if isAfterWait(one, order) { isLater = true }
        return staged(self.moments(of: one.body, around: around), isLater: isLater, hasFailed: hasFailed)
      case .body:
        // A nested function runs when it is called.
        if isAfterWait(one, order) { isLater = true }
        return staged(self.moments(of: one.body, around: around), isLater: isLater, hasFailed: hasFailed)
      default: continue
      }
    }
    return []
  }

  private func isCalledAtOnce(_ closure: Closure, _ call: Expression?) -> Bool {
    guard let call, case .call(let callee, _) = call.form, case .closure(let own) = callee.core.form else {
      return false
    }
    return own === closure
  }

  private func isAfterWait(_ frame: Frame, _ order: Int) -> Bool {
    let callable = frame.callable
    return callable.awaits.contains { $0 < order }
      || completions[ObjectIdentifier(callable)]?.contains { $0 < order } ?? false
  }

  /// The moments within a handler: its start, later in it, or after its work failed.
  private func staged(_ moments: Set<Moment>, isLater: Bool, hasFailed: Bool) -> Set<Moment> {
    guard isLater || hasFailed, moments.contains(.handlerStart) else { return moments }
    return moments.subtracting([.handlerStart]).union([hasFailed ? .failure : .handlerEnd])
  }

  /// The moments at which a function runs: those of the system's calls, and of the calls in the sources.
  private func moments(of body: Body, around: Set<ObjectIdentifier>) -> Set<Moment> {
    let id = ObjectIdentifier(body)
    if let known = moments[id] { return known }
    guard !around.contains(id), around.count < 24 else { return [] }
    let around = around.union([id])
    var found = entries[id] ?? []
    if let own = EntryMoments.moment(of: body, program) { found.insert(own) }
    for call in callers[id] ?? [] { found.formUnion(moments(in: call.frame, call.order, around: around)) }
    if around.count == 1 { moments[id] = found }
    return found
  }

  // MARK: - Functions that are passed on

  private func addSelectors() {
    for call in program.calls {
      for argument in call.arguments {
        guard case .selector(let name) = argument.value.form else { continue }
        let text = call.arguments.map { $0.value.text }.joined(separator: " ")
        let moment: Moment? =
          call.name == "addObserver"
          ? EntryMoments.moment(ofNotification: text)
          : argument.label == "action" ? .userAction : nil
        guard let moment else { continue }
        for body in program.methods(name, of: call.frame.body.types, from: call.frame.body.file) {
          entries[ObjectIdentifier(body), default: []].insert(moment)
        }
      }
    }
  }

  private func addHandlers() {
    for call in program.callsByName["register"] ?? [] where call["forTaskWithIdentifier"] != nil {
      guard let handler = call.arguments.last?.value,
        let body = program.function(named: handler, in: call.frame)
      else { continue }
      entries[ObjectIdentifier(body), default: []].insert(.handlerStart)
    }
  }
}

extension Program {
  /// The function that an expression refers to, such as `handleRefresh` or `self.handleRefresh(task:)`; `nil` if there is none, or several.
  func function(named expression: Expression, in frame: Frame) -> Body? {
    var found: [Body] = []
    switch expression.core.form {
    case .name(let name):
      for one in frame.chain {
        found = (functions[name] ?? []).filter { $0.outer === one }
        if !found.isEmpty { return found.count == 1 ? found.first : nil }
      }
      guard frame.local(name) == nil else { return nil }
      for count in stride(from: frame.body.types.count, through: 0, by: -1) where found.isEmpty {
        found = methods(name, of: Array(frame.body.types[..<count]), from: frame.body.file)
      }
    case .member(let base?, let name):
      guard let owner = type(of: base, in: frame) else { return nil }
      found = methods(name, of: owner, from: frame.body.file)
    default: return nil
    }
    return found.count == 1 ? found.first : nil
  }
}
