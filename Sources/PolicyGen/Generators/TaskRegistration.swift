internal import PlatformFacts
internal import PolicyModel

/// The functions that register the tasks' handlers.
enum TaskRegistration {
  /// Writes an enum with a function that registers all tasks at launch, and a function for each task that
  /// users start.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Registers the work of \(context.name)'s background tasks.",
      "An identifier is registered once in a process, however often these functions are called: the system ends an app that registers one twice (\(Citation.taskSchedulerHeader.title))."
    )
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.block("nonisolated \(context.access)enum \(context.name)TaskRegistration") { writer in
      let atLaunch = tasks.filter { !$0.isWildcard }
      if !atLaunch.isEmpty { writeRegistration(atLaunch, in: context, to: &writer) }
      for (index, task) in tasks.filter(\.isWildcard).enumerated() {
        if index > 0 || !atLaunch.isEmpty { writer.line() }
        writer.unless(task.leftOut) { writeRegistration(ofWildcard: task, in: context, to: &$0) }
      }
    }
  }

  private static func writeRegistration(
    _ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let node =
      context.style == .swiftui
      ? "the initializer of the `App`" : "`application(_:didFinishLaunchingWithOptions:)`"
    writer.documentation(
      "Registers every task whose identifier is known at launch.",
      "Call it before the app has finished launching, such as in \(node): a later registration is an error (\(Citation.taskSchedulerHeader.title)).",
      "- Parameter handler: Does the work; it is kept for as long as the app runs.",
      "- Returns: The identifiers that the system rejected, because the app's Info.plist does not list them.")
    writer.function(
      "\(context.access)static func register", parameters: ["_ handler: any \(context.handler)"],
      effects: "-> [\(context.name)TaskIdentifier]"
    ) { writer in
      writer.line("var refused: [\(context.name)TaskIdentifier] = []")
      for task in tasks {
        writer.unless(task.leftOut) { writer in
          if let condition = task.condition {
            writer.block("if #available(\(condition.versions))") { write(task, in: context, to: &$0) }
          } else {
            write(task, in: context, to: &writer)
          }
        }
      }
      if tasks.contains(where: TaskMoments.isAwaited) { TaskMoments.writeBegin(in: context, to: &writer) }
      writer.line("return refused")
    }
  }

  private static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter)
  {
    if task.type == .continuedProcessing {
      writer.closureCall(
        "TaskRun.registerContinued", arguments: ".\(task.swiftName), &refused\(task.lendsGPU)",
        opening: "work in"
      ) {
        $0.line("try await handler.\(task.swiftName)(work)")
      }
      return
    }
    writer.closureCall(
      "TaskRun.register", arguments: ".\(task.swiftName), &refused",
      next: task.isRequestedAgain ? { TaskSubmission.writeCall(task, in: context, to: &$0) } : nil
    ) {
      TaskWork.write(task, in: context, to: &$0)
    }
  }

  private static func writeRegistration(
    ofWildcard task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(
      "Registers one piece of the work \(task.quotedName), when a person starts it.",
      "Tasks of this type don't have to be registered at launch (\(Citation.taskSchedulerHeader.title)).",
      "- Parameter identifier: The identifier under which its request is submitted afterwards.",
      "- Parameter handler: Does the work; only the first handler of an identifier is used.",
      "- Returns: Whether the system accepted it; it does not if the app's Info.plist does not permit the identifier."
    )
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    writer.line("@discardableResult")
    writer.function(
      "\(context.access)static func \(task.registrationName)",
      parameters: [
        "_ identifier: \(TaskIdentifiers.workIdentifier(in: context))", "_ handler: any \(context.handler)",
      ],
      effects: "-> Bool"
    ) { writer in
      writer.line("var refused: [\(context.name)TaskIdentifier] = []")
      writer.closureCall(
        "TaskRun.registerContinued", arguments: "identifier.task, &refused\(task.lendsGPU)",
        opening: "work in"
      ) {
        $0.line("try await handler.\(task.swiftName)(work)")
      }
      writer.line("return refused.isEmpty")
    }
  }
}

extension GeneratedTask {
  /// The name of the function that registers a job of the task: `registerExport` for `export`.
  var registrationName: String { SwiftName.function("register", of: request.name.value) }
}
