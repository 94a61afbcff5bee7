/// Finds work that continues after the code that starts it has moved on.
struct StartedWork {
  private let program: Program
  /// The greatest number of functions between an expression and the transfer that it starts.
  private static let maximumDepth = 4

  init(_ program: Program) {
    self.program = program
  }

  /// Whether an expression starts work that it does not wait for.
  ///
  /// A transfer of a background session does not count: the system continues the transfer while the app is suspended.
  func isStarted(by expression: Expression, depth: Int = 0) -> Bool {
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
      case "async", "asyncAfter": return hasClosure && !isMain(call.base)
      case "addOperation", "addOperations": return call.base != nil
      case "resume":
        guard let base = call.base, arguments.isEmpty else { return false }
        return isForegroundTransfer(base, in: call.frame)
      default:
        if case .member(let base?, _) = callee.core.form, isStarted(by: base.core, depth: depth) {
          return true
        }
        return depth < 2 && program.callees(of: call).contains { startsTransfer($0, depth: depth + 1) }
      }
    default: return false
    }
  }

  private func isMain(_ queue: Expression?) -> Bool {
    queue?.core.path?.suffix(2) == ["DispatchQueue", "main"] || queue?.core.path == ["main"]
  }

  /// Whether a function starts a transfer in the foreground, itself or in functions that it calls.
  private func startsTransfer(_ body: Body, depth: Int) -> Bool {
    var isStarted = false
    body.function?.body.visit { expression in
      guard !isStarted, let call = program.callsByExpression[ObjectIdentifier(expression)] else { return }
      if call.name == "resume", let base = call.base {
        isStarted = isForegroundTransfer(base, in: call.frame)
      } else if depth < Self.maximumDepth, !call.takesClosure {
        isStarted = program.callees(of: call).contains { startsTransfer($0, depth: depth + 1) }
      }
    }
    return isStarted
  }

  /// Whether an expression is a transfer of a session that is not a background session.
  private func isForegroundTransfer(_ expression: Expression, in frame: Frame, depth: Int = 0) -> Bool {
    guard depth < 4 else { return false }
    switch expression.core.form {
    case .name(let name):
      guard let local = frame.local(name), let value = local.value else { return false }
      return isForegroundTransfer(value, in: local.frame, depth: depth + 1)
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
  /// Whether the call passes on code, which may run when the work has ended.
  fileprivate var takesClosure: Bool { arguments.contains { $0.value.core.closure != nil } }
}
