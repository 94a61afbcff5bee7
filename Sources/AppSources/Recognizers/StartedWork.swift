internal import PolicySyntax

/// Finds work that continues after the code that starts it has moved on.
struct StartedWork {
  private let program: Program
  /// The functions that the search has examined.
  private var seen: Set<ObjectIdentifier> = []
  /// The greatest number of functions between an expression and the work that it starts.
  private static let maximumDepth = 4

  init(_ program: Program) {
    self.program = program
  }

  /// Whether an expression starts work that it does not wait for.
  ///
  /// A transfer of a background session does not count: the system continues the transfer while the app is suspended.
  mutating func isStarted(by expression: Expression, depth: Int = 0) -> Bool {
    switch expression.form {
    case .await: return false
    case .attempt(_, let inner), .unwrapped(let inner, _), .cast(let inner, _, _):
      return isStarted(by: inner, depth: depth)
    // `_ = Task { … }`, and a chain such as `publisher.sink { … }.store(in: &bag)`.
    case .call(let callee, let arguments):
      guard let call = program.callsByExpression[ObjectIdentifier(expression)] else { return false }
      let hasClosure = arguments.contains { $0.value.core.closure != nil }
      switch call.name {
      case "Task", "detached": return hasClosure
      case "async", "asyncAfter":
        guard hasClosure, call.base?.isMainQueue ?? false else { return hasClosure }
        return arguments.contains { $0.value.core.closure.map { takesTime($0.body, depth: 0) } ?? false }
      case "addOperation", "addOperations":
        if case .bool(true)? = call["waitUntilFinished"]?.core.form { return false }
        return call.base != nil
      case "resume":
        guard let base = call.base, arguments.isEmpty else { return false }
        return isForegroundTransfer(base, in: call.frame)
      default:
        // `publisher.sink { … }.store(in: &bag)`
        if depth < 8, case .member(let base?, _) = callee.core.form,
          isStarted(by: base.core, depth: depth + 1)
        {
          return true
        }
        return !call.isForStatistics && !call.isForSharedObject
          && program.callees(of: call).contains { startsWork($0, depth: 1) }
      }
    default: return false
    }
  }

  /// The place at which statements start work that takes time and that still runs when the statements have ended; `nil` if the statements
  /// wait for all such work.
  mutating func unfinished(in statements: [Statement]) -> Position? {
    var start: Position?
    for statement in statements {
      if wait([statement]) { start = nil }
      let value: Expression?
      switch statement.form {
      case .expression(let one), .return(let one?), .assignment(_, _, let one): value = one
      case .variable(let variable): value = variable.value
      default: value = nil
      }
      if let value, start == nil, isStarted(by: value), takesTime([statement], depth: 0) {
        start = value.position
      }
    }
    return start
  }

  /// Whether a function starts work, itself or in functions that it calls, and returns before the work has ended: a transfer in the
  /// foreground, or code that runs later and takes time.
  private mutating func startsWork(_ body: Body, depth: Int) -> Bool {
    guard let statements = body.function?.body, seen.insert(ObjectIdentifier(body)).inserted else {
      return false
    }
    var starts = false
    statements.visit { expression in
      guard !starts, let call = program.callsByExpression[ObjectIdentifier(expression)] else { return }
      switch call.name {
      case "resume":
        if let base = call.base { starts = isForegroundTransfer(base, in: call.frame) }
      case "Task", "detached", "async", "asyncAfter", "addOperation":
        let code = call.arguments.compactMap(\.value.core.closure)
        starts = code.contains { takesTime($0.body, depth: depth) }
      default:
        guard depth < Self.maximumDepth, !call.isForStatistics, !call.isForSharedObject else { return }
        starts = program.callees(of: call).contains { startsWork($0, depth: depth + 1) }
      }
    }
    // A function that waits for something may wait for its work.
    return starts && !wait(statements)
  }

  /// Whether statements wait for something, closures left out.
  private func wait(_ statements: [Statement]) -> Bool {
    var inside: Set<ObjectIdentifier> = []
    statements.visit { expression in
      expression.closure?.body.visit { inside.insert(ObjectIdentifier($0)) }
    }
    var waits = false
    statements.visit { if $0.waits, !inside.contains(ObjectIdentifier($0)) { waits = true } }
    return waits
  }

