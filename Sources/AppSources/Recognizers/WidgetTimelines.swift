internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The timelines of widgets that state when WidgetKit asks for the next timeline.
  static let widgetTimelines = Recognizer { program in
    let builder = FactBuilder(program)
    return (program.callsByName["Timeline"] ?? []).compactMap { call -> CodeFact? in
      guard call["entries"] != nil, let policy = call["policy"],
        call.frame.body.file.hasImport(of: "WidgetKit")
      else { return nil }
      guard case .call(let callee, let arguments) = policy.core.form, callee.core.lastName == "after",
        let date = arguments.first?.value
      else { return builder.fact(.widgetTimeline, at: call, []) }
      return builder.fact(
        .widgetTimeline, at: call,
        [FactEntry("interval", builder.evaluator.seconds(date, in: call.frame).fact(of: date))])
    }
  }
}
