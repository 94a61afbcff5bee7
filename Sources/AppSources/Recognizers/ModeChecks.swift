internal import PlatformFacts
internal import PolicySyntax

/// The code that asks the Info.plist for the background modes of the app, and the code that such code may decide about.
struct ModeChecks {
  private let program: Program
  /// The functions and properties that ask, themselves or by the name of another function or property that asks, and the functions that they
  /// call.
  private var deciding: Set<ObjectIdentifier> = []
  /// The greatest number of functions and properties between the question and the code that depends on it.
  private static let maximumDepth = 3

  init(in program: Program) {
    self.program = program
    var added = program.bodies.filter { body in
      body.contains { $0.literalText == PlatformFacts.InfoPlistKey.backgroundModes }
    }
    for _ in 0..<Self.maximumDepth where !added.isEmpty {
      added = added.filter { deciding.insert(ObjectIdentifier($0)).inserted }.flatMap(users)
    }
    var callers = deciding
    for _ in 0..<Self.maximumDepth where !callers.isEmpty {
      let called = program.calls.filter { callers.contains(ObjectIdentifier($0.frame.body)) }
        .flatMap { program.callees(of: $0) }
      callers = Set(called.map { ObjectIdentifier($0) }).subtracting(deciding)
      deciding.formUnion(callers)
    }
  }

  /// Whether a function, or a function that calls it, asks for the background modes.
  func mayDecide(_ body: Body) -> Bool { deciding.contains(ObjectIdentifier(body)) }

  /// The code that uses the name of a function or property, or of a property to which the code of the function assigns a value.
  private func users(of body: Body) -> [Body] {
    var names = Set((program.assignmentsByBody[ObjectIdentifier(body)] ?? []).compactMap(\.target.lastName))
    if let name = body.function?.name ?? body.property?.name, name != "init" { names.insert(name) }
    return names.flatMap { name in
      (program.callsByName[name] ?? []).map(\.frame.body) + (program.uses[name] ?? []).map(\.frame.body)
    }
  }
}

extension Body {
  /// Whether an expression of the body's code, including the code of closures, meets a condition.
  fileprivate func contains(_ meets: (Expression) -> Bool) -> Bool {
    var isFound = false
    let visit: (Expression) -> Void = { if meets($0) { isFound = true } }
    function?.body.visit(visit)
    property?.value?.visit(visit)
    property?.getter?.visit(visit)
    return isFound
  }
}
