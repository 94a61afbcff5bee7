internal import PolicyModel
internal import Quantities

/// The functions that create the tasks' requests.
enum TaskRequests {
  /// Writes an enum with a function for each task.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("The requests for \(context.name)'s background tasks, as the policy declares them.")
    writer.block("nonisolated \(context.access)enum \(context.name)TaskRequest") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        writer.unless(task.leftOut) { write(task, in: context, to: &$0) }
      }
    }
  }

  private static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter)
  {
    writer.documentation(documentation(of: task))
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    if task.type == .continuedProcessing {
      writeContinued(task, in: context, to: &writer)
      return
    }
    writer.function(
      "\(context.access)static func \(task.swiftName)", parameters: parameters(of: task, in: context),
      effects: "-> \(task.requestType)"
    ) { writer in
      writeRequest(of: task, [], in: context, to: &writer)
      if let earliest = task.request.earliestBegin?.value {
        write(earliest, of: task, in: context, to: &writer)
      }
      writeProperties(task, to: &writer)
      writer.line("return request")
    }
  }

  private static func write(
    _ earliest: EarliestBegin, of task: GeneratedTask, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    switch earliest {
    case .after(let span):
      writer.assignment(
        "request.earliestBeginDate", "Date(timeIntervalSinceNow: \(SwiftText.seconds(span)))")
    case .at(let time):
      writer.line("let time = DateComponents(hour: \(time.hour), minute: \(time.minute))")
      writer.line("request.earliestBeginDate = Calendar.current.nextDate(")
      writer.line("  after: Date(), matching: time, matchingPolicy: .nextTime)")
    case .backoff(let backoff):
      writer.call(
        after: "let wait = ", to: "TaskBackoff.wait",
        arguments: [
          "for: \(context.name)TaskIdentifier.\(task.swiftName).rawValue",
          "from: \(SwiftText.seconds(backoff.first))",
          "factor: \(backoff.factor.value)", "atMost: \(SwiftText.seconds(backoff.longest))",
        ])
      writer.line("request.earliestBeginDate = Date(timeIntervalSinceNow: wait)")
    case .runtime: writer.line("request.earliestBeginDate = earliestBeginDate")
    }
  }

  /// A factor in prose, for example 2 instead of 2.0.
  private static func times(_ factor: Double) -> String {
    factor == factor.rounded() ? "\(Int(factor))" : "\(factor)"
  }

  private static func writeProperties(_ task: GeneratedTask, to writer: inout CodeWriter) {
    let request = task.request
    guard task.type == .processing || task.type == .healthResearch else { return }
    writer.line("request.requiresExternalPower = \(request.requiresExternalPower.value)")
    writer.line("request.requiresNetworkConnectivity = \(request.requiresNetworkConnectivity.value)")
    if task.type == .healthResearch, let protection = request.protectionTypeOfRequiredData?.value {
      writer.assignment(
        "request.protectionTypeOfRequiredData",
        "FileProtectionType.\(protection.rawValue).rawValue as NSString")
    }
  }

  private static func writeContinued(
    _ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.function(
      "\(context.access)static func \(task.swiftName)", parameters: parameters(of: task, in: context),
      effects: "-> BGContinuedProcessingTaskRequest"
    ) { writer in
      writeRequest(
        of: task,
        [
          "title: NSLocalizedString(title, comment: \"\")",
          "subtitle: NSLocalizedString(subtitle, comment: \"\")",
        ], in: context, to: &writer)
      writer.line("request.strategy = .\(task.request.strategy.value.rawValue)")
      if task.asksForGPU {
        writer.line("// Not every device offers its GPU to tasks; without it the task runs on the CPU.")
        writer.block("if BGTaskScheduler.supportedResources.contains(.gpu)") {
          $0.line("request.requiredResources = .gpu")
        }
      }
      writer.line("return request")
    }
  }

  /// The parameters of a request: for a job that a user starts, or for a date that the app decides.
  static func parameters(of task: GeneratedTask, in context: GenerationContext) -> [String] {
    guard task.type == .continuedProcessing else { return task.takesDate ? ["earliestBeginDate: Date?"] : [] }
    // A text that the app composes has no default.
    let texts = [("title", task.request.title), ("subtitle", task.request.subtitle)].map { name, text in
      "\(name): String" + (text.map { " = \(context.literal($0.value, at: $0.node))" } ?? "")
    }
    return (task.isWildcard ? ["_ identifier: \(TaskIdentifiers.workIdentifier(in: context))"] : []) + texts
  }

  /// Writes the call that creates the request.
  private static func writeRequest(
    of task: GeneratedTask, _ arguments: [String], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let type = "\(context.name)TaskIdentifier"
    var identifier = task.isWildcard ? "identifier" : "\(type).\(task.swiftName)"
    if !writer.fits("  identifier: \(identifier).rawValue)") {
      writer.assignment("let identifier: \(type)", ".\(task.swiftName)")
      identifier = "identifier"
    }
    writer.call(
      after: "let request = ", to: task.requestType,
      arguments: ["identifier: \(identifier).rawValue"] + arguments)
  }

  private static func documentation(of task: GeneratedTask) -> String {
    if task.type == .continuedProcessing {
      return
        "A request for \(task.quotedName), to be submitted when a person starts the work. The texts may be keys of localized strings."
    }
    let wait: String
    switch task.request.earliestBegin?.value {
    case nil: return "A request for \(task.quotedName)."
    case .after(let span): wait = "\(span) from now"
    case .at(let time): wait = "at the next \(time) of the device's clock"
    case .backoff(let backoff):
      wait =
        "\(backoff.first) from now, \(times(backoff.factor.value)) times as long after each failure in a row and \(backoff.longest) at most,"
    case .runtime: wait = "at `earliestBeginDate`, or at any time for `nil`,"
    }
    return "A request for \(task.quotedName), which the system runs \(wait) at the earliest."
  }
}
