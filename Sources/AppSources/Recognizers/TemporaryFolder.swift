internal import AppFacts
internal import PolicySyntax

/// Finds code that empties the folder for temporary files by itself, whatever files are in the folder.
struct TemporaryFolder {
  private let program: Program
  /// The greatest number of variables and functions between an expression and the folder.
  private static let maximumDepth = 4
  private static let lists: Set<String> = ["contentsOfDirectory", "subpathsOfDirectory", "enumerator"]
  /// The functions that ask for the tasks of a session: the code may leave the files of these tasks alone.
  private static let questions: Set<String> = [
    "getAllTasks", "getTasksWithCompletionHandler", "allTasks", "tasks",
  ]
  /// The moments at which an upload may run, and no person asks for an empty folder.
  private static let byItself: Set<Moment> = [
    .launch, .afterLaunch, .enteringBackground, .applicationEnteringBackground, .resigningActive,
    .applicationResigningActive, .enteringForeground, .applicationEnteringForeground, .terminating,
    .handlerStart, .handlerEnd, .push, .fetch,
  ]

  init(_ program: Program) {
    self.program = program
  }

  /// The first call that certainly removes all files of the folder.
  var removal: Call? {
    (program.callsByName["removeItem"] ?? []).first { call in
      guard program.graph.reach(of: call.frame.body) != .unreached, call.frame.conditions.isEmpty,
        let item = call.arguments.first?.value, program.budget.take()
      else { return false }
      guard isFolder(item, in: call.frame, 0) || isElement(item, of: call) else { return false }
      return !isConditional(call) && !asksForTasks(call.frame.body)
        && program.graph.moments(at: call.frame, after: call.order).contains(where: Self.byItself.contains)
    }
  }

  /// Whether an expression is a file in the folder.
  func contains(_ file: Expression, in frame: Frame, _ depth: Int = 0) -> Bool {
    guard depth < Self.maximumDepth, program.budget.take() else { return false }
    var isFound = false
    file.visit { one in
      guard !isFound else { return }
      isFound =
        isFolder(one, in: frame, depth)
        || values(of: one, in: frame).contains { contains($0, in: $1, depth + 1) }
    }
    return isFound
  }

  /// Whether an expression is the folder.
  private func isFolder(_ expression: Expression, in frame: Frame, _ depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    switch expression.core.form {
    case .member(_, "temporaryDirectory"): return true
    case .member(let base?, "path"): return isFolder(base, in: frame, depth)
    case .call(let callee, let arguments):
      if ["NSTemporaryDirectory", "temporaryDirectory"].contains(callee.core.lastName) {
        return arguments.isEmpty
      }
      if case .member(let base?, "path") = callee.core.form { return isFolder(base, in: frame, depth) }
      return ["URL", "fileURL", "NSURL"].contains(callee.core.lastName) && arguments.count < 3
        && arguments.first.map { isFolder($0.value, in: frame, depth) } ?? false
    default: return values(of: expression, in: frame).contains { isFolder($0, in: $1, depth + 1) }
    }
  }

  /// The values of a variable, parameter or property.
  private func values(of expression: Expression, in frame: Frame) -> [(Expression, Frame)] {
    if case .name(let name) = expression.core.form, let local = frame.local(name) {
      if case .parameter(let parameter, let body) = local.kind {
        return (program.callers(of: body) ?? []).compactMap { call in
          call.bindings(to: body.function?.parameters ?? [])?[parameter.name].map { ($0, call.frame) }
        }
      }
      return local.value.map { [($0, local.frame)] } ?? []
    }
    switch expression.core.form {
    case .name, .member: break
    default: return []
    }
    guard let body = program.property(of: expression, in: frame), let property = body.property else {
      return []
    }
    if let value = property.value { return [(value, body.frame)] }
    guard let getter = property.getter, getter.count == 1 else { return [] }
    switch getter[0].form {
    case .expression(let value), .return(let value?): return [(value, body.frame)]
    default: return []
    }
  }

  /// Whether a file is an element of the list of all files in the folder.
  private func isElement(_ file: Expression, of call: Call) -> Bool {
    for one in call.frame.chain {
      let list: Expression?
      switch one.kind {
      case .loop(let heads) where heads.count == 1 && mentions(heads[0].names, file): list = heads[0].value
      case .closure(let closure, let around?, _):
        guard let loop = program.callsByExpression[ObjectIdentifier(around)], loop.name == "forEach",
          mentions(closure.parameters.map(\.name) + ["$0"], file)
        else { continue }
        list = loop.base
      default: continue
      }
      return list.map { isList($0, in: one.parent ?? one, 0) } ?? false
    }
    return false
  }

  private func mentions(_ names: [String], _ file: Expression) -> Bool {
    var isFound = false
    file.visit { if case .name(let name) = $0.form, names.contains(name) { isFound = true } }
    return isFound
  }

  /// Whether an expression is the list of all files in the folder.
  private func isList(_ expression: Expression, in frame: Frame, _ depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    switch expression.core.form {
    case .binary("??", let left, _): return isList(left, in: frame, depth)
    case .call(let callee, let arguments):
      return Self.lists.contains(callee.core.lastName ?? "")
        && arguments.first.map { isFolder($0.value, in: frame, 0) } ?? false
    default: return values(of: expression, in: frame).contains { isList($0, in: $1, depth + 1) }
    }
  }

  /// Whether a call depends on anything but the list of files.
  private func isConditional(_ call: Call) -> Bool {
    func depends(_ conditions: [Condition], in frame: Frame) -> Bool {
      conditions.contains { condition in
        guard condition.availability == nil, let value = condition.value else { return false }
        return !isList(value, in: frame, 0) && !isFolder(value, in: frame, 0)
      }
    }
    return call.frame.chain.contains { one in
      if one.guards.contains(where: { $0.order < call.order && depends($0.conditions, in: one) }) {
        return true
      }
      return switch one.kind {
      case .branch(let conditions, let isElse): isElse || depends(conditions, in: one.parent ?? one)
      case .select, .catch: true
      default: false
      }
    }
  }

  /// Whether a body asks for the tasks of a session.
  private func asksForTasks(_ body: Body) -> Bool {
    body.context?.identifiers.contains { Self.questions.contains($0) } ?? false
  }
}
