internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// HealthKit's observer queries, and whether each way out of their update handlers calls the completion handler.
  static let healthUpdates = Recognizer { program in
    let builder = FactBuilder(program)
    return (program.callsByName["HKObserverQuery"] ?? []).compactMap { call in
      guard let argument = call.arguments.last?.value else { return nil }
      let (expression, frame) = builder.argument(argument, in: call.frame)
      guard case .closure(let closure) = expression.core.form, closure.parameters.count == 3 else {
        return nil
      }
      let name = closure.parameters[1].name
      var analysis = CompletionAnalysis(program)
      analysis.analyze(closure.body, names: [name], in: frame.body, end: closure.position)
      return builder.fact(
        .healthUpdate, at: call,
        [FactEntry("completes", builder.derived(.string(analysis.word), at: call))]
          + builder.knownMoments(of: call)
          + analysis.exits.map { FactEntry("exit", FactValue(.bool(true), .literal, at: $0)) })
    }
  }
}
