internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Timers and delays that only code for entering the background starts, without a background task.
  static let timers = Recognizer { program in
    // A background task, or a task that a person has started, keeps the app running for a while.
    let assertions = [
      "beginBackgroundTask", "performExpiringActivity", "BGContinuedProcessingTaskRequest",
    ]
    guard !assertions.contains(where: { program.callsByName[$0] != nil }) else { return [] }
    let builder = FactBuilder(program)
    return delays.flatMap { name, find in
      (program.callsByName[name] ?? []).compactMap { call -> CodeFact? in
        guard let delay = find(call), program.callees(of: call).isEmpty,
          program.graph.flow.knowsOccasions(at: call.frame, after: call.order)
        else { return nil }
        let moments = program.graph.moments(at: call.frame, after: call.order)
        guard !moments.isEmpty, moments.allSatisfy(\.isEntryIntoBackground) else { return nil }
        var interval = builder.value(delay, in: call.frame)
        if call["nanoseconds"] != nil, let number = interval.number {
          interval = builder.derived(.number(number / 1_000_000_000), at: call)
        }
        let isTimer = name != "asyncAfter" && name != "sleep"
        return builder.fact(
          .timer, at: call,
          [
            FactEntry("api", builder.derived(.string(isTimer ? "Timer" : name), at: call)),
            FactEntry("interval", interval),
          ])
      }
    }
  }

  /// The functions that run code after a delay, each with the search for the argument that states the delay in seconds.
  private static let delays: [(name: String, delay: @Sendable (Call) -> Expression?)] = [
    (
      "scheduledTimer",
      { call in
        ["Timer", "NSTimer"].contains(call.base?.core.lastName ?? "")
          ? call["withTimeInterval"] ?? call["timeInterval"] : nil
      }
    ),
    (
      "schedule",
      { call in
        guard isDispatchTimer(call) else { return nil }
        if let repeating = call["repeating"] { return seconds(repeating) }
        return call["deadline"].flatMap(delay) ?? call["wallDeadline"].flatMap(delay)
      }
    ),
    (
      "asyncAfter",
      { call in
        (call["deadline"] ?? call["wallDeadline"]).flatMap(delay)
      }
    ),
    (
      "sleep",
      { call in
        switch call.base?.core.lastName {
        case nil: call.labels == ["_"] ? call.arguments.first?.value : nil
        case "Thread", "NSThread": call["forTimeInterval"]
        case "Task": call["nanoseconds"] ?? call["for"].flatMap(seconds)
        default: nil
        }
      }
    ),
  ]

  /// The delay in `.now() + delay`, in seconds.
  private static func delay(_ deadline: Expression) -> Expression? {
    guard case .binary("+", let start, let delay) = deadline.core.form,
      case .call(let callee, _) = start.core.form, callee.core.lastName == "now"
    else { return nil }
    return seconds(delay)
  }

  /// The number of seconds in `.seconds(60)`, or the expression itself.
  private static func seconds(_ interval: Expression) -> Expression? {
    if case .call(let unit, let arguments) = interval.core.form {
      guard unit.core.lastName == "seconds" else { return nil }
      return arguments.first?.value
    }
    return interval
  }

  /// Whether a call schedules a timer of a dispatch queue.
  private static func isDispatchTimer(_ call: Call) -> Bool {
    call.labels.contains { $0 == "deadline" || $0 == "wallDeadline" } && call.base != nil
  }
}
