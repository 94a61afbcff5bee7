internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The methods that receive pushes of PushKit, and whether they report calls to the system in time.
  static let incomingPushes = Recognizer { program in
    program.bodies.compactMap { body in
      guard let function = body.function, let context = body.context, !body.types.isEmpty,
        !context.isRequirement, body.outer == nil, function.name == "pushRegistry",
        function.parameters.contains(where: { $0.label?.hasPrefix("didReceiveIncomingPushWith") ?? false })
      else { return nil }
      let location = body.location(context.position)
      var report = CallReports(program).report(of: body)
      var push = UnreportedPush(program)
      if report == .never || report == nil && !isReplaced(body, in: program), push.isLeftUnreported(by: body)
      {
        report = report ?? .nowhere
      }
      var ways = UnreportedWays(program, names: CallReports.names)
      if report == .now { ways.analyze(body) }
      return FactBuilder(program).fact(
        .incomingPush, at: context.position, in: body.frame,
        [FactEntry(.method, function.fullName, at: location)]
          + (report.map { [FactEntry(.reports, $0, at: location)] } ?? [])
          + (push.callsKnown ? [FactEntry(.callsKnown, true, at: location)] : [])
          + ways.exits.map { FactEntry("exit", FactValue(.bool(true), .literal, at: $0)) })
    }
  }
}

/// Whether the system calls another method of the same object instead, which has a completion handler.
private func isReplaced(_ body: Body, in program: Program) -> Bool {
  func isComplete(_ body: Body) -> Bool {
    body.function?.parameters.contains { $0.type?.contains("->") ?? $0.type?.contains("(^)") ?? false }
      ?? false
  }
  return !isComplete(body)
    && (program.functions["pushRegistry"] ?? []).contains { $0.types == body.types && isComplete($0) }
}

/// The calls that code reports to the system, by CallKit or LiveCommunicationKit.
private struct CallReports {
  private let program: Program
  /// The greatest number of functions between the method that receives a push and the report.
  private static let maximumDepth = 6
  static let names: Set<String> = [
    "reportNewIncomingCall", "reportNewIncomingVoIPPushPayload", "reportNewIncomingConversation",
    "reportOutgoingCall",
    // flutter_callkit_incoming
    "showCallkitIncoming",
  ]

  init(_ program: Program) {
    self.program = program
  }

  /// The time at which a method reports a call; `nil` if the code does not show it clearly, or if other code reports calls.
  func report(of body: Body) -> CallReport? {
    guard Self.names.contains(where: { program.callsByName[$0] != nil || program.mentions[$0] != nil }) else {
      return .never
    }
    var seen: Set<ObjectIdentifier> = []
    let found = reports(in: body, depth: 0, &seen)
    if found.contains(.now) { return .now }
    return found == [.later] ? .later : nil
  }

  /// The times at which a function reports a call, itself or in functions that it calls; `nil` for an unknown time.
  private func reports(in body: Body, depth: Int, _ seen: inout Set<ObjectIdentifier>) -> Set<CallReport?> {
    guard depth < Self.maximumDepth, let statements = body.function?.body,
      seen.insert(ObjectIdentifier(body)).inserted
    else { return [] }
    var calls: [Call] = []
    statements.visit { expression in
      if let call = program.callsByExpression[ObjectIdentifier(expression)] { calls.append(call) }
    }
    var found: Set<CallReport?> = []
    for call in calls {
      let inner: Set<CallReport?> =
        Self.names.contains(call.name)
        ? [.now]
        : program.callees(of: call).reduce(into: []) {
          $0.formUnion(reports(in: $1, depth: depth + 1, &seen))
        }
      guard !inner.isEmpty else { continue }
      switch timing(of: call.frame, in: body) {
      case .now: found.formUnion(inner)
      case .soon, .later: found.insert(.later)
      case .unknown: found.insert(nil)
      }
    }
    return found
  }

  /// The time at which the code of a frame runs, relative to the function around the frame.
  private func timing(of frame: Frame, in body: Body) -> ClosureTiming {
    var timing = ClosureTiming.now
    for one in frame.chain {
      if one === body.frame { break }
      guard case .closure(let closure, let around, _) = one.kind else { continue }
      guard let around, let call = program.callsByExpression[ObjectIdentifier(around)],
        let argument = call.arguments.first(where: { $0.value.core.closure === closure })
      else { return .unknown }
      switch program.timing(of: argument.value, in: call) {
      case .now: continue
      case .soon: if timing != .unknown { timing = .soon }
      case .later: if timing != .unknown { timing = .later }
      case .unknown: timing = .unknown
      }
    }
    return timing
  }
}
