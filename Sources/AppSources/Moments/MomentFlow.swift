internal import AppFacts

/// The occasions on which the code of a program runs. Entry points have occasions, and pass them on to the bodies that they run.
final class MomentFlow {
  let program: Program
  /// Not owned: the graph owns the flow.
  private unowned let graph: CallGraph
  /// The occasions on which bodies run.
  private lazy var occasions = flow()
  /// The calls that complete a task, by the frame of the closure or body.
  private var completions: [ObjectIdentifier: [Call]] = [:]
  /// The results of the traces of subscriptions, notifications and kept closures.
  var traces = OriginTraces()
  /// A cache of the subscriptions, by call.
  var subscriptions: [ObjectIdentifier: Subscription?] = [:]
  /// A cache, by parameter: whether a function of the sources runs the parameter as a launch handler.
  private var knownParameters: [ObjectIdentifier: Bool] = [:]

  init(_ program: Program, _ graph: CallGraph) {
    self.program = program
    self.graph = graph
    for call in program.callsByName["setTaskCompleted"] ?? [] {
      completions[ObjectIdentifier(call.frame.callable), default: []].append(call)
    }
  }

  // MARK: - Answers

  /// The occasions on which the code of a frame runs, after the expressions that came before an order.
  ///
  /// `callers` maps a body to the only call of the body that counts.
  func occasions(
    at frame: Frame, after order: Int, callers: [ObjectIdentifier: Call] = [:], depth: Int = 0
  ) -> Set<Occasion> {
    origins(of: frame, order).reduce(into: []) { found, origin in
      switch origin {
      case .known(let own): found.formUnion(own)
      case .body(let body, let stage):
        let all: Set<Occasion>
        if depth < 8, let call = callers[ObjectIdentifier(body)] {
          all = occasions(at: call.frame, after: call.order, callers: callers, depth: depth + 1)
        } else {
          all = occasions[ObjectIdentifier(body)] ?? []
        }
        found.formUnion(stage.occasions(of: all))
      }
    }
  }

