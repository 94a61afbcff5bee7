internal import AppFacts
internal import PolicySyntax

/// The effect of an expiration handler before it returns.
struct ExpirationAnalysis {
  private let program: Program
  /// The method that has to be called in time; `nil` if any action counts.
  private let method: String?
  private var isInTime = false
  private var isLater = false
  private var isUnknown = false
  private var seen: Set<ObjectIdentifier> = []

  /// Creates an analysis of handlers that have to call a method, or to do anything at all if `method` is `nil`.
  init(_ program: Program, method: String? = nil) {
    self.program = program
    self.method = method
  }

  /// The effect of a handler that is a closure, or a function of the sources.
  mutating func outcome(of handler: Expression, in frame: Frame) -> ExpirationOutcome {
    if case .closure(let closure) = handler.core.form {
      guard let root = program.closures[ObjectIdentifier(closure)] else { return .unknown }
      look(closure.body, root: root, isDeferred: false)
    } else if case .null = handler.core.form {
      return .nothing
    } else if let body = program.function(named: handler, in: frame), let function = body.function {
      look(function.body, root: body.frame, isDeferred: false)
    } else {
      return .unknown
    }
    if isInTime { return .ends }
    if isLater { return .later }
    return isUnknown ? .unknown : .nothing
  }

  private mutating func look(_ statements: [Statement], root: Frame, isDeferred: Bool, depth: Int = 0) {
    if method == nil, statements.assignSomething { isInTime = true }
    statements.visit { expression in
      guard let call = program.callsByExpression[ObjectIdentifier(expression)] else { return }
      look(at: call, root: root, isDeferred: isDeferred, depth: depth)
    }
  }

  private mutating func look(at call: Call, root: Frame, isDeferred: Bool, depth: Int) {
    var isDeferred = isDeferred
    for one in call.frame.chain {
      if one === root { break }
      guard case .closure(let closure, let around?, _) = one.kind,
        let around = program.callsByExpression[ObjectIdentifier(around)],
        let argument = around.arguments.first(where: { $0.value.core.closure === closure })
      else { continue }
      switch program.timing(of: argument.value, in: around) {
      case .now: continue
      case .soon, .later: isDeferred = true
      case .unknown:
        // The closure may run at once.
        isUnknown = true
        return
      }
    }
    if call.isLogging { return }
    if call.name == method || method == nil {
      if isDeferred, method != nil { isLater = true } else { isInTime = true }
      return
    }
    let callees = program.callees(of: call)
    guard !callees.isEmpty else {
      // Functions that defer code do nothing else, and creating an object has no consequence.
      let isHarmless =
        ClosureTiming(ofFunction: call.name) != .unknown || call.name.first?.isUppercase ?? false
      if !isHarmless, !call.isQuestion { isUnknown = true }
      return
    }
    guard depth < 4 else {
      isUnknown = true
      return
    }
    for body in callees where seen.insert(ObjectIdentifier(body)).inserted {
      guard let function = body.function, !function.body.isEmpty || !body.isRequirement else {
        isUnknown = true
        continue
      }
      look(function.body, root: body.frame, isDeferred: isDeferred, depth: depth + 1)
    }
  }
}

extension Call {
  /// Whether the call only writes to a log.
  var isLogging: Bool {
    let names: Set<String> = ["print", "debugPrint", "NSLog", "os_log", "dump", "log", "assertionFailure"]
    if names.contains(name) || name.hasPrefix("DDLog") { return true }
    guard let base = base?.core, let owner = base.lastName else { return false }
    if Self.isNameOfLog(owner) { return true }
    // `FileLog.shared.write("…")`
    guard Self.sharedObjects.contains(owner), case .member(let type?, _) = base.form else { return false }
    return type.core.lastName.map(Self.isNameOfLog) ?? false
  }

  /// The names of properties that have the only object of a class.
  private static let sharedObjects: Set<String> = ["shared", "sharedInstance", "default", "main", "standard"]

  /// Whether a name is that of a log, such as `logger`, `os_log` and `FileLog`; `dialog` and `catalog` are not.
  private static func isNameOfLog(_ name: String) -> Bool {
    let words: Set<String> = ["log", "logger", "logging", "oslog", "syslog", "applog"]
    return words.contains(name.lowercased())
      || ["Log", "Logger", "Logging", "_log", "_logger"].contains(where: name.hasSuffix)
  }

  /// Whether the call only asks for a value, such as `Date.now.distance(to: start)`.
  fileprivate var isQuestion: Bool {
    ["string", "description", "distance", "timeIntervalSince", "rawValue"].contains(name)
  }
}

extension [Statement] {
  /// Whether a statement outside of closures assigns something.
  fileprivate var assignSomething: Bool {
    contains { statement in
      switch statement.form {
      case .assignment: true
      case .branch(_, let then, let otherwise): then.assignSomething || otherwise.assignSomething
      case .guard(_, let inner), .loop(_, let inner), .defer(let inner): inner.assignSomething
      case .attempt(let inner, let catches):
        inner.assignSomething || catches.contains(where: \.assignSomething)
      case .select(_, let cases): cases.contains { $0.body.assignSomething }
      default: false
      }
    }
  }
}
