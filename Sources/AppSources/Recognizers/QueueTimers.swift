internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Timers that code schedules on a thread of a queue, which has no run loop that would fire them.
  static let queueTimers = Recognizer { program in
    let builder = FactBuilder(program)
    let threads = QueueThreads(program)
    return ["scheduledTimer", "perform", "performSelector"].flatMap { program.callsByName[$0] ?? [] }
      .compactMap { call in
        guard isTimer(call), program.callees(of: call).isEmpty, !usesRunLoop(call.frame.body),
          threads.run(call.frame)
        else { return nil }
        let api = call.name == "scheduledTimer" ? "Timer" : "perform"
        return builder.fact(
          .timer, at: call,
          [
            FactEntry("api", builder.derived(.string(api), at: call)),
            FactEntry(.withoutRunLoop, true, at: call.location),
          ])
      }
  }

  private static func isTimer(_ call: Call) -> Bool {
    call.name == "scheduledTimer"
      ? ["Timer", "NSTimer"].contains(call.base?.core.lastName ?? "") : call["afterDelay"] != nil
  }

  /// Whether the code around a timer may run a run loop.
  private static func usesRunLoop(_ body: Body) -> Bool {
    let names: Set<String> = [
      "RunLoop", "NSRunLoop", "CFRunLoopRun", "CFRunLoopRunInMode", "CFRunLoopGetCurrent",
    ]
    return !(body.context?.identifiers.isDisjoint(with: names) ?? false)
  }
}

/// The threads of queues other than the main queue. Nothing runs their run loops.
private struct QueueThreads {
  private let program: Program
  /// The greatest number of functions between a queue and the code.
  private static let maximumDepth = 3

  init(_ program: Program) {
    self.program = program
  }

  /// Whether a queue certainly runs the code of a frame.
  func run(_ frame: Frame, depth: Int = 0) -> Bool {
    guard depth < Self.maximumDepth, program.budget.take() else { return false }
    for one in frame.chain {
      switch one.kind {
      case .closure(let closure, let around?, _):
        guard let call = program.callsByExpression[ObjectIdentifier(around)],
          !closure.attributes.contains("MainActor")
        else { return false }
        if let isOnQueue = isOnQueue(call) { return isOnQueue }
        guard program.runsAtOnce(closure, in: call), call.name != "sync", call.name != "run" else {
          return false
        }
      case .closure: return false
      case .body: return run(one.body, depth: depth)
      default: continue
      }
    }
    return false
  }

  private func run(_ body: Body, depth: Int) -> Bool {
    guard let context = body.context, body.function != nil, body.frame.awaits.isEmpty, body.outer == nil,
      !context.attributes.contains("MainActor"), EntryMoments.moment(of: body, program) == nil,
      let callers = program.callers(of: body), !callers.isEmpty
    else { return false }
    return callers.allSatisfy { run($0.frame, depth: depth + 1) }
  }

  /// Whether a call runs its closure on a thread of a queue; `nil` for a call that runs the closure where the call itself runs.
  private func isOnQueue(_ call: Call) -> Bool? {
    switch call.name {
    case "async", "asyncAfter": call.base.map { isQueue($0, in: call.frame) } ?? false
    case "detached": call.base?.core.path == ["Task"]
    case "dataTask", "uploadTask", "downloadTask": call.base?.core.path == ["URLSession", "shared"]
    case "register":
      call["using"].flatMap { queue in
        if case .null = queue.core.form { true } else { isQueue(queue, in: call.frame) }
      }
    default: nil
    }
  }

  /// Whether an expression is a queue of `DispatchQueue` other than the main queue.
  private func isQueue(_ expression: Expression, in frame: Frame, depth: Int = 0) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    switch expression.core.form {
    case .call(let callee, let arguments):
      if callee.core.path?.suffix(2) == ["DispatchQueue", "global"] { return true }
      if callee.core.lastName == "dispatch_queue_create" { return true }
      return callee.core.lastName == "DispatchQueue" && !arguments.contains { $0.label == "target" }
    case .name(let name):
      if let local = frame.local(name) {
        guard local.assignments.isEmpty, let value = local.value, value !== expression else { return false }
        return isQueue(value, in: local.frame, depth: depth + 1)
      }
    default: break
    }
    guard let body = program.property(of: expression, in: frame), let property = body.property,
      property.isConstant || property.isLazy, let value = property.value
    else { return false }
    return isQueue(value, in: body.frame, depth: depth + 1)
  }
}
