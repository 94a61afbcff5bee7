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
        let interval = builder.value(delay, in: call.frame)
        return builder.fact(
          .timer, at: call,
          [
            FactEntry("api", builder.derived(.string(name == "asyncAfter" ? name : "Timer"), at: call)),
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
      "asyncAfter",
      { call in
        guard let deadline = call["deadline"] ?? call["wallDeadline"],
          case .binary("+", let start, let delay) = deadline.core.form,
          case .call(let callee, _) = start.core.form, callee.core.lastName == "now"
        else { return nil }
        if case .call(let unit, let arguments) = delay.core.form, unit.core.lastName == "seconds" {
          return arguments.first?.value
        }
        return delay
      }
    ),
  ]
}
