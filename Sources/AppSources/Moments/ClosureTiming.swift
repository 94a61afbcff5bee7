/// The time at which a call runs a closure that is an argument.
enum ClosureTiming {
  /// The closure runs before the call returns.
  case now
  /// The closure runs as soon as the enclosing code has returned, or at once on another thread.
  case soon
  /// The closure runs after the enclosing code has returned, and after an event that the call waits for.
  case later
  /// The time is not known.
  case unknown

  /// The stage of the closure, relative to the code around the call.
  var stage: Stage {
    switch self {
    case .now: Stage()
    case .soon: Stage(isDeferred: true)
    case .later: Stage(isLater: true, isDeferred: true)
    case .unknown: Stage(isLater: true)
    }
  }

  /// The functions of the standard library and of Apple's frameworks that run a closure before they return.
  private static let immediate: Set<String> = [
    "sync", "asyncAndWait", "run", "assumeIsolated", "performAndWait", "performWithoutAnimation",
    "autoreleasepool",
    "withTaskCancellationHandler", "withCheckedContinuation", "withCheckedThrowingContinuation",
    "withUnsafeContinuation", "withUnsafeThrowingContinuation", "withThrowingTaskGroup", "withTaskGroup",
    "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup", "withLock", "withLockUnchecked",
    "withAnimation",
    "map", "compactMap", "flatMap", "forEach", "filter", "reduce", "sorted", "contains", "allSatisfy",
    "enumerateObjects", "enumerateKeysAndObjects",
    // Synchronous, unless the description of a store says otherwise.
    "loadPersistentStores",
  ]

  /// The functions that run a closure as soon as they can, which is after the enclosing function has returned.
  private static let deferring: Set<String> = [
    "Task", "detached", "immediateDetached", "async", "addTask", "addTaskUnlessCancelled",
    "perform",
    "performBackgroundTask", "Thread", "detachNewThread",
  ]

  /// The functions that run a closure when something has ended, or a time has come.
  private static let waiting: Set<String> = [
    "asyncAfter", "requestAuthorization", "getNotificationSettings", "notificationSettings", "addOperation",
    "BlockOperation",
    "dataTask", "downloadTask", "uploadTask", "dataTaskPublisher", "notify", "scheduledTimer", "Timer",
    "getPendingTaskRequests", "getAllTasks", "getTasksWithCompletionHandler", "addBarrierBlock", "after",
    "getDeliveredNotifications", "getPendingNotificationRequests", "submitTaskRequest", "requestAccess",
  ]

  /// The time at which a function runs its closure, by the name of a function that the sources do not declare.
  init(ofFunction name: String) {
    self =
      Self.immediate.contains(name)
      ? .now : Self.deferring.contains(name) ? .soon : Self.waiting.contains(name) ? .later : .unknown
  }
}

extension Program {
  /// Whether a call certainly runs a closure that is one of its arguments before the call returns.
  func runsAtOnce(_ closure: Closure, in call: Call) -> Bool {
    guard let argument = call.arguments.first(where: { $0.value.core.closure === closure }),
      case .now = timing(of: argument.value, in: call)
    else { return false }
    return true
  }

  /// The time at which a call runs a closure that is one of its arguments.
  func timing(of argument: Expression, in call: Call, depth: Int = 0) -> ClosureTiming {
    let callees = callees(of: call)
    guard !callees.isEmpty else { return ClosureTiming(ofFunction: call.name) }
    guard depth < 4, callees.count == 1, let function = callees[0].function,
      let name = call.bindings(to: function.parameters)?.first(where: { $0.value === argument })?.key,
      let parameter = callees[0].frame.locals[name]
    else { return .unknown }
    if let known = knownTimings[ObjectIdentifier(parameter)] { return known }
    let found = timing(of: parameter, depth: depth)
    knownTimings[ObjectIdentifier(parameter)] = found
    return found
  }

  /// The time at which a function runs a closure that is its parameter.
  private func timing(of parameter: Local, depth: Int) -> ClosureTiming {
    var found: [ClosureTiming] = []
    for use in parameter.uses {
      if let call = (callsByName[parameter.name] ?? []).first(where: { $0.callee === use.expression }) {
        found.append(timing(at: call.frame, before: call.order, in: parameter.frame, depth: depth))
      } else if case .argument(let call, let index)? = sinks[ObjectIdentifier(use.expression)] {
        let inner = timing(of: call.arguments[index].value, in: call, depth: depth + 1)
        found.append(
          inner.after(timing(at: call.frame, before: call.order, in: parameter.frame, depth: depth)))
      } else {
        return .unknown
      }
    }
    guard let first = found.first else { return .unknown }
    return found.allSatisfy { $0 == first } ? first : .unknown
  }

  /// The time at which the code of a frame runs, after the call of the enclosing function has begun.
  private func timing(at frame: Frame, before order: Int, in outer: Frame, depth: Int) -> ClosureTiming {
    var timing = ClosureTiming.now
    for one in frame.chain {
      if one.callable === one, one.awaits.contains(where: { $0 < order }) { timing = timing.after(.later) }
      guard case .closure(let closure, let around, _) = one.kind else {
        if one === outer { break }
        continue
      }
      guard let around, let call = callsByExpression[ObjectIdentifier(around)],
        let argument = call.arguments.first(where: { $0.value.core.closure === closure })
      else {
        // A closure without a call is kept for later.
        if around == nil { return .unknown }
        continue
      }
      timing = timing.after(self.timing(of: argument.value, in: call, depth: depth + 1))
    }
    return timing
  }
}

extension ClosureTiming {
  /// The time of code that runs at this time inside a closure, if the closure runs at the time `outer`.
  fileprivate func after(_ outer: ClosureTiming) -> ClosureTiming {
    switch (self, outer) {
    case (.unknown, _), (_, .unknown): .unknown
    case (.later, _), (_, .later): .later
    case (.soon, _), (_, .soon): .soon
    case (.now, .now): .now
    }
  }
}

extension Argument {
  /// Whether the argument is a closure for the end of work that a function of another module starts, by the label or the function's name:
  /// `animate(withDuration:animations:completion:)`, `fetchAndActivate { … }`.
  func isForEnd(of call: Call) -> Bool {
    if let label { return label.lowercased().contains("completion") }
    let verb = call.name.prefix { $0.isLowercase }
    return isTrailing
      && ["authenticate", "download", "fetch", "login", "refresh", "request", "sign", "sync"].contains(verb)
  }
}

extension Expression {
  /// The closure, if the expression is a closure.
  var closure: Closure? {
    if case .closure(let closure) = form { closure } else { nil }
  }
}
