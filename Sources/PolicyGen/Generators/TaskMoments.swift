internal import PolicyModel

/// The type that submits requests when the app launches and when it enters the background.
enum TaskMoments {
  /// Whether a task is submitted when the app launches or enters the background.
  static func isAwaited(_ task: GeneratedTask) -> Bool {
    task.moments.contains(.launch) || task.moments.contains(.enteringBackground) || isEnsured(task)
  }

  /// Whether a launch submits the task's request if no request of the task is pending. This applies to a task that requests each next run
  /// in its handler, and for whose first run no other moment submits a request.
  static func isEnsured(_ task: GeneratedTask) -> Bool {
    !task.moments.contains(.launch)
      && (task.moments.contains(.handlerStart) || task.moments.contains(.handlerEnd))
  }

  /// Whether the scene begins to wait for these moments. If SwiftUI runs such a task, no registration begins to wait.
  static func isBegunByScene(_ tasks: [GeneratedTask]) -> Bool {
    tasks.contains { $0.isRunByScene && isAwaited($0) }
  }

  /// Writes the call with which a process begins to wait for these moments.
  static func writeBegin(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.call(after: "", to: "\(context.name)TaskMoments.begin", arguments: ["handler"])
  }

  /// Writes the type.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Submits requests at the moments in the app's life cycle that the policy lists, and at launch those of recurring work that are not pending."
    )
    writer.block("nonisolated enum \(context.name)TaskMoments") { writer in
      writer.line("private static let moments = TaskMoments()")
      writer.line()
      writer.documentation("Begins at the first call: the app has just launched.")
      writer.function("static func begin", parameters: ["_ handler: any \(context.handler)"], effects: "") {
        let atLaunch = tasks.filter { $0.moments.contains(.launch) || isEnsured($0) }
        let atEnd = tasks.filter { $0.moments.contains(.enteringBackground) }
        writeBegin(atLaunch: atLaunch, atEnd: atEnd, waits: isBegunByScene(tasks), in: context, to: &$0)
      }
    }
  }

  private static func writeBegin(
    atLaunch: [GeneratedTask], atEnd: [GeneratedTask], waits: Bool, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    guard !atLaunch.isEmpty else {
      writer.line("moments.begin(launched: nil) {")
      writer.indented { writeSubmissions(atEnd, isLaunch: false, in: context, to: &$0) }
      writer.line("}")
      return
    }
    writer.line(waits ? "moments.begin(waitsForScene: true) {" : "moments.begin {")
    writer.indented { writeSubmissions(atLaunch, isLaunch: true, in: context, to: &$0) }
    if !atEnd.isEmpty {
      writer.line("} enteringBackground: {")
      writer.indented { writeSubmissions(atEnd, isLaunch: false, in: context, to: &$0) }
    }
    writer.line("}")
  }

  private static func writeSubmissions(
    _ tasks: [GeneratedTask], isLaunch: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    for task in tasks {
      writer.unless(task.leftOut) { writer in
        if let condition = task.condition {
          writer.block("if #available(\(condition.versions))") {
            write(task, isLaunch: isLaunch, in: context, to: &$0)
          }
        } else {
          write(task, isLaunch: isLaunch, in: context, to: &writer)
        }
      }
    }
  }

  private static func write(
    _ task: GeneratedTask, isLaunch: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    TaskSubmission.writeAgain(task, onlyIfMissing: isLaunch && isEnsured(task), in: context, to: &writer)
  }
}
