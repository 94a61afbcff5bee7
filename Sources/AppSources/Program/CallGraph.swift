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
  /// The moments of closures that functions of the sources get, as far as they were looked at, by closure.
  private var knownClosures: [ObjectIdentifier: Set<Moment>?] = [:]
  /// The moments of parameters that are closures, as far as they were looked at.
  private var knownParameters: [ObjectIdentifier: Set<Moment>?] = [:]

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

  /// Whether the moments at a frame are all at which its code runs: every way to it begins at one of them.
  func knowsMoments(at frame: Frame, after order: Int) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    return knowsMoments(of: origin(of: frame, order), &seen)
  }

  private func knowsMoments(of origin: Origin, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    switch origin {
    case .known(let moments): return !moments.isEmpty
    case .function(let body, _):
      guard seen.insert(ObjectIdentifier(body)).inserted else { return true }
      let isEntry =
        EntryMoments.moment(of: body, program) != nil || entries[ObjectIdentifier(body)] != nil
      guard let function = body.function else { return false }
      let calls = callers(of: body)
      guard isEntry || !calls.isEmpty && !program.mentionedNames.contains(function.name) else { return false }
      return calls.allSatisfy { knowsMoments(of: self.origin(of: $0.frame, $0.order), &seen) }
    }
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
        if let own = launchMoments(of: closure, passedTo: call) {
          if isAfterWait(one, order, in: frame) { isLater = true }
          return .known(stage.moments(of: own))
        }
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

  /// The moments of a closure that a function of the sources gets and runs as a launch handler, or in one; `nil` for any other.
  private func launchMoments(of closure: Closure, passedTo call: Expression?) -> Set<Moment>? {
    if let known = knownClosures[ObjectIdentifier(closure)] { return known }
    let found = lookUp(closure, passedTo: call)
    knownClosures[ObjectIdentifier(closure)] = .some(found)
    return found
  }

  private func lookUp(_ closure: Closure, passedTo call: Expression?) -> Set<Moment>? {
    guard let call = call.flatMap({ program.callsByExpression[ObjectIdentifier($0)] }) else { return nil }
    let callees = program.callees(of: call)
    guard callees.count == 1, let function = callees[0].function,
      let bindings = call.bindings(to: function.parameters),
      let name = bindings.first(where: { $0.value.core.closure === closure })?.key,
      let parameter = callees[0].frame.locals[name]
    else { return nil }
    // Many closures are passed to one function.
    if let known = knownParameters[ObjectIdentifier(parameter)] { return known }
    let found = launchMoments(of: parameter, named: name)
    knownParameters[ObjectIdentifier(parameter)] = .some(found)
    return found
  }

  private func launchMoments(of parameter: Local, named name: String) -> Set<Moment>? {
    let frames = (program.callsByName[name] ?? []).map(\.frame).filter { $0.local(name) === parameter }
    for frame in frames.flatMap(\.chain) {
      if let moments = EntryMoments.moment(of: frame, program), moments.contains(.handlerStart) {
        return moments
      }
    }
    let isHandler = parameter.uses.contains { use in
      guard case .argument(let call, _)? = program.sinks[ObjectIdentifier(use.expression)] else {
        return false
      }
      return call.name == "register" && call["forTaskWithIdentifier"] != nil
    }
    return isHandler ? [.handlerStart] : nil
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
    guard let completions = completions[ObjectIdentifier(callable)] else { return false }
    // A completion in another branch, such as that of a `guard`, ends the handler there.
    let chain = Set(frame.chain.map { ObjectIdentifier($0) })
    return completions.contains { $0.order < order && chain.contains(ObjectIdentifier($0.frame)) }
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

extension Expression {
  /// The closure that it is.
  fileprivate var closure: Closure? {
    if case .closure(let closure) = form { closure } else { nil }
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
