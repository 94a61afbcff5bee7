internal import AppFacts

/// Who calls whom: the moments at which code runs, and the code that nothing runs.
final class CallGraph {
  private let program: Program
  private let liveness: Liveness
  /// The calls of each body, by the function's identity.
  private var callers: [ObjectIdentifier: [Call]] = [:]
  /// The moments at which functions run.
  private lazy var moments = flow()
  /// The moments of functions that the system calls by selector or as a handler.
  private var entries: [ObjectIdentifier: Set<Moment>] = [:]
  /// The calls that complete a task, by the frame of the closure or body.
  private var completions: [ObjectIdentifier: [Call]] = [:]

  init(_ program: Program) {
    self.program = program
    liveness = Liveness(program)
    for call in program.calls {
      if call.name == "setTaskCompleted" {
        completions[ObjectIdentifier(call.frame.callable), default: []].append(call)
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
    let found =
      switch origin(of: frame, order) {
      case .known(let own): own
      case .function(let body, let stage): stage.moments(of: moments[ObjectIdentifier(body)] ?? [])
      }
    return Moment.allCases.filter { found.contains($0) }
  }

  /// The calls of a function.
  func callers(of body: Body) -> [Call] { callers[ObjectIdentifier(body)] ?? [] }

  // MARK: - Moments

  /// The moments at which the code of a frame runs: known ones, or those of a function.
  private enum Origin {
    case known(Set<Moment>)
    case function(Body, Stage)
  }

  /// The part of a handler in which code runs.
  private enum Stage {
    case start, later, failure

    /// The moments of code in this part of code that runs at some moments.
    func moments(of moments: Set<Moment>) -> Set<Moment> {
      guard self != .start, moments.contains(.handlerStart) else { return moments }
      return moments.subtracting([.handlerStart]).union([self == .failure ? .failure : .handlerEnd])
    }
  }

  /// The origin of the code of a frame, after the expressions that came before an order.
  private func origin(of frame: Frame, _ order: Int) -> Origin {
    var isLater = false
    var hasFailed = false
    var stage: Stage { hasFailed ? .failure : isLater ? .later : .start }
    for one in frame.chain {
      if let own = EntryMoments.moment(of: one, program) {
        if isAfterWait(one, order, in: frame) { isLater = true }
        return .known(stage.moments(of: own))
      }
      switch one.kind {
      case .catch: hasFailed = true
      case .closure(let closure, let call, _):
        if isAfterWait(one, order, in: frame) { isLater = true }
        let name = call.flatMap { program.callsByExpression[ObjectIdentifier($0)]?.name } ?? ""
        if !EntryMoments.transparentCalls.contains(name), !isCalledAtOnce(closure, call) { isLater = true }
      case .body:
        // A nested function runs when it is called.
        if isAfterWait(one, order, in: frame) { isLater = true }
        return .function(one.body, stage)
      default: continue
      }
    }
    return .known([])
  }

  private func isCalledAtOnce(_ closure: Closure, _ call: Expression?) -> Bool {
    guard let call, case .call(let callee, _) = call.form, case .closure(let own) = callee.core.form else {
      return false
    }
    return own === closure
  }

  /// Whether the code of a frame in a closure or body waits for something, or completes the task, before an order.
  private func isAfterWait(_ outer: Frame, _ order: Int, in frame: Frame) -> Bool {
    let callable = outer.callable
    if callable.awaits.contains(where: { $0 < order }) { return true }
    // A completion in another branch, such as that of a `guard`, ends the handler there.
    let chain = Set(frame.chain.map { ObjectIdentifier($0) })
    return (completions[ObjectIdentifier(callable)] ?? []).contains {
      $0.order < order && chain.contains(ObjectIdentifier($0.frame))
    }
  }

  /// Passes the moments of each function on to those that it calls, until nothing is new.
  private func flow() -> [ObjectIdentifier: Set<Moment>] {
    var moments = entries
    var edges: [ObjectIdentifier: [(function: ObjectIdentifier, stage: Stage)]] = [:]
    for body in program.bodies {
      if let own = EntryMoments.moment(of: body, program) {
        moments[ObjectIdentifier(body), default: []].insert(own)
      }
    }
    for (function, calls) in callers {
      for call in calls {
        switch origin(of: call.frame, call.order) {
        case .known(let own): moments[function, default: []].formUnion(own)
        case .function(let caller, let stage):
          edges[ObjectIdentifier(caller), default: []].append((function, stage))
        }
      }
    }
    var open = Array(moments.keys)
    while let next = open.popLast() {
      let own = moments[next] ?? []
      for (function, stage) in edges[next] ?? [] {
        let passed = stage.moments(of: own)
        guard !passed.isSubset(of: moments[function] ?? []) else { continue }
        moments[function, default: []].formUnion(passed)
        open.append(function)
      }
    }
    return moments
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
