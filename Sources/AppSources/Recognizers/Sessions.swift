internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Configurations of URL sessions, and the sessions made of them.
  static let sessions = Recognizer { program in
    SessionMakings(program).makings.flatMap(\.facts)
  }
}

/// The configurations of a program, with their sessions.
struct SessionMakings {
  /// A configuration, and the session made of it.
  struct Making {
    let facts: [CodeFact]
    /// For each fact, the call that makes the session, if a function makes several sessions.
    let callers: [Call?]
    /// The place of the fact.
    let location: FactLocation
    /// The variables and properties that keep the session, and the functions that return it, by identity.
    let holders: Set<ObjectIdentifier>
    /// The calls of the session's own methods.
    let methods: Set<ObjectIdentifier>
  }

  private(set) var makings: [Making] = []
  private let program: Program

  init(_ program: Program) {
    self.program = program
    for call in program.callsByName["background"] ?? []
    where call["withIdentifier"] != nil && isConfiguration(call.base) {
      add("background", call["withIdentifier"], call.expression, call.frame)
    }
    // The function that makes configurations may be a value. Calls of the value make configurations with
    // unknown identifiers.
    for (expression, frame) in program.uses["background"] ?? [] {
      guard case .member(let base?, _) = expression.core.form, isConfiguration(base) else { continue }
      add("background", nil, expression, frame)
    }
    for type in ["default", "ephemeral"] {
      for (expression, frame) in program.uses[type] ?? [] where isConfiguration(expression, in: frame) {
        add(type, nil, expression, frame)
      }
    }
  }

  private func isConfiguration(_ base: Expression?) -> Bool {
    guard let base else { return true }
    return base.core.lastName == "URLSessionConfiguration"
  }

  /// Whether an expression is `URLSessionConfiguration.default`, or `.default` where a configuration is expected.
  private func isConfiguration(_ expression: Expression, in frame: Frame) -> Bool {
    guard case .member(let base, _) = expression.form else { return false }
    if let base { return base.core.lastName == "URLSessionConfiguration" }
    switch program.sinks[ObjectIdentifier(expression)] {
    case .argument(let call, let index):
      return ["configuration", "sessionConfiguration"].contains(call.arguments[index].label)
        && Self.sessionTypes.contains(call.name)
    case .local(let local):
      return local.type.map(Program.plain) == "URLSessionConfiguration"
        || local.type == nil && (local.value.map { Self.mentionsConfiguration($0) } ?? false)
    case .assigned(let target, let frame):
      // `configuration = .ephemeral`, in one of several branches.
      if case .name(let name) = target.core.form, let local = frame.local(name) {
        return local.type.map(Program.plain) == "URLSessionConfiguration"
      }
      return program.property(of: target, in: frame)?.property?.type.map(Program.plain)
        == "URLSessionConfiguration"
    case .property(let property, _): return property.type.map(Program.plain) == "URLSessionConfiguration"
    case .returned(let frame):
      let declared = frame.body.function?.returnType ?? frame.body.property?.type
      return frame === frame.body.frame && declared.map(Program.plain) == "URLSessionConfiguration"
    default: return false
    }
  }

  /// Whether one of the two values of a conditional expression names the type, so that the other value is a configuration, too.
  private static func mentionsConfiguration(_ expression: Expression) -> Bool {
    guard case .ternary(_, let left, let right) = expression.core.form else { return false }
    return [left, right].contains { value in
      var isFound = false
      value.visit { if $0.core.lastName == "URLSessionConfiguration" { isFound = true } }
      return isFound
    }
  }

  /// The types that are made of a configuration.
  static let sessionTypes = managerTypes.union(["URLSession", "AVAssetDownloadURLSession"])

  /// The types of Alamofire and AFNetworking that make a session of a configuration and are its delegate.
  private static let managerTypes: Set<String> = [
    "AFHTTPSessionManager", "AFURLSessionManager", "Session", "SessionManager",
  ]

  // MARK: - Facts