  /// Whether the occasions at a frame are complete: every way to the code of the frame begins at a known occasion.
  func knowsOccasions(at frame: Frame, after order: Int) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    return !isKept(frame) && origins(of: frame, order).allSatisfy { knowsOccasions(of: $0, &seen) }
  }

  /// Whether a property stores a closure around a frame, so that other code may run the closure at any time.
  private func isKept(_ frame: Frame) -> Bool {
    frame.chain.contains { one in
      guard case .closure(let closure, let call, _) = one.kind else { return false }
      if let call = call.flatMap({ program.callsByExpression[ObjectIdentifier($0)] }) {
        return call.arguments.indices.contains { index in
          call.arguments[index].value.core.closure === closure
            && program.memberwiseProperty(for: index, of: call) != nil
        }
      }
      guard let property = program.property(keeping: closure) else { return false }
      return property.property?.getter == nil && !program.isOnlyCalled(property)
    }
  }

  private func knowsOccasions(of origin: Origin, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    switch origin {
    case .known(let occasions): return !occasions.isEmpty
    case .body(let body, _):
      guard seen.insert(ObjectIdentifier(body)).inserted else { return true }
      let isEntry = EntryMoments.moment(of: body, program) != nil
      let sites = graph.sites(of: body)
      guard isEntry || !sites.isEmpty, body.function.map({ !graph.isPassedOn($0) }) ?? true,
        !program.hasUnknownCallers(body)
      else { return false }
      return sites.allSatisfy { site in
        site.occasions != nil
          || !isKept(site.frame)
            && origins(of: site.frame, site.order).allSatisfy { knowsOccasions(of: $0, &seen) }
      }
    }
  }

  // MARK: - Origins

  /// The origins of the code of a frame, after the expressions that came before an order.
  func origins(of frame: Frame, _ order: Int) -> [Origin] {
    var stage = Stage()
    for one in frame.chain {
      if let moments = phaseMoments(of: one, before: order) {
        return [.known(stage.occasions(of: Set(moments.map { Occasion(moment: $0) })))]
      }
      if one.isOfFailure { stage.hasFailed = true }
      if one.guards.contains(where: { $0.order < order && $0.conditions.contains(where: \.testsForFailure) })
      {
        stage.hasFailed = true
      }
      switch one.kind {
      case .loop(let heads):
        guard let name = heads.lazy.compactMap({ $0.value.flatMap(Notifications.published) }).first else {
          continue
        }
        return posts(of: name).map { $0.inside(stage) }
      case .closure(let closure, let call, let label):
        if isAfterWait(one, order, in: frame) { stage.isLater = true }
        let found =
          origins(of: closure, passedTo: call, label: label) ?? origins(ofKept: closure, passedTo: call)
        if let found { return found.map { $0.inside(stage) } }
        stage = stage.within(self.stage(of: closure, passedTo: call))
      case .body:
        // A nested function runs when it is called.
        if isAfterWait(one, order, in: frame) { stage.isLater = true }
        return [.body(one.body, stage)]
      default: continue
      }
    }
    return []
  }

  private func phaseMoments(of frame: Frame, before order: Int) -> [Moment]? {
    if let found = EntryMoments.moments(of: frame, program) { return found }
    return frame.guards.lazy.filter { $0.order < order }.compactMap {
      EntryMoments.moments(of: $0.conditions, in: frame, self.program)
    }.first
  }

  /// The origins of a closure whose call decides its moment; `nil` if the closure runs as a part of the enclosing code.
  private func origins(of closure: Closure, passedTo call: Expression?, label: String?) -> [Origin]? {
    guard let call = call.flatMap({ program.callsByExpression[ObjectIdentifier($0)] }) else { return nil }
    if call.name == "register", call["forTaskWithIdentifier"] != nil {
      return [.known([Occasion(moment: .handlerStart, handler: ObjectIdentifier(call))])]
    }
    if call.name == "backgroundTask", call.base != nil {
      return [.known([Occasion(moment: .handlerStart, handler: ObjectIdentifier(call))])]
    }
    if Notifications.observing.contains(call.name), let name = Notifications.name(in: call) {
      return posts(of: name)
    }
    if call.name == "addObserver" { return [.known([Occasion(moment: .event)])] }
    if let found = origins(ofSubscription: call) { return found }
    if call.name == "onChange", let observed = call["of"],
      observed.core.lastName?.lowercased().hasSuffix("phase") ?? false
    {
      return [.known([Occasion(moment: .enteringBackground), Occasion(moment: .enteringForeground)])]
    }
    if let moment = EntryMoments.moment(ofClosurePassedTo: call, label: label) {
      return [.known([Occasion(moment: moment)])]
    }
    return isLaunchHandler(closure, passedTo: call)
      ? [.known([Occasion(moment: .handlerStart, handler: ObjectIdentifier(call))])] : nil
  }

  /// The origins of a closure that a variable keeps, or a property that the memberwise initializer sets: the closure runs where the variable
  /// or property is called. `nil` if other code may run the closure.
  private func origins(ofKept closure: Closure, passedTo call: Expression?) -> [Origin]? {
    guard let expression = program.closureExpressions[ObjectIdentifier(closure)] else { return nil }
    return origins(of: .closure(ObjectIdentifier(closure))) {
      tracedOrigins(ofKept: closure, expression, passedTo: call)
    }
  }

  private func tracedOrigins(
    ofKept closure: Closure, _ expression: Expression, passedTo call: Expression?
  ) -> [Origin]? {
    if let call {
      guard let call = program.callsByExpression[ObjectIdentifier(call)],
        let index = call.arguments.firstIndex(where: { $0.value.core.closure === closure }),
        let property = program.memberwiseProperty(for: index, of: call)
      else { return nil }
      let found = origins(ofCallsOf: property)
      return found.isEmpty ? nil : found
    }
    if let property = program.property(keeping: closure), program.isOnlyCalled(property) {
      let found = origins(ofCallsOf: property)
      return found.isEmpty ? nil : found
    }
    guard case .local(let local)? = program.sinks[ObjectIdentifier(expression)], local.assignments.isEmpty
    else {
      return nil
    }
    var found: [Origin] = []
    for use in local.uses {
      guard program.budget.take() else { return nil }
      if let call = (program.callsByName[local.name] ?? []).first(where: { $0.callee === use.expression }) {
        found += origins(of: call.frame, call.order)
      } else if case .argument(let call, let index)? = program.sinks[ObjectIdentifier(use.expression)] {
        found += origins(of: closure, passedOnTo: call, at: index)
      } else {
        return nil
      }
    }
    return found.isEmpty ? nil : found
  }

  /// The origins of a closure that a variable keeps, and that is an argument of a call.
  private func origins(of closure: Closure, passedOnTo call: Call, at index: Int) -> [Origin] {
    let argument = call.arguments[index]
    if let property = program.memberwiseProperty(for: index, of: call) { return origins(ofCallsOf: property) }
    if let found = origins(of: closure, passedTo: call.expression, label: argument.label) { return found }
    let stage = program.timing(of: argument.value, in: call).stage
    return origins(of: call.frame, call.order).map { $0.inside(stage) }
  }

  /// The origins of the calls of a closure that a property keeps.
  private func origins(ofCallsOf property: Body) -> [Origin] {
    guard let name = property.property?.name else { return [] }
    let calls = (program.callsByName[name] ?? []).filter { call in
      call.callee.flatMap { program.property(of: $0, in: call.frame) } === property
    }
    guard program.budget.take(calls.count) else { return [] }
    return calls.flatMap { origins(of: $0.frame, $0.order) }
  }

  /// The origins of code that observes a notification.
  private func posts(of name: String) -> [Origin] {
    if let moment = Notifications.moment(of: name) { return [.known([Occasion(moment: moment)])] }
    let posts =
      origins(of: .notification(name)) {
        program.posts(of: name).flatMap { post -> [Origin] in
          let found = origins(of: post.frame, post.order)
          return program.budget.take(found.count) ? found : []
        }
      } ?? []
    return posts.isEmpty ? [.known([Occasion(moment: .event)])] : posts
  }

  /// The stage of a closure, relative to the enclosing code.
  private func stage(of closure: Closure, passedTo call: Expression?) -> Stage {
    guard let expression = program.closureExpressions[ObjectIdentifier(closure)] else { return Stage() }
    guard let call else {
      if case .assigned(let target, _)? = program.sinks[ObjectIdentifier(expression)],
        target.core.lastName == "expirationHandler"
      {
        return Stage(hasFailed: true)
      }
      return Stage(isLater: true)
    }
    if case .call(let callee, _) = call.form, case .closure(let own) = callee.core.form, own === closure {
      return Stage()
    }
    guard let call = program.callsByExpression[ObjectIdentifier(call)],
      let argument = call.arguments.first(where: { $0.value.core.closure === closure })
    else { return Stage() }
    let timing = program.timing(of: argument.value, in: call)
    if case .unknown = timing, program.functions[call.name] == nil, argument.isForEnd(of: call) {
      return Stage(isLater: true, isProbablyDeferred: true)
    }
    return timing.stage
  }

  // MARK: - Launch handlers

  /// Whether a function of the sources receives a closure, and runs it as a launch handler or inside a launch handler.
  private func isLaunchHandler(_ closure: Closure, passedTo call: Call) -> Bool {
    let callees = program.callees(of: call)
    guard callees.count == 1, let function = callees[0].function,
      let bindings = call.bindings(to: function.parameters),
      let name = bindings.first(where: { $0.value.core.closure === closure })?.key,
      let parameter = callees[0].frame.locals[name]
    else { return false }
    // The answer is kept, because many closures may be passed to one function.
    if let known = knownParameters[ObjectIdentifier(parameter)] { return known }
    let found = isLaunchHandler(parameter, named: name)
    knownParameters[ObjectIdentifier(parameter)] = found
    return found
  }

  private func isLaunchHandler(_ parameter: Local, named name: String) -> Bool {
    let named = program.callsByName[name] ?? []
    guard program.budget.take(named.count) else { return false }
    let frames = named.map(\.frame).filter { $0.local(name) === parameter }
    let isRunInOne = frames.flatMap(\.chain).contains { frame in
      guard case .closure(_, let call?, _) = frame.kind,
        let call = program.callsByExpression[ObjectIdentifier(call)]
      else { return false }
      return call.name == "register" && call["forTaskWithIdentifier"] != nil
        || call.name == "backgroundTask" && call.base != nil
    }
    return isRunInOne
      || parameter.uses.contains { use in
        guard case .argument(let call, _)? = program.sinks[ObjectIdentifier(use.expression)] else {
          return false
        }
        return call.name == "register" && call["forTaskWithIdentifier"] != nil
      }
  }

  /// Whether the code of a frame in a closure or body waits for something, or completes the task, before an order.
  private func isAfterWait(_ outer: Frame, _ order: Int, in frame: Frame) -> Bool {
    let callable = outer.callable
    if callable.awaits.contains(where: { $0 < order }) { return true }
    guard let completions = completions[ObjectIdentifier(callable)] else { return false }
    // A completion in another branch, such as the branch of a `guard`, ends the handler only in that branch.
    let chain = Set(frame.chain.map { ObjectIdentifier($0) })
    return completions.contains { $0.order < order && chain.contains(ObjectIdentifier($0.frame)) }
  }

  // MARK: - Flow

  /// Passes the occasions of each body on to the bodies that it runs, until no body gets a new occasion.
  private func flow() -> [ObjectIdentifier: Set<Occasion>] {
    var all: [ObjectIdentifier: Set<Occasion>] = [:]
    var edges: [ObjectIdentifier: [(body: ObjectIdentifier, stage: Stage)]] = [:]
    for body in program.bodies {
      let key = ObjectIdentifier(body)
      if let own = EntryMoments.moment(of: body, program) {
        all[key, default: []].insert(Occasion(moment: own))
      }
      if body.context == nil { all[key, default: []].insert(Occasion(moment: .launch)) }
      for site in graph.sites(of: body) {
        if let own = site.occasions {
          all[key, default: []].formUnion(own)
          continue
        }
        for origin in origins(of: site.frame, site.order) {
          switch origin.inside(site.stage) {
          case .known(let own): all[key, default: []].formUnion(own)
          case .body(let outer, let stage): edges[ObjectIdentifier(outer), default: []].append((key, stage))
          }
        }
      }
    }
    var open = Array(all.keys)
    while let next = open.popLast() {
      let own = all[next] ?? []
      for (body, stage) in edges[next] ?? [] {
        let passed = stage.occasions(of: own)
        guard !passed.isSubset(of: all[body] ?? []) else { continue }
        all[body, default: []].formUnion(passed)
        open.append(body)
      }
    }
    return all
  }
}

extension Frame {
  /// Whether the frame is the branch for work that has failed.
  fileprivate var isOfFailure: Bool {
    switch kind {
    case .catch: true
    case .branch(let conditions, let isElse):
      conditions.contains { isElse ? $0.testsForSuccess : $0.testsForFailure }
    case .select(_, let one, _):
      one.patterns.contains { $0.split(separator: "(").first?.hasSuffix(".failure") ?? false }
    default: false
    }
  }
}

extension Condition {
  /// Whether the condition holds only if there is an error: `let error`, `error != nil`, `case .failure`.
  fileprivate var testsForFailure: Bool {
    if isPattern { return pattern?.contains(".failure") ?? false }
    if names.contains("error") { return true }
    return isComparison("!=")
  }

  /// Whether the condition holds only if there is no error: `error == nil`.
  fileprivate var testsForSuccess: Bool { isComparison("==") }

  private func isComparison(_ sign: String) -> Bool {
    guard case .binary(sign, let left, let right)? = value?.core.form, case .null = right.core.form else {
      return false
    }
    return left.core.lastName == "error"
  }
}
