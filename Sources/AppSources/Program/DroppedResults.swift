internal import PolicySyntax

/// The calls whose results code drops, because each call is a statement of its own.
struct DroppedResults {
  private let program: Program
  /// The expressions that are statements in the code around the calls.
  private var statements: Set<ObjectIdentifier> = []

  /// The dropped results among the results of some calls.
  init(of calls: [Call], _ program: Program) {
    self.program = program
    var seen: Set<ObjectIdentifier> = []
    for call in calls where seen.insert(ObjectIdentifier(call.frame.callable)).inserted {
      let code: [Statement]
      switch call.frame.callable.kind {
      case .closure(let closure, _, _): code = closure.body
      default: code = call.frame.body.function?.body ?? []
      }
      code.visitStatements {
        if case .expression(let value) = $0.form { statements.insert(ObjectIdentifier(value.core)) }
      }
    }
  }

  /// Whether code drops the result of a call.
  func contain(_ call: Call) -> Bool {
    switch program.sinks[ObjectIdentifier(call.expression)] {
    case .returned(let frame):
      // The only expression of a function is its result, unless the function has none.
      frame === frame.body.frame && frame.body.function?.hasResult == false
    case nil: statements.contains(ObjectIdentifier(call.expression))
    default: false
    }
  }
}
