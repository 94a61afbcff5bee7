internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The calls that start Live Activities.
  static let liveActivities = Recognizer { program in
    let builder = FactBuilder(program)
    // Activities that a push starts have tokens, too.
    let expectsToken =
      program.uses["pushTokenUpdates"] != nil && program.uses["pushToStartTokenUpdates"] == nil
    let requests = (program.callsByName["request"] ?? []).compactMap { call -> CodeFact? in
      guard call["attributes"] != nil, call["content"] != nil || call["contentState"] != nil,
        call.frame.body.file.hasImport(of: "ActivityKit")
      else { return nil }
      let type = call["pushType"].map { value -> FactEntry in
        if case .null = value.core.form {
          return FactEntry("pushType", builder.derived(.null, at: call))
        }
        return FactEntry("pushType", builder.evaluator.word(value, in: call.frame).fact(of: value))
      }
      let file = call.frame.body.file
      let checksState = ["applicationState", "activationState", "scenePhase"].contains { name in
        (program.uses[name] ?? []).contains { $0.frame.body.file.path == file.path }
      }
      return builder.fact(
        .liveActivity, at: call,
        [
          type, FactEntry(.expectsToken, expectsToken, at: call.location),
          checksState ? FactEntry(.checksState, true, at: call.location) : nil,
        ].compactMap(\.self) + builder.knownMoments(of: call))
    }
    return requests + pushStarts(program)
  }

  /// The first place that waits for the tokens with which a push starts Live Activities.
  private static func pushStarts(_ program: Program) -> [CodeFact] {
    guard let use = program.uses["pushToStartTokenUpdates"]?.first,
      use.frame.body.file.hasImport(of: "ActivityKit")
    else { return [] }
    let location = use.frame.body.location(use.expression.position)
    // The code runs at any time, and the Live Activity does not start there.
    return [
      CodeFact(
        .liveActivity, at: location,
        values: [FactEntry("pushType", FactValue(.string("token"), .literal, at: location))])
    ]
  }
}
