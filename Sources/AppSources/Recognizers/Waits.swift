internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The waits for a constant time in code that launch handlers run, each as long as all rounds of the loops around it.
  static let waits = Recognizer { program in
    let builder = FactBuilder(program)
    return sleeps.flatMap { name, length in
      (program.callsByName[name] ?? []).compactMap { call -> CodeFact? in
        guard program.callees(of: call).isEmpty, let (value, unit) = length(call),
          let seconds = builder.value(value, in: call.frame).number.map({ $0 * unit }),
          program.graph.flow.knowsOccasions(at: call.frame, after: call.order)
        else { return nil }
        let occasions = program.graph.flow.occasions(at: call.frame, after: call.order)
        let entries = program.handlers.entries(for: occasions, at: call)
        guard !entries.isEmpty else { return nil }
        let rounds = call.frame.chain.reduce(1) { $0 * ($1.constantRounds ?? 1) }
        return builder.fact(
          .wait, at: call,
          [
            FactEntry("api", builder.derived(.string(name), at: call)),
            FactEntry("seconds", builder.derived(.number(seconds * rounds), at: call)),
          ] + entries)
      }
    }
  }

  /// The functions and methods that wait, each with the search for the argument that states the time, and the unit in seconds.
  private static let sleeps: [(name: String, length: @Sendable (Call) -> (Expression, Double)?)] = [
    (
      "sleep",
      { call in
        let owner = call.base?.core.lastName
        if owner == nil, call.base == nil, call.labels == ["_"] {
          return call.arguments.first.map { ($0.value, 1) }
        }
        if owner == "Thread" || owner == "NSThread" { return call["forTimeInterval"].map { ($0, 1) } }
        guard owner == "Task" else { return nil }
        if let nanoseconds = call["nanoseconds"] { return inSeconds(nanoseconds) ?? (nanoseconds, 1e-9) }
        guard case .call(let unit, let arguments)? = call["for"]?.core.form,
          let count = arguments.first?.value,
          let length = ["seconds": 1, "milliseconds": 1e-3][unit.core.lastName ?? ""]
        else { return nil }
        return (count, length)
      }
    ),
    (
      "usleep",
      { call in call.base == nil && call.labels == ["_"] ? call.arguments.first.map { ($0.value, 1e-6) } : nil
      }
    ),
    (
      "asyncAfter",
      { call in
        guard isOnlyCompletion(call), case .binary("+", let start, let delay)? = call["deadline"]?.core.form,
          start.core.lastName == "now" || start.core.callee?.lastName == "now"
        else { return nil }
        return (delay, 1)
      }
    ),
  ]

  /// Whether only the closure that a call runs later completes a task, apart from expiration handlers.
  private static func isOnlyCompletion(_ call: Call) -> Bool {
    let closures = call.arguments.compactMap(\.value.core.closure)
    var own = 0
    for closure in closures {
      closure.body.visit { if $0.callee?.lastName == completion { own += 1 } }
    }
    var all = 0
    func count(_ statements: [Statement]) {
      for statement in statements {
        if case .assignment(let target, _, _) = statement.form, target.core.lastName == "expirationHandler" {
          continue
        }
        [statement].visit { if $0.callee?.lastName == completion { all += 1 } }
      }
    }
    switch call.frame.callable.kind {
    case .closure(let closure, _, _): count(closure.body)
    default: count(call.frame.body.function?.body ?? [])
    }
    return own > 0 && own == all
  }

  private static let completion = "setTaskCompleted"

  /// The number of seconds in `UInt64(60 * NSEC_PER_SEC)`; `nil` for other numbers of nanoseconds.
  private static func inSeconds(_ nanoseconds: Expression) -> (Expression, Double)? {
    var core = nanoseconds.core
    if case .call(let callee, let arguments) = core.form, callee.core.lastName == "UInt64",
      let first = arguments.first?.value
    {
      core = first.core
    }
    guard case .binary("*", let left, let right) = core.form else { return nil }
    let unit = "NSEC_PER_SEC"
    return left.core.lastName == unit ? (right, 1) : right.core.lastName == unit ? (left, 1) : nil
  }
}

extension Frame {
  /// The number of rounds of a loop over a range of literals, such as `0..<50`; `nil` for any other frame.
  fileprivate var constantRounds: Double? {
    guard case .loop(let heads) = kind, heads.count == 1,
      case .binary(let sign, let low, let high)? = heads[0].value?.core.form,
      case .number(let first) = low.core.form, case .number(let last) = high.core.form
    else { return nil }
    return sign == "..<" ? max(1, last - first) : sign == "..." ? max(1, last - first + 1) : nil
  }
}
