internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Requests of background tasks, and their submissions.
  static let taskRequests = Recognizer { program in
    var facts: [CodeFact] = []
    // The requests, by the call that submits them.
    var requests: [ObjectIdentifier: [Submitted]] = [:]
    // The calls of the app's own `submit`, which passes a request on to the scheduler.
    var forwarded: Set<ObjectIdentifier> = []
    for (name, task) in SchedulerTypes.kinds.map({ ($0.request, $0.name) }) {
      // A subclass that inherits the initializer makes requests, too. A subclass with an initializer of its own is handled below.
      let heirs = program.types.filter { entry in
        entry.value.contains { $0.value.inherited.contains { Program.plain($0) == name } }
      }
      let calls = ([name] + heirs.keys.sorted()).flatMap { program.callsByName[$0] ?? [] }
      for call in calls where call["identifier"] != nil || call.name == name {
        guard !program.runsOwnFunction(call) else { continue }
        let trace = ObjectTrace(of: call.expression, in: call.frame, program)
        var found: [CodeFact] = []
        for builder in FactBuilder.builders(for: call["identifier"], in: call.frame, program) {
          found.append(request(call, task, trace, builder))
        }
        facts += found
        for (submission, _, caller) in trace.arguments
        where submissionNames.contains(submission.name) {
          if let caller { forwarded.insert(ObjectIdentifier(caller)) }
          for one in found {
            requests[ObjectIdentifier(submission), default: []].append(
              Submitted(identifier: one["identifier"], task: task, caller: caller))
          }
        }
      }
    }
    for (call, task, body) in superclassCalls(in: program) {
      let traces = makings(of: body, program).map { ObjectTrace(of: $0.expression, in: $0.frame, program) }
      let own = ObjectTrace(ofSelfIn: body, named: requestProperties, program)
      var found: [CodeFact] = []
      for builder in FactBuilder.builders(for: call["identifier"], in: call.frame, program) {
        found.append(request(call, task, own, builder))
      }
      facts += found
      for (submission, _, caller) in traces.flatMap(\.arguments)
      where submissionNames.contains(submission.name) {
        for one in found {
          requests[ObjectIdentifier(submission), default: []].append(
            Submitted(identifier: one["identifier"], task: task, caller: caller))
        }
      }
    }
    for call in submissionNames.flatMap({ program.callsByName[$0] ?? [] }) {
      let known = requests[ObjectIdentifier(call)]
      guard known != nil || isScheduler(call.base, in: call.frame, program),
        !forwarded.contains(ObjectIdentifier(call)), call.labels.first == "_",
        call.arguments.count == (call["completionHandler"] == nil ? 1 : 2)
          || call.name == "submitTaskRequest" && call.arguments.last?.isTrailing ?? false
      else { continue }
      for one in known ?? [Submitted()] { facts.append(submission(call, of: one, program)) }
    }
    return facts
  }

  /// A request that is submitted, with the call of the app's function that passes the request on, if any.
  private struct Submitted {
    var identifier: FactValue?
    var task = ""
    var caller: Call?
  }

  static let submissionNames = ["submit", "submitTaskRequest"]

  /// The properties that a subclass of a request sets on itself.
  private static let requestProperties: Set<String> = [
    "earliestBeginDate", "requiresNetworkConnectivity", "requiresExternalPower", "strategy",
    "requiredResources",
    "protectionTypeOfRequiredData",
  ]

  /// The calls by which the app's own subclasses of requests initialize themselves, with the kind of task and the initializer.
  private static func superclassCalls(in program: Program) -> [(call: Call, task: String, body: Body)] {
    (program.callsByName["init"] ?? []).compactMap { call in
      guard let base = call.base?.core.path, base == ["super"] || base == ["self"], call["identifier"] != nil,
        base == ["super"] || !program.runsOwnFunction(call)
      else { return nil }
      let body = call.frame.body
      let kind = SchedulerTypes.kinds.first {
        body.types == [$0.request] || program.type(body.types, inherits: $0.request, from: body.file)
      }
      return kind.map { (call, $0.name, body) }
    }
  }

  /// The calls that run an initializer.
  private static func makings(of body: Body, _ program: Program) -> [Call] {
    (program.callsByName[body.types.last ?? ""] ?? []).filter { call in
      program.callees(of: call).contains { $0 === body }
    }
  }

  private static func request(_ call: Call, _ task: String, _ trace: ObjectTrace, _ builder: FactBuilder)
    -> CodeFact
  {
    var values: [FactEntry] = []
    if let identifier = call["identifier"] {
      values.append(FactEntry("identifier", builder.text(identifier, in: call.frame)))
    }
    values.append(FactEntry("task", builder.derived(.string(task), at: call)))
    for name in ["title", "subtitle"] {
      if let text = call[name] { values.append(FactEntry(name, builder.value(text, in: call.frame))) }
    }
    let submissions = trace.arguments.map(\.call).filter { submissionNames.contains($0.name) }
    // Apple does not document whether the scheduler copies a request.
    let settings = trace.settings.handedOver(to: submissions)
    values += builder.values(of: settings, madeIn: call.frame) { name, value, frame, evaluator in
      if name == "earliestBeginDate" { return evaluator.interval(value, in: frame).fact(of: value) }
      return evaluator.word(value, in: frame).fact(of: value)
    }
    if let resources = values.first(where: { $0.key == "requiredResources" })?.value,
      resources.content != .list([])
    {
      let asks = builder.program.uses["supportedResources"] != nil
      values.append(FactEntry("checksResources", builder.derived(.bool(asks), at: call)))
    }
    return builder.fact(.taskRequest, at: call, values)
  }

  // MARK: - Submissions

  /// Whether an expression is the scheduler, with the scheduler's type or with a protocol of the app as its type.
  static func isScheduler(_ base: Expression?, in frame: Frame, _ program: Program, depth: Int = 0) -> Bool {
    guard let base, depth < 8 else { return false }
    if base.core.path?.contains(where: { program.system.name($0) == "BGTaskScheduler" }) ?? false {
      return true
    }
    if case .name("self") = base.core.form { return isScheduler(type: "Self", in: frame, program) }
    if case .name(let name) = base.core.form, let local = frame.local(name) {
      if let type = local.type { return isScheduler(type: type, in: frame, program) }
      guard let value = local.value else { return false }
      guard case .name(name) = value.core.form else {
        return isScheduler(value, in: local.frame, program, depth: depth + 1)
      }
      // `if let scheduler` refers to the property `scheduler`.
      let outer = program.member(name, of: frame.body.types, from: frame.body.file)
      return isScheduler(outer?.property, in: frame, program)
    }
    return isScheduler(program.property(of: base, in: frame)?.property, in: frame, program)
  }

  private static func isScheduler(_ property: Property?, in frame: Frame, _ program: Program) -> Bool {
    guard let property else { return false }
    return property.type.map { isScheduler(type: $0, in: frame, program) } ?? false
      || property.value?.core.path?.first.map(program.system.name) == "BGTaskScheduler"
  }

  /// Whether a type is the scheduler's, or a protocol that an extension makes the scheduler conform to.
  private static func isScheduler(type: String, in frame: Frame, _ program: Program) -> Bool {
    let name = program.system.name(Program.plain(type))
    if name == "BGTaskScheduler" || name == "Self" && frame.body.types == ["BGTaskScheduler"] { return true }
    return (program.types["BGTaskScheduler"] ?? []).contains {
      $0.value.inherited.contains { Program.plain($0) == name }
    }
  }

  private static func submission(
    _ call: Call, of request: Submitted, _ program: Program
  ) -> CodeFact {
    let builder = FactBuilder(program)
    let calls = [call] + (request.caller.map { [$0] } ?? [])
    var values: [FactEntry] = []
    if let identifier = request.identifier { values.append(FactEntry("identifier", identifier)) }
    if !request.task.isEmpty {
      values.append(FactEntry("task", builder.derived(.string(request.task), at: call)))
    }
    var error = errorHandling(of: call)
    if error == "thrown", let caller = request.caller { error = errorHandling(of: caller) }
    values.append(FactEntry("error", builder.derived(.string(error), at: call)))
    if isScheduler(call.base, in: call.frame, program) {
      values.append(FactEntry("method", builder.derived(.string(call.name), at: call)))
    }
    if calls.contains(where: { dependsOnPending($0, program) }) {
      values.append(FactEntry("unlessPending", builder.derived(.bool(true), at: call)))
    }
    let conditions = calls.reversed().compactMap { condition(around: $0, program) }
    if !conditions.isEmpty {
      values.append(
        FactEntry("conditional", builder.derived(.string(conditions.joined(separator: " && ")), at: call)))
    }
    if isAlongside(call, program) {
      values.append(FactEntry("alongside", builder.derived(.bool(true), at: call)))
    }
    // If a function submits several requests, only the calls of the function with this request count.
    let place = request.caller ?? call
    let occasions = program.graph.flow.occasions(at: place.frame, after: place.order)
    values += program.handlers.entries(for: occasions, at: call)
    if !occasions.isEmpty, program.graph.flow.knowsOccasions(at: place.frame, after: place.order) {
      values.append(FactEntry(.knowsMoments, true, at: call.location))
    }
    values += LaunchOrder(program).registrations(after: call, from: request.caller).map { registration in
      let place = registration.location
      return FactEntry(.registration, "\(place.file):\(place.line)", at: place)
    }
    let fact = builder.fact(.taskSubmission, at: call, values)
    guard let caller = request.caller else { return fact }
    let reach = program.graph.reach(of: caller.frame.body)
    return CodeFact(
      fact.kind, at: fact.location, scope: fact.scope, conditions: caller.frame.conditions + fact.conditions,
      reach: fact.reach == .entryPoint || reach == .unreached ? reach : fact.reach,
      moments: program.graph.moments(at: caller.frame, after: caller.order), values: values)
  }

  private static func errorHandling(of call: Call) -> String {
    // A completion handler receives the error.
    if call.arguments.count > 1 { return "caught" }
    return switch call.attempt {
    case "try?": "ignored"
    case "try!": "trapped"
    // Objective-C stores the error in a variable.
    case "error": "caught"
    default: enclosingAttempt(of: call) == nil ? "thrown" : "caught"
    }
  }

  /// The `do` around a call whose `catch` receives the call's error.
  private static func enclosingAttempt(of call: Call) -> Frame? {
    for frame in call.frame.chain {
      switch frame.kind {
      case .attempt(let catches) where catches > 0: return frame
      case .closure, .body: return nil
      default: continue
      }
    }
    return nil
  }

  private static func isAlongside(_ call: Call, _ program: Program) -> Bool {
    guard call.attempt == "try", let own = enclosingAttempt(of: call) else { return false }
    return (program.callsByName["submit"] ?? []).contains {
      $0 !== call && $0.attempt == "try" && enclosingAttempt(of: $0) === own
    }
  }

  private static let pendingNames: Set<String> = ["getPendingTaskRequests", "pendingTaskRequests"]

  /// Whether a call depends on the requests that are pending.
  private static func dependsOnPending(_ call: Call, _ program: Program) -> Bool {
    var conditions: [Condition] = []
    for frame in call.frame.chain {
      conditions += frame.guards.filter { $0.order < call.order }.flatMap(\.conditions)
      switch frame.kind {
      case .branch(let own, _): conditions += own
      case .closure(_, let around?, _):
        let name = program.callsByExpression[ObjectIdentifier(around)]?.name ?? ""
        if pendingNames.contains(name) { return !conditions.isEmpty }
      default: continue
      }
    }
    return conditions.contains { condition in
      var isPending = false
      condition.value?.visit { expression in
        if case .name(let name) = expression.form {
          call.frame.local(name)?.value?.visit {
            if $0.core.mentionsCall(of: pendingNames) { isPending = true }
          }
        }
        if expression.mentionsCall(of: pendingNames) { isPending = true }
      }
      return isPending
    }
  }

  /// The conditions around a call that read the app's own state, as they are written.
  private static func condition(around call: Call, _ program: Program) -> String? {
    var texts: [String] = []
    for frame in call.frame.chain {
      for one in frame.guards where one.order < call.order {
        texts += one.conditions.filter { readsState($0, in: frame, program) }.compactMap { $0.value?.summary }
      }
      guard case .branch(let conditions, let isElse) = frame.kind else { continue }
      for condition in conditions where readsState(condition, in: frame.parent ?? frame, program) {
        if let text = condition.value?.summary { texts.append(isElse ? "!(\(text))" : text) }
      }
    }
    return texts.isEmpty ? nil : texts.reversed().joined(separator: " && ")
  }

  private static func readsState(_ condition: Condition, in frame: Frame, _ program: Program) -> Bool {
    guard condition.availability == nil, let value = condition.value else { return false }
    var reads = false
    value.visit { expression in
      switch expression.form {
      case .name(let name) where name != "self" && name.first?.isLowercase ?? false:
        if frame.local(name) == nil, program.properties[name] != nil { reads = true }
      case .member(let base?, _):
        // A value of the bundle or the process is not state of the app, because it is the same in every run.
        if let first = base.core.path?.first, frame.local(first) == nil,
          !["Bundle", "ProcessInfo"].contains(first)
        {
          reads = true
        }
      default: break
      }
    }
    return reads
  }
}

