internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The calls that start Live Activities.
  static let liveActivities = Recognizer { program in
    let builder = FactBuilder(program)
    return (program.callsByName["request"] ?? []).compactMap { call -> CodeFact? in
      guard call["attributes"] != nil, call["content"] != nil || call["contentState"] != nil,
        call.frame.body.file.hasImport(of: "ActivityKit")
      else { return nil }
      let type = call["pushType"].map { value -> FactEntry in
        if case .null = value.core.form {
          return FactEntry("pushType", builder.derived(.null, at: call))
        }
        return FactEntry("pushType", builder.evaluator.word(value, in: call.frame).fact(of: value))
      }
      return builder.fact(.liveActivity, at: call, [type].compactMap(\.self))
    }
  }
}