  /// Whether code waits for a transfer, a time, or a function that the sources do not declare, itself or in functions that it calls.
  private mutating func takesTime(_ statements: [Statement], depth: Int) -> Bool {
    var takesTime = false
    var awaited: Set<ObjectIdentifier> = []
    statements.visit { expression in
      if case .await(let inner) = expression.form { awaited.insert(ObjectIdentifier(inner.core)) }
      guard !takesTime, let call = program.callsByExpression[ObjectIdentifier(expression)] else { return }
      if call.name == "resume" {
        takesTime = call.base.map { isForegroundTransfer($0, in: call.frame) } ?? false
        return
      }
      let callees = program.callees(of: call)
      guard !callees.isEmpty else {
        takesTime = call.name == "sleep" || awaited.contains(ObjectIdentifier(expression)) && call.mayTakeTime
        return
      }
      guard depth < Self.maximumDepth, !call.isForStatistics else { return }
      takesTime = callees.contains { body in
        seen.insert(ObjectIdentifier(body)).inserted
          && self.takesTime(body.function?.body ?? [], depth: depth + 1)
      }
    }
    return takesTime
  }

  /// Whether an expression is a transfer of a session that is not a background session.
  private func isForegroundTransfer(_ expression: Expression, in frame: Frame, depth: Int = 0) -> Bool {
    guard depth < 4 else { return false }
    switch expression.core.form {
    case .name(let name):
      guard let local = frame.local(name) else {
        return isForegroundTransfer(ofProperty: expression, frame, depth)
      }
      return local.value.map { isForegroundTransfer($0, in: local.frame, depth: depth + 1) } ?? false
    case .member: return isForegroundTransfer(ofProperty: expression, frame, depth)
    case .call:
      guard let call = program.callsByExpression[ObjectIdentifier(expression.core)],
        ["dataTask", "downloadTask", "uploadTask"].contains(call.name), let session = call.base
      else { return false }
      // A background session accepts no completion handler.
      if call["completionHandler"] != nil || call.arguments.last?.value.core.closure != nil { return true }
      return isForegroundSession(session, in: call.frame)
    default: return false
    }
  }

  /// Whether a property keeps a transfer of a session that is not a background session.
  private func isForegroundTransfer(ofProperty expression: Expression, _ frame: Frame, _ depth: Int) -> Bool {
    guard let body = program.property(of: expression, in: frame), let name = body.property?.name else {
      return false
    }
    return (program.assignmentsByName[name] ?? []).contains { assignment in
      program.property(of: assignment.target, in: assignment.frame) === body
        && isForegroundTransfer(assignment.value, in: assignment.frame, depth: depth + 1)
    }
  }

  /// Whether an expression is known to be a session that is not a background session.
  func isForegroundSession(_ expression: Expression, in frame: Frame) -> Bool {
    if expression.core.path == ["URLSession", "shared"] { return true }
    var value: Expression?
    var statements: [Statement] = []
    if case .name(let name) = expression.core.form, let local = frame.local(name) {
      value = local.value
    } else if let property = program.property(of: expression, in: frame)?.property {
      value = property.value
      statements = property.getter ?? []
    } else {
      value = expression
    }
    var isBackground = false
    var isForeground = false
    var names: Set<String> = []
    func look(_ expression: Expression) {
      switch expression.core.lastName {
      case "background": isBackground = true
      case "default", "ephemeral", "shared": isForeground = true
      default:
        if case .call(let callee, _) = expression.form, callee.core.lastName == "background" {
          isBackground = true
        }
        // A configuration that a variable keeps: `let configuration = URLSessionConfiguration.default`.
        guard case .name(let name) = expression.core.form, names.insert(name).inserted else { break }
        (frame.local(name)?.value ?? program.property(of: expression, in: frame)?.property?.value)?.visit(
          look)
      }
    }
    value?.visit(look)
    statements.visit(look)
    return isForeground && !isBackground
  }
}

extension Call {
  /// Whether the call only gets the shared object of a class, by the names that Objective-C uses. The first call makes the object, whose work
  /// is not the work of the caller.
  fileprivate var isForSharedObject: Bool {
    arguments.isEmpty && base?.core.path?.last?.first?.isUppercase ?? false
      && ["shared", "default", "instance", "current"].contains { name.hasPrefix($0) }
  }

  /// Whether the call only records that something has happened, by the name of the method or of its object. Nothing depends on such work.
  fileprivate var isForStatistics: Bool {
    let words = ["analytics", "telemetry", "metric", "statistic", "track", "logger", "crashlytics"]
    let names = [name, base?.core.lastName ?? "", base?.core.path?.first ?? ""].map { $0.lowercased() }
    return isLogging || names.contains { name in words.contains(where: name.contains) }
  }

  /// Whether waiting for the call may take long. Calls of parts of the system that answer at once, such as the main actor, take no time.
  fileprivate var mayTakeTime: Bool {
    let quick: Set<String> = [
      "MainActor", "UNUserNotificationCenter", "WidgetCenter", "UIApplication", "Activity", "BGTaskScheduler",
      "Task", "AsyncStream", "continuation",
    ]
    var isQuick = isForStatistics
    base?.visit { if case .name(let name) = $0.form, quick.contains(name) { isQuick = true } }
    return !isQuick
  }
}
