internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// When WidgetKit asks for the next timeline of a widget: by the policies of timelines, and by calls of the provider.
  static let widgetTimelines = Recognizer { program in
    let builder = FactBuilder(program)
    return selfReloads(program, builder) + timelines(program, builder)
  }

  /// The calls that ask WidgetKit to reload timelines.
  private static let reloads = ["reloadAllTimelines", "reloadTimelines"]

  /// The calls by which a provider asks for its own next timeline.
  private static func selfReloads(_ program: Program, _ builder: FactBuilder) -> [CodeFact] {
    reloads.flatMap { program.callsByName[$0] ?? [] }.filter { isInProvider($0.frame.body, program) }.map {
      builder.fact(.widgetTimeline, at: $0, [FactEntry(.reloadsItself, true, at: $0.location)])
    }
  }

  private static func timelines(_ program: Program, _ builder: FactBuilder) -> [CodeFact] {
    (program.callsByName["Timeline"] ?? []).compactMap { call in
      guard call["entries"] != nil, let policy = call["policy"],
        call.frame.body.file.hasImport(of: "WidgetKit")
      else { return nil }
      guard case .call(let callee, let arguments) = policy.core.form, callee.core.lastName == "after",
        let date = arguments.first?.value
      else {
        let ends = policy.core.lastName == "never" && !isReloaded(program) && readsData(call, program)
        let now = policy.core.lastName == "atEnd" ? onlyDate(of: call, builder) : nil
        return builder.fact(
          .widgetTimeline, at: call,
          ends ? [FactEntry(.endsForGood, true, at: call.location)] : now.map { [$0] } ?? [])
      }
      return builder.fact(
        .widgetTimeline, at: call,
        [FactEntry("interval", builder.evaluator.seconds(date, in: call.frame).fact(of: date))])
    }
  }

  /// The interval of a timeline that ends as it begins, because its only entry is of the time at which the code runs; `nil` for any other
  /// timeline.
  private static func onlyDate(of timeline: Call, _ builder: FactBuilder) -> FactEntry? {
    guard case .array(let entries)? = timeline["entries"]?.core.form, entries.count == 1,
      let entry = value(entries[0], in: timeline.frame),
      case .call(_, let arguments) = entry.expression.core.form,
      let date = arguments.first(where: { $0.label == "date" })?.value
    else { return nil }
    let seconds = builder.evaluator.seconds(date, in: entry.frame)
    return seconds.number == 0 ? FactEntry("interval", seconds.fact(of: date)) : nil
  }

  /// An expression, or the value of the constant that the expression names.
  private static func value(_ expression: Expression, in frame: Frame) -> (
    expression: Expression, frame: Frame
  )? {
    guard case .name(let name) = expression.core.form else { return (expression, frame) }
    guard let local = frame.local(name), case .constant = local.kind, let value = local.value else {
      return nil
    }
    return (value, local.frame)
  }

  /// Whether code is in a method of a provider that WidgetKit calls for timelines.
  private static func isInProvider(_ body: Body, _ program: Program) -> Bool {
    guard let name = body.function?.name, ["getTimeline", "timeline"].contains(name) else { return false }
    return ["TimelineProvider", "IntentTimelineProvider", "AppIntentTimelineProvider"].contains {
      program.type(body.types, inherits: $0, from: body.file)
    }
  }

  /// Whether code asks WidgetKit to reload timelines, by itself or through an intent or a push.
  private static func isReloaded(_ program: Program) -> Bool {
    reloads.contains { program.callsByName[$0] != nil }
      || program.types.values.joined().contains { type in
        type.value.inherited.contains { $0.hasSuffix("Intent") || $0 == "WidgetPushHandler" }
      }
  }

  /// Whether the type that makes a timeline reads data that may change.
  private static func readsData(_ call: Call, _ program: Program) -> Bool {
    let sources = ["UserDefaults", "containerURL", "data", "dataTask", "fetch", "ModelContext"]
    return sources.flatMap { program.callsByName[$0] ?? [] }.contains {
      $0.frame.body.types == call.frame.body.types
    }
  }
}