  private mutating func add(
    _ type: String, _ identifier: Expression?, _ expression: Expression, _ frame: Frame
  ) {
    let all = SessionMakers(of: expression, in: frame, program)
    if all.onlyEnds { return }
    let location = frame.body.location(expression.position)
    // If a function uses its parameter as the identifier of a session and the identifiers of its calls differ, each call has a fact of its
    // own.
    let builders = FactBuilder.builders(for: identifier, in: frame, program)
    let facts = builders.map { builder in
      let own = builder.caller(of: frame.body).flatMap { all.madeBy($0, of: frame.body, program) } ?? all
      var values = [FactEntry("type", FactValue(.string(type), .literal, at: location))]
      if let identifier {
        values.append(FactEntry("identifier", builder.text(identifier, in: frame)))
        if let source = UnstableValue(in: program).source(in: builder.argument(identifier, in: frame)) {
          values.append(FactEntry("unstable", FactValue(.string(source.name), .literal, at: location)))
          if source.isHandedBack { values.append(FactEntry(.handedBack, true, at: location)) }
        }
      }
      values += settings(own.settings, madeIn: frame, builder)
      if let maker = own.maker {
        values += own.isOfAssets ? queue(of: maker) : delegate(of: maker, builder) + queue(of: maker)
      }
      if let session = own.session {
        values += keeping(session, at: location)
        if let call = InvalidatedSession(session, own.maker, program).invalidation {
          values.append(FactEntry(.invalidated, true, at: call.location))
        }
      }
      if type == "background", builders.count == 1, isMadeAgain(own, builder) {
        values.append(FactEntry(.repeats, true, at: location))
      }
      // The moments of the fact are the moments of the configuration.
      if type == "background", own.maker.map({ $0.frame.body === frame.body }) ?? true,
        program.graph.flow.knowsOccasions(at: frame, after: 0), !program.hasUnknownUses(frame.body)
      {
        values.append(FactEntry(.knowsMoments, true, at: location))
      }
      if type == "background", builders.count == 1, frame.body.file.target == nil {
        values += program.targets(using: frame.body).sorted().map { FactEntry(.process, $0, at: location) }
      }
      if own.makesNone {
        values.append(FactEntry("session", FactValue(.bool(false), .literal, at: location)))
      }
      return builder.fact(
        own.isOfAssets ? .assetDownloadSession : .session, at: expression.position, in: frame, values)
    }
    let traces = [all.session].compactMap { $0 }
    let holders = traces.flatMap {
      $0.locals.map { ObjectIdentifier($0) } + $0.properties.map { ObjectIdentifier($0) }
        + $0.makers.map { ObjectIdentifier($0) }
    }
    makings.append(
      Making(
        facts: facts, callers: builders.map { $0.caller(of: frame.body) }, location: location,
        holders: Set(holders),
        methods: Set(traces.flatMap(\.methods).map { ObjectIdentifier($0) })))
  }

  /// Whether a session that only a variable of a function keeps is certainly made again while the earlier session may run.
  private func isMadeAgain(_ makers: SessionMakers, _ builder: FactBuilder) -> Bool {
    guard let maker = makers.maker, let session = makers.session else { return false }
    if isReplaced(session, madeBy: maker) { return true }
    guard session.properties.isEmpty, session.makers.isEmpty, session.locals.allSatisfy({ !$0.isStatic })
    else { return false }
    let endings = ["finishTasksAndInvalidate", "invalidateAndCancel"].flatMap {
      program.callsByName[$0] ?? []
    }
    guard !endings.contains(where: { $0.frame.body.types == maker.frame.body.types }) else { return false }
    // The identifier is the same in each round of a loop, unless the evaluator has a value for one of the rounds.
    let isSame = builder.evaluator.callers.isEmpty && builder.evaluator.elements.isEmpty
    var repetition = Repetition(program, countsLoops: isSame)
    return repetition.repeats(at: maker.frame, after: maker.order, callers: builder.evaluator.callers)
  }

