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
          tokenRead(after: call, program).map { FactEntry(.readsToken, true, at: $0) },
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

  /// The place at which the code that requests an activity reads the activity's push token without waiting for it; `nil` if any code waits for
  /// push tokens.
  private static func tokenRead(after call: Call, _ program: Program) -> FactLocation? {
    let callable = call.frame.callable
    guard program.uses["pushTokenUpdates"] == nil, call["pushType"]?.core.lastName == "token",
      case .local(let local)? = program.sinks[ObjectIdentifier(call.expression)],
      callable.awaits.allSatisfy({ $0 < call.order }),
      !["sleep", "usleep"].contains(where: { program.callsByName[$0] != nil })
    else { return nil }
    for use in local.uses where use.frame.callable === callable {
      guard case .base(let member, _)? = program.sinks[ObjectIdentifier(use.expression)],
        member.lastName == "pushToken",
        !use.frame.chain.prefix(while: { $0 !== callable }).contains(where: { frame in
          if case .loop = frame.kind { true } else { false }
        })
      else { continue }
      return use.frame.body.location(use.expression.position)
    }
    return nil
  }
}
