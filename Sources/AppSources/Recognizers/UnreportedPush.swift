internal import AppFacts
internal import PlatformFacts
internal import PolicySyntax

/// Whether a method that receives a push of PushKit leaves the push without a report of a call.
///
/// Any code that may lead to a report in a way that is not followed counts as a report: a value that a property keeps, a notification, and a
/// function that gets the push or the object itself.
struct UnreportedPush {
  private let program: Program
  /// Whether the code passes the push on to a package that is known to report no call, and calls no other code that was not found.
  var callsKnown: Bool { isPassedOn && !callsUnknown && isLeft }
  private var isPassedOn = false
  private var callsUnknown = false
  private var isLeft = false
  private var seen: Set<ObjectIdentifier> = []
  /// The greatest number of functions between the method and code that it runs.
  private static let maximumDepth = 5

  init(_ program: Program) {
    self.program = program
  }

  /// Whether neither a method nor the functions that it calls report a call, or pass the push on to code that may.
  mutating func isLeftUnreported(by body: Body) -> Bool {
    isLeft = isClosed(body, depth: 0)
    return isLeft
  }

  // MARK: - Code

  private mutating func isClosed(_ body: Body, depth: Int) -> Bool {
    guard depth < Self.maximumDepth, let function = body.function,
      (program.assignmentsByBody[ObjectIdentifier(body)] ?? []).allSatisfy({
        isLocal($0.target, in: $0.frame)
      })
    else { return false }
    guard seen.insert(ObjectIdentifier(body)).inserted else { return true }
    var calls: [Call] = []
    var callees: Set<ObjectIdentifier> = []
    var isClosed = true
    function.body.visit { expression in
      switch expression.form {
      case .selector: isClosed = false
      case .call(let callee, _):
        callees.insert(ObjectIdentifier(callee.core))
        if let call = program.callsByExpression[ObjectIdentifier(expression)] {
          calls.append(call)
        } else {
          isClosed = false
        }
      // A function that is a value may run later.
      case .name(let name), .member(_, let name):
        if !callees.contains(ObjectIdentifier(expression)), program.functions[name] != nil {
          isClosed = false
        }
      default: break
      }
    }
    guard isClosed else { return false }
    for call in calls {
      guard isClosedCall(call, depth: depth) else { return false }
    }
    return true
  }

  private mutating func isClosedCall(_ call: Call, depth: Int) -> Bool {
    let callees = program.callees(of: call)
    guard callees.isEmpty else {
      for callee in callees {
        guard callee.context?.isRequirement != true, isClosed(callee, depth: depth + 1) else { return false }
      }
      return true
    }
    if call.base == nil, let local = call.frame.local(call.name) {
      // The completion handler of the push, or a closure whose code is visited where it is written.
      if case .parameter = local.kind, depth == 0 { return true }
      return local.isConstant && local.value?.core.closure != nil
    }
    guard !call.name.isEmpty else { return false }
    if call.base == nil, Self.writing.contains(call.name) { return true }
    if let path = call.base?.core.path, path.count == 1, PlatformFacts.pushForwarders.value.contains(path[0])
    {
      isPassedOn = true
      return true
    }
    callsUnknown = true
    let isOfSources =
      !isForeign(call.base, in: call.frame)
      && (program.functions[call.name] != nil || program.properties[call.name] != nil)
    return !isOfSources && !Self.passesOn(call.name) && !UnreportedWays.speaksOfCalls(call.name)
      && call.arguments.allSatisfy { !isPush($0.value, in: call.frame) }
  }

  // MARK: - Values

  /// Whether an assignment changes only a variable of the function, or an object of the system that the function has made.
  private func isLocal(_ target: Expression, in frame: Frame) -> Bool {
    switch target.core.form {
    case .name(let name): frame.local(name) != nil
    case .member(let base?, _): isForeign(base, in: frame)
    case .element(let base, _): isLocal(base, in: frame)
    default: false
    }
  }

  /// Whether an object is of a type that the sources do not declare, as far as its expression shows.
  private func isForeign(_ object: Expression?, in frame: Frame, depth: Int = 0) -> Bool {
    guard let object = object?.core, depth < Self.maximumDepth else { return false }
    switch object.form {
    case .member(let base, _): return isForeign(base, in: frame, depth: depth + 1)
    case .call(let callee, _): return isForeign(callee, in: frame, depth: depth + 1)
    case .element(let base, _): return isForeign(base, in: frame, depth: depth + 1)
    case .name(let name):
      if let local = frame.local(name) {
        return local.value.map { isForeign($0, in: frame, depth: depth + 1) } ?? false
      }
      return name.first?.isUppercase ?? false && program.type(named: name, in: frame.body.types) == nil
    default: return false
    }
  }

  /// Whether a value is the push, or the object whose method receives it.
  private func isPush(_ value: Expression, in frame: Frame) -> Bool {
    guard case .name(let name) = value.core.form else { return false }
    guard let local = frame.local(name) else { return name == "self" }
    guard case .parameter(let parameter, _) = local.kind else { return false }
    return parameter.type?.contains("PKPushPayload") ?? false
  }

  // MARK: - Names

  /// The functions that write to a log.
  private static let writing: Set = ["NSLog", "debugPrint", "dump", "os_log", "print"]

  /// Whether a function that was not found may run code that waits for a value, by its name.
  private static func passesOn(_ name: String) -> Bool {
    [
      "post", "send", "emit", "yield", "perform", "invoke", "notify", "publish", "dispatch", "resume", "fire",
      "trigger", "broadcast", "accept", "onNext", "open", "signal",
    ]
    .contains { name.lowercased().hasPrefix($0.lowercased()) }
  }
}

extension Local {
  /// Whether the variable always has its first value.
  fileprivate var isConstant: Bool { if case .constant = kind { true } else { false } }
}
