internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Methods of session delegates, and the app delegate's method for the events of background sessions.
  static let sessionDelegates = Recognizer { program in
    let delegates = (program.functions["urlSession"] ?? []).filter {
      $0.function?.parameters.first?.type.map(Program.plain)?.hasSuffix("URLSession") ?? false
    }
    let finished = program.functions["urlSessionDidFinishEvents"] ?? []
    let events = (program.functions["application"] ?? []).filter {
      $0.function?.fullName == "application(_:handleEventsForBackgroundURLSession:completionHandler:)"
    }
    return (delegates + finished).filter { !($0.context?.isRequirement ?? false) }.compactMap {
      method($0, program)
    }
      + events.compactMap { backgroundEvents($0, program) }
      + (program.functions["application"] ?? []).compactMap { awaitedEvents($0, program) }
      + (program.callsByName["onBackgroundURLSessionEvents"] ?? []).map { call in
        let builder = FactBuilder(program)
        return builder.fact(
          .backgroundEvents, at: call, [FactEntry("api", builder.derived(.string("WidgetKit"), at: call))])
      }
  }

  // MARK: - Delegate methods

  private static func method(_ body: Body, _ program: Program) -> CodeFact? {
    guard let function = body.function, let context = body.context, !body.types.isEmpty else { return nil }
    let builder = FactBuilder(program)
    func derived(_ content: FactValue.Content) -> FactValue {
      FactValue(content, .literal, at: body.location(context.position))
    }
    var values = [
      FactEntry("method", derived(.string(function.fullName))),
      FactEntry("type", derived(.string(body.types.joined(separator: ".")))),
    ]
    if function.fullName == "urlSession(_:downloadTask:didFinishDownloadingTo:)",
      let file = function.parameters.last,
      let word = keepsFile(file.name, in: body, program)
    {
      values.append(FactEntry("keepsFile", derived(.string(word))))
      if word == "reads", readsWhole(file.name, in: body, program) {
        values.append(FactEntry("readsWhole", derived(.bool(true))))
      }
    }
    if let call = blockingCall(in: body, program) {
      values.append(
        FactEntry("blocks", FactValue(.string(call.expression.summary), .literal, at: call.location)))
    }
    return builder.fact(.sessionDelegate, at: context.position, in: body.frame, values)
  }

  private static let moving: Set<String> = [
    "moveItem", "copyItem", "replaceItemAt", "replaceItem", "linkItem",
  ]
  private static let asynchronous: Set<String> = [
    "async", "asyncAfter", "Task", "detached", "perform", "addOperation", "asyncAndWait", "execute",
  ]

  /// How a delegate's method keeps the file, which is gone after the method returns; `nil` if the code does not show it clearly.
  private static func keepsFile(_ name: String, in body: Body, _ program: Program, depth: Int = 0) -> String?
  {
    guard let local = body.frame.locals[name], depth < 3, program.budget.take() else { return nil }
    var words: Set<String> = []
    for use in local.uses {
      var word: String? = "?"
      var isLater = false
      for frame in use.frame.chain {
        guard case .closure(_, let call?, _) = frame.kind,
          let around = program.callsByExpression[ObjectIdentifier(call)]
        else { continue }
        if asynchronous.contains(around.name) { isLater = true }
      }
      if case .argument(let call, _)? = program.sinks[ObjectIdentifier(use.expression)] {
        if moving.contains(call.name) {
          word = "moves"
        } else if ["Data", "NSData", "String", "FileHandle", "InputStream"].contains(call.name) {
          word = "reads"
        } else if let next = program.callees(of: call).first, program.callees(of: call).count == 1,
          let parameter = call.bindings(to: next.function?.parameters ?? [])?.first(where: {
            $0.value === use.expression
          })?.key
        {
          word = keepsFile(parameter, in: next, program, depth: depth + 1)
        }
      }
      if case .assigned(let target, let frame)? = program.sinks[ObjectIdentifier(use.expression)],
        isForLater(target, in: frame, program)
      {
        (word, isLater) = ("moves", true)
      }
      if let word { words.insert(isLater && word != "?" ? "later" : word) }
    }
    if local.uses.isEmpty { return "no" }
    for word in ["moves", "reads", "later"] where words.contains(word) { return word }
    return nil
  }

  /// Whether a method only stores a file's location in a property, or in a dictionary that a property keeps, which later code reads.
  private static func isForLater(_ target: Expression, in frame: Frame, _ program: Program) -> Bool {
    let body = frame.body
    var kept = target
    if case .element(let dictionary, _) = target.core.form { kept = dictionary }
    guard let property = program.property(of: kept, in: frame)?.property, property.getter == nil,
      property.accessors.isEmpty, !property.isWrapped
    else { return false }
    let reads = reads(of: property.name, outside: body, program)
    // Another call of the method may move the file.
    return !reads.isEmpty
      && program.calls.allSatisfy {
        $0.frame.body !== body || $0.isLogging || locking.contains($0.name)
      }
  }

  /// The methods of locks, which only guard the property.
  private static let locking: Set<String> = ["lock", "unlock", "withLock", "withLockUnchecked"]

  /// Whether a method itself reads a whole file into memory.
  private static func readsWhole(_ name: String, in body: Body, _ program: Program) -> Bool {
    (body.frame.locals[name]?.uses ?? []).contains { use in
      guard case .argument(let call, _)? = program.sinks[ObjectIdentifier(use.expression)] else {
        return false
      }
      return ["Data", "NSData", "String"].contains(call.name) && call.labels.first == "contentsOf"
        && call["options"] == nil
    }
  }

  private static func blockingCall(in body: Body, _ program: Program) -> Call? {
    let found = ["sleep", "usleep", "wait"].flatMap { program.callsByName[$0] ?? [] }.filter { call in
      guard call.frame.callable === body.frame else { return false }
      switch call.name {
      case "wait": return ["", "timeout", "wallTimeout"].contains(call.labels.joined())
      case "sleep": return call.base == nil || call.base?.core.path == ["Thread"]
      default: return true
      }
    }
    return found.min { $0.order < $1.order }
  }

  // MARK: - Events of background sessions

  /// The method that Swift imports as `async`, whose return stands for the call of the completion handler.
  private static func awaitedEvents(_ body: Body, _ program: Program) -> CodeFact? {
    guard let function = body.function, let context = body.context, !context.isRequirement,
      function.fullName == "application(_:handleEventsForBackgroundURLSession:)"
    else { return nil }
    let place = body.location(context.position)
    let matches = !(body.frame.locals[function.parameters[1].name]?.uses ?? []).isEmpty
    var waits = false
    function.body.visit { if case .await = $0.form { waits = true } }
    return FactBuilder(program).fact(
      .backgroundEvents, at: context.position, in: body.frame,
      [
        FactEntry("handler", FactValue(.string("called"), .literal, at: place)),
        FactEntry("matches", FactValue(.bool(matches), .literal, at: place)),
      ] + (waits ? [] : [FactEntry("callsAtOnce", FactValue(.bool(true), .literal, at: place))]))
  }

  private static func backgroundEvents(_ body: Body, _ program: Program) -> CodeFact? {
    guard let function = body.function, let context = body.context, function.parameters.count == 3,
      let handler = body.frame.locals[function.parameters[2].name],
      let identifier = body.frame.locals[function.parameters[1].name]
    else { return nil }
    func derived(_ content: FactValue.Content) -> FactValue {
      FactValue(content, .literal, at: body.location(context.position))
    }
    let calls = (program.callsByName[handler.name] ?? []).filter { $0.frame.local(handler.name) === handler }
    var storage: (name: String, isDictionary: Bool)?
    var isPassed = false
    for use in handler.uses {
      switch program.sinks[ObjectIdentifier(use.expression)] {
      case .assigned(let target, _):
        if case .element(let base, _) = target.core.form {
          storage = base.core.lastName.map { ($0, true) }
        } else {
          storage = target.core.lastName.map { ($0, false) }
        }
      case .argument: isPassed = true
      default: continue
      }
    }
    let word =
      storage != nil
      ? (calls.isEmpty ? "stored" : "both") : !calls.isEmpty ? "called" : isPassed ? nil : "dropped"
    var values: [FactEntry] = []
    if let word { values.append(FactEntry("handler", derived(.string(word)))) }
    // If the handler is passed to another function, the place that keeps the handler is not known.
    if word == nil {
      let place = body.location(context.position)
      values.append(FactEntry("handler", FactValue(nil, .unresolved, at: place, expression: handler.name)))
    }
    if let storage {
      values.append(FactEntry("storage", derived(.string(storage.name))))
      if storage.isDictionary { values.append(FactEntry("dictionary", derived(.bool(true)))) }
      let isCalled = isCalled(storage.name, outside: body, program)
      values.append(FactEntry("called", derived(.bool(isCalled))))
      if !isCalled, let other = idleCaller(of: storage.name, outside: body, program) {
        values.append(FactEntry(.idleCaller, true, at: other))
      }
    }
    values.append(FactEntry("matches", derived(.bool(!identifier.uses.isEmpty))))
    if let only = onlyIdentifier(function, identifier.name, in: body, program) {
      values.append(FactEntry(.accepts, only, at: body.location(context.position)))
    }
    // A call in a branch may be for sessions of other code, such as an SDK.
    if !isPassed, calls.contains(where: { $0.frame === body.frame }) {
      values.append(FactEntry("callsAtOnce", derived(.bool(true))))
    }
    if program.type(body.types, inherits: "UIWindowSceneDelegate", from: body.file)
      || program.type(body.types, inherits: "UISceneDelegate", from: body.file)
    {
      values.append(FactEntry("sceneDelegate", derived(.bool(true))))
    }
    let stored = (storage.flatMap { program.callsByName[$0.name] } ?? []).filter { $0.frame.body !== body }
    let uses = (storage.flatMap { program.uses[$0.name] } ?? []).filter { $0.frame.body !== body }
    if (calls + stored).map(\.frame).contains(where: { isOnMain($0, program) })
      || uses.contains(where: { isOnMain($0.frame, program) })
    {
      values.append(FactEntry("onMain", derived(.bool(true))))
    } else if isOffMain(stored, storage.map { reads(of: $0.name, outside: body, program) } ?? [], program) {
      values.append(FactEntry("onMain", derived(.bool(false))))
    }
    return FactBuilder(program).fact(.backgroundEvents, at: context.position, in: body.frame, values)
  }

  /// The text with which the first statement of a method compares an identifier, and without which the method does nothing more.
  private static func onlyIdentifier(_ function: Function, _ name: String, in body: Body, _ program: Program)
    -> String?
  {
    guard case .guard(let conditions, _)? = function.body.first?.form, conditions.count == 1,
      case .binary("==", let left, let right)? = conditions[0].value?.core.form
    else { return nil }
    let other = left.core.path == [name] ? right : right.core.path == [name] ? left : nil
    return other.flatMap { FactBuilder(program).text($0, in: body.frame).string }
  }

  /// Whether other code calls a stored handler, or at least reads it.
  private static func isCalled(_ name: String, outside body: Body, _ program: Program) -> Bool {
    if (program.callsByName[name] ?? []).contains(where: {
      $0.frame.body !== body && !isIdle($0.frame.body, program)
    }) {
      return true
    }
    return reads(of: name, outside: body, program).contains { !isIdle($0.frame.body, program) }
  }

  /// The place of a method that calls or reads a stored handler, and that nothing ever calls.
  private static func idleCaller(of name: String, outside body: Body, _ program: Program) -> FactLocation? {
    let bodies =
      (program.callsByName[name] ?? []).map(\.frame.body)
      + reads(of: name, outside: body, program).map(\.frame.body)
    return bodies.first { $0 !== body && isIdle($0, program) }.flatMap { other in
      other.context.map { other.location($0.position) }
    }
  }

  /// Whether a method has the name of a delegate's method, but other parameters or a type that is the delegate of no session, and the app
  /// itself does not call the method.
  private static func isIdle(_ body: Body, _ program: Program) -> Bool {
    guard let function = body.function, function.name == "urlSessionDidFinishEvents",
      program.graph.sites(of: body).isEmpty
    else { return false }
    return function.fullName != "urlSessionDidFinishEvents(forBackgroundURLSession:)"
      || !mayBeDelegate(body, program)
  }

  /// Whether the type of a method may be the delegate of a session.
  private static func mayBeDelegate(_ body: Body, _ program: Program) -> Bool {
    var types: [[String]?] = []
    for name in SessionMakings.sessionTypes where program.types[name] == nil {
      for maker in program.callsByName[name] ?? [] {
        guard let delegate = maker["delegate"] else {
          // A background session without a delegate is a finding of its own.
          let kind = maker["configuration"]?.core.lastName ?? ""
          if name != "URLSession" || !["default", "ephemeral"].contains(kind) { types.append(nil) }
          continue
        }
        types.append(program.type(of: delegate, in: maker.frame))
      }
    }
    // A manager that makes a session may have any delegate.
    guard !types.isEmpty, types.allSatisfy({ $0?.isEmpty == false }) else { return true }
    return types.compactMap { $0 }.contains { type in
      type == body.types
        || program.inherited(by: type, from: body.file).contains { Program.plain($0) == body.types.last }
    }
  }

  /// The uses of a stored handler elsewhere, except for assignments to the handler.
  private static func reads(
    of name: String, outside body: Body, _ program: Program
  ) -> [(expression: Expression, frame: Frame)] {
    let targets = Set((program.assignmentsByName[name] ?? []).map { ObjectIdentifier($0.target.core) })
    return (program.uses[name] ?? []).filter {
      $0.frame.body !== body && !targets.contains(ObjectIdentifier($0.expression))
    }
  }

  /// Whether a stored handler is certainly called on a queue other than the main queue.
  private static func isOffMain(
    _ calls: [Call], _ uses: [(expression: Expression, frame: Frame)], _ program: Program
  ) -> Bool {
    // In a closure, or through a variable or a function, the handler may well be called on the main queue.
    guard calls.isEmpty else {
      return calls.allSatisfy { $0.frame.callable === $0.frame.body.frame && $0.frame.local($0.name) == nil }
    }
    let usesMainQueue = program.calls.contains { call in
      isMain(call.base) && uses.contains { $0.frame.body === call.frame.body }
    }
    return !uses.isEmpty && !usesMainQueue
      && uses.allSatisfy { use in queues(of: use.frame, program).contains(where: isGlobal) }
  }

  private static func isOnMain(_ frame: Frame, _ program: Program) -> Bool {
    if frame.body.context?.attributes.contains("MainActor") ?? false { return true }
    return queues(of: frame, program).contains(where: isMain)
  }

  /// The objects that run the closures around a frame, such as `DispatchQueue.main`.
  private static func queues(of frame: Frame, _ program: Program) -> [Expression] {
    frame.chain.compactMap { frame in
      guard case .closure(_, let around?, _) = frame.kind else { return nil }
      return program.callsByExpression[ObjectIdentifier(around)]?.base
    }
  }

  private static func isMain(_ queue: Expression?) -> Bool {
    queue.map { $0.isMainQueue || $0.core.path == ["MainActor"] } ?? false
  }

  private static func isGlobal(_ queue: Expression) -> Bool {
    guard case .call(let callee, _) = queue.core.form else { return false }
    return callee.core.path?.suffix(2) == ["DispatchQueue", "global"]
  }
}
