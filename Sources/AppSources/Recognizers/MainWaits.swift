internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The waits of the main thread for code that needs the main thread.
  static let mainWaits = Recognizer { program in
    let builder = FactBuilder(program)
    let main = MainThread(program)
    return (program.callsByName["wait"] ?? []).compactMap { call -> CodeFact? in
      guard call.waitsWithoutLimit, let local = lock(of: call), main.runs(call.frame),
        let signal = main.onlySignal(of: local)
      else { return nil }
      let occasions = program.graph.flow.occasions(at: call.frame, after: call.order)
      return builder.fact(
        .wait, at: call,
        [
          FactEntry("api", builder.derived(.string("wait"), at: call)),
          FactEntry(.needsMain, true, at: signal.location),
        ] + program.handlers.entries(for: occasions, at: call))
    }
  }

  /// The variable with the semaphore or group on which a call waits; `nil` if other code may also use the semaphore or group.
  private static func lock(of call: Call) -> Local? {
    guard case .name(let name)? = call.base?.core.form, let local = call.frame.local(name),
      local.assignments.isEmpty, local.alternatives.isEmpty, local.frame.callable === call.frame.callable
    else { return nil }
    let makers: Set<String> = [
      "DispatchSemaphore", "DispatchGroup", "dispatch_semaphore_create", "dispatch_group_create",
    ]
    guard case .call(let maker, _)? = local.value?.core.form, let type = maker.core.lastName,
      makers.contains(type)
    else { return nil }
    return local
  }
}

extension Call {
  /// Whether a call of a method that waits has no limit of time.
  var waitsWithoutLimit: Bool {
    guard let limit = arguments.first else { return true }
    let names: Set<String> = ["distantFuture", "DISPATCH_TIME_FOREVER"]
    return arguments.count == 1 && limit.label == "timeout"
      && limit.value.core.lastName.map(names.contains) ?? false
  }
}

/// The code that certainly runs on the main thread.
struct MainThread {
  private let program: Program
  /// The greatest number of functions between an entry point and the code.
  private static let maximumDepth = 3

  init(_ program: Program) {
    self.program = program
  }

  /// Whether the code of a frame runs on the main thread in some way of the background: in a launch handler on the main queue, or in a method
  /// that UIKit calls.
  func runs(_ frame: Frame, depth: Int = 0) -> Bool {
    guard depth < Self.maximumDepth, program.budget.take() else { return false }
    for one in frame.chain {
      switch one.kind {
      case .closure(let closure, let around?, _):
        guard let call = program.callsByExpression[ObjectIdentifier(around)] else { return false }
        if call.name == "register", call["forTaskWithIdentifier"] != nil {
          return call["using"]?.isMainQueue ?? false
        }
        guard program.runsAtOnce(closure, in: call), !Self.changesThread(call) else { return false }
      case .closure: return false
      case .body: return runs(one.body, depth: depth)
      default: continue
      }
    }
    return false
  }

  private func runs(_ body: Body, depth: Int) -> Bool {
    guard let function = body.function, body.frame.awaits.isEmpty, body.outer == nil else { return false }
    if Self.entries.contains(function.fullName) { return EntryMoments.moment(of: body, program) != nil }
    // An asynchronous function may be called on any thread; a function of an actor never runs on the main thread.
    let callers = program.graph.callers(of: body).filter { !isAwaited($0) }
    return callers.contains { runs($0.frame, depth: depth + 1) }
  }

  /// The methods that UIKit calls on the main thread, and that have to return at once.
  private static let entries: Set<String> = [
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application(_:performFetchWithCompletionHandler:)",
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
    "applicationDidEnterBackground(_:)", "sceneDidEnterBackground(_:)",
    "application(_:didFinishLaunchingWithOptions:)", "applicationDidFinishLaunching(_:)",
  ]

  private func isAwaited(_ call: Call) -> Bool {
    guard let function = call.frame.body.function else { return false }
    var isAwaited = false
    function.body.visit { expression in
      if case .await(let inner) = expression.form, inner.core === call.expression.core { isAwaited = true }
    }
    return isAwaited
  }

  /// Whether a call runs its closure at once, but possibly on another thread.
  private static func changesThread(_ call: Call) -> Bool {
    guard ["sync", "asyncAndWait", "performAndWait"].contains(call.name) else { return false }
    return !(call.base?.isMainQueue ?? false)
  }

  // MARK: - Signals

  /// The first of the calls that let a wait on a semaphore or group end, if the main thread has to be free for each of them; `nil` if other
  /// code may end the wait.
  func onlySignal(of local: Local) -> Call? {
    var signals: [Call] = []
    for use in local.uses {
      guard case .base(let member, let frame)? = program.sinks[ObjectIdentifier(use.expression)],
        let call = program.callsByExpression[ObjectIdentifier(member)]
      else { return nil }
      switch call.name {
      case "wait", "enter": continue
      case "signal", "leave":
        guard needsMain(frame, within: local.frame) else { return nil }
        signals.append(call)
      default: return nil
      }
    }
    return signals.first
  }

  /// Whether the code of a frame runs only while the main thread is free: a closure between the frame and an outer frame is for the main queue
  /// or the main actor.
  private func needsMain(_ frame: Frame, within outer: Frame) -> Bool {
    for one in frame.chain {
      if one === outer.callable { return false }
      guard case .closure(let closure, let around?, _) = one.kind,
        let call = program.callsByExpression[ObjectIdentifier(around)]
      else { continue }
      if closure.attributes.contains("MainActor") { return true }
      if ["async", "asyncAfter", "sync", "addOperation"].contains(call.name),
        call.base?.isMainQueue ?? false
      {
        return true
      }
      if call.name == "run", call.base?.core.path == ["MainActor"] { return true }
      // A task inherits the actor of the code around it, unless a closure that may run on another thread is in between.
      if call.name == "Task", call.base == nil, one.parent?.callable === outer.callable {
        return program.isOnMainActor(call.frame) == true
      }
    }
    return false
  }
}