  /// Whether code invalidates the session that a property keeps and right after that makes the session again, with the same identifier: the
  /// invalid session still exists until its tasks have ended.
  private func isReplaced(_ session: ObjectTrace, madeBy maker: Call) -> Bool {
    let endings = ["finishTasksAndInvalidate", "invalidateAndCancel"].flatMap {
      program.callsByName[$0] ?? []
    }
    return session.properties.contains { property in
      let own = (program.assignmentsByName[property.property?.name ?? ""] ?? []).filter {
        program.property(of: $0.target, in: $0.frame) === property
      }
      return endings.contains { ending in
        guard let base = ending.base, program.property(of: base, in: ending.frame) === property else {
          return false
        }
        return own.contains { assignment in
          assignment.frame.callable === ending.frame.callable && ending.order < assignment.order
            && !ending.frame.callable.awaits.contains { ending.order < $0 && $0 < assignment.order }
            && makes(assignment, maker)
        }
      }
    }
  }

  /// Whether an assignment makes the object that a call makes, by itself or through a function.
  private func makes(_ assignment: Assignment, _ maker: Call) -> Bool {
    if assignment.value.contains(maker.expression) { return true }
    return program.callsByExpression[ObjectIdentifier(assignment.value.core)].map { call in
      program.callees(of: call).contains { $0 === maker.frame.body }
    } ?? false
  }

  private func settings(
    _ settings: [ObjectTrace.Setting], madeIn frame: Frame, _ builder: FactBuilder
  ) -> [FactEntry] {
    // A setting of a dictionary's element is a header, and another recognizer reads headers.
    let whole = settings.filter { !$0.name.hasSuffix("[]") }
    return builder.values(of: whole, madeIn: frame) { name, value, frame, evaluator in
      name == "earliestBeginDate"
        ? evaluator.seconds(value, in: frame).fact(of: value)
        : evaluator.word(value, in: frame).fact(of: value)
    }
  }

  private func delegate(of maker: Call, _ builder: FactBuilder) -> [FactEntry] {
    if let delegate = maker["delegate"] {
      let (delegate, frame) = builder.argument(delegate, in: maker.frame)
      return [FactEntry("delegate", self.delegate(delegate, in: frame))]
    }
    let isOfManager = Self.managerTypes.contains(maker.name)
    let value =
      isOfManager
      ? FactValue(nil, .unresolved, at: maker.location, expression: maker.name)
      : FactValue(.null, .literal, at: maker.location)
    return [FactEntry("delegate", value)]
  }

  /// The queue on which a session calls its delegate.
  private func queue(of maker: Call) -> [FactEntry] {
    guard let queue = maker["delegateQueue"] else { return [] }
    let content: FactValue.Content =
      if case .null = queue.core.form { .null } else { .string(queue.isMainQueue ? "main" : "other") }
    return [
      FactEntry("delegateQueue", FactValue(content, .literal, at: maker.frame.body.location(queue.position)))
    ]
  }

  private func delegate(_ expression: Expression, in frame: Frame) -> FactValue {
    let location = frame.body.location(expression.position)
    if case .null = expression.core.form { return FactValue(.null, .literal, at: location) }
    guard let type = program.type(of: expression, in: frame), !type.isEmpty else {
      return FactValue(nil, .unresolved, at: location, expression: expression.summary)
    }
    return FactValue(.string(type.joined(separator: ".")), .literal, at: location)
  }

  private func keeping(_ session: ObjectTrace, at location: FactLocation) -> [FactEntry] {
    func entries(_ lifetime: String, _ name: String) -> [FactEntry] {
      [
        FactEntry("lifetime", FactValue(.string(lifetime), .literal, at: location)),
        FactEntry("name", FactValue(.string(name), .literal, at: location)),
      ]
    }
    // A stored property comes first: a computed property only returns the session.
    let stored = session.properties.filter { $0.property?.getter == nil }
    if let body = stored.first, let property = body.property {
      let isStatic = property.context.isStatic || body.types.isEmpty
      return entries(isStatic ? "static" : property.isLazy ? "lazy" : "stored", property.name)
    }
    if let local = session.locals.first(where: \.isStatic) { return entries("static", local.name) }
    if let name = session.locals.first?.name { return entries("local", name) }
    return []
  }
}