extension Expression {
  /// Whether the expression calls or mentions one of the names.
  fileprivate func mentionsCall(of names: Set<String>) -> Bool {
    if case .call(let callee, _) = form { return callee.core.lastName.map { names.contains($0) } ?? false }
    return lastName.map { names.contains($0) } ?? false
  }
}

extension Evaluator {
  /// The value of an expression for a property. The value of an implicit member is its last name, such as `utility`.
  func word(_ expression: Expression, in frame: Frame) -> Value {
    let core = expression.core
    let location = frame.body.location(core.position)
    if case .member(let base, let name) = core.form, base == nil || Self.isForeignType(base, program) {
      return Value(content: .string(name), resolution: .literal, location: location)
    }
    if case .ternary(_, let first, let second) = core.form {
      let value = word(first, in: frame)
      if let name = value.string, word(second, in: frame).string == name { return value }
    }
    return value(expression, in: frame)
  }

  /// Whether an expression is a type that the sources do not declare, such as `URLRequest.CachePolicy`.
  private static func isForeignType(_ expression: Expression?, _ program: Program) -> Bool {
    guard let path = expression?.core.path, path.allSatisfy({ $0.first?.isUppercase ?? false }) else {
      return false
    }
    return path.first.map { $0 != "Self" && program.types[$0] == nil } ?? false
  }
}
