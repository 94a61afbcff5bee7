internal import PolicyModel

/// The statements with which a process registers its tasks and begins to submit their requests.
enum TaskStart {
  /// Whether generated code registers a task when the app launches.
  static func isRegistered(_ task: GeneratedTask) -> Bool { !task.isRunByScene && !task.isWildcard }

  /// Whether generated code submits the task's request when the app launches or enters the background.
  static func isAwaited(_ task: GeneratedTask) -> Bool {
    let moments: [SubmissionMoment] = [.launch, .enteringBackground, .handlerStart, .handlerEnd]
    return task.moments.contains(where: moments.contains)
  }

  /// Writes the statements. The identifiers that the system rejected are in `rejected` if a task is registered.
  static func write(_ all: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    let (registers, leftOut) = (all.contains(where: isRegistered), all.leftOut)
    guard let condition = leftOut.condition else {
      return writeStatements(all, in: context, to: &writer)
    }
    guard registers || all.contains(where: isAwaited) else { return }
    writer.line("#if \(condition)")
    writer.indented { writeStatements(all.within(leftOut), in: context, to: &$0) }
    if registers {
      writer.line("#else")
      writer.line("  let rejected: [String] = []")
    }
    writer.line("#endif")
  }

  private static func writeStatements(
    _ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let (registered, awaited) = (tasks.filter(isRegistered), tasks.filter(isAwaited))
    if (registered + awaited).contains(where: \.isAsked) { writeDate(of: "handler", to: &writer) }
    if !registered.isEmpty { writer.line("var rejected: [String] = []") }
    for task in registered {
      writer.unless(task.leftOut) { writer in
        writer.available(task) { register(task, in: context, to: &$0) }
      }
    }
    // A task that some systems lack has a statement of its own.
    let isPartial: (GeneratedTask) -> Bool = { $0.leftOut != .none || $0.condition != nil }
    begin(awaited.filter { !isPartial($0) }, in: context, to: &writer)
    for task in awaited.filter(isPartial) {
      writer.unless(task.leftOut) { writer in
        writer.available(task) { begin([task], in: context, to: &$0) }
      }
    }
  }

  private static func begin(
    _ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    guard !tasks.isEmpty else { return }
    let names = tasks.map { $0.expression(in: context) }
    let all = "TaskMoments.begin([\(names.joined(separator: ", "))])"
    guard !writer.fits(all) else { return writer.line(all) }
    writer.line("TaskMoments.begin([")
    writer.indented { writer in
      for name in names { writer.argument(names.count > 1 ? "\(name)," : name) }
    }
    writer.line("])")
  }

  private static func register(
    _ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let work = "try await handler.\(task.swiftName)"
    if task.type == .continuedProcessing {
      return writer.closureCall(
        "ContinuedWork.register", arguments: [task.expression(in: context), "&rejected"], opening: "work in",
        "\(work)(work)")
    }
    writer.closureCall(
      "TaskRun.register", arguments: [task.expression(in: context), "&rejected"], "\(work)()")
  }

  /// Writes the function that asks a handler for the date of a request.
  static func writeDate(of handler: String, to writer: inout CodeWriter) {
    writer.line("let date = { @Sendable (task: ScheduledTask) in")
    writer.line("  await \(handler).earliestBeginDate(of: task)")
    writer.line("}")
  }
}

extension GeneratedTask {
  /// Whether the app's handler gives the date of requests that generated code submits.
  var isAsked: Bool { takesDate && !moments.isEmpty }

  /// The expression for the task. A task whose handler is asked refers to `date`.
  func expression(in context: GenerationContext) -> String {
    "\(context.name)Tasks.\(swiftName)\(isAsked ? ".asking(date)" : "")"
  }
}

extension CodeWriter {
  /// Statements in a check for the systems that have a scheduled task. The runtime checks continued tasks itself.
  fileprivate mutating func available(_ task: GeneratedTask, _ body: (inout CodeWriter) -> Void) {
    guard task.type != .continuedProcessing, let condition = task.condition else { return body(&self) }
    block("if #available(\(condition.versions))", body)
  }
}
