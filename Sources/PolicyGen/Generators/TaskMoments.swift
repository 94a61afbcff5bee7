internal import PolicyModel

/// The type that submits requests when the app launches and when it enters the background.
enum TaskMoments {
  /// Whether a task is submitted at such a moment.
  static func isAwaited(_ task: GeneratedTask) -> Bool {
    task.moments.contains(.launch) || task.moments.contains(.enteringBackground)
  }

  /// Whether the scene waits for these moments, because no registration does.
  static func isBegunByScene(_ tasks: [GeneratedTask]) -> Bool {
    tasks.contains { $0.isRunByScene && isAwaited($0) }
  }

  /// Writes the call with which a process begins to wait for them.
  static func writeBegin(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.call(after: "", to: "\(context.name)TaskMoments.shared.begin", arguments: ["handler"])
  }

  /// Writes the type.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Submits requests at the moments in the app's life cycle that the policy lists.")
    writer.type("nonisolated final class \(context.name)TaskMoments", inheriting: "@unchecked Sendable") {
      writer in
      writer.line("static let shared = \(context.name)TaskMoments()")
      writer.line()
      writer.line("private let lock = NSLock()")
      writer.line("private var hasBegun = false")
      writer.line()
      writer.documentation("Begins at the first call: the app has just launched.")
      writer.function("func begin", parameters: ["_ handler: any \(context.handler)"], effects: "") {
        writer in
        writer.text(
          """
          lock.lock()
          let isFirst = !hasBegun
          hasBegun = true
          lock.unlock()
          guard isFirst else { return }
          """)
        let atLaunch = tasks.filter { $0.moments.contains(.launch) }
        if !atLaunch.isEmpty {
          writer.block("SwiftTask") { writeSubmissions(atLaunch, in: context, to: &$0) }
        }
        let atEnd = tasks.filter { $0.moments.contains(.enteringBackground) }
        guard !atEnd.isEmpty else { return }
        writer.conditional(ApplicationTasks.hasApplication) { writer in
          writer.line("SwiftTask { @MainActor in")
          writer.indented { writer in
            writer.line("_ = NotificationCenter.default.addObserver(")
            writer.line("  forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil")
            writer.line(") { _ in")
            writer.indented { $0.block("SwiftTask") { writeSubmissions(atEnd, in: context, to: &$0) } }
            writer.line("}")
          }
          writer.line("}")
        }
      }
    }
  }

  private static func writeSubmissions(
    _ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    for task in tasks {
      writer.unless(task.leftOut) { writer in
        if let condition = task.condition {
          writer.block("if #available(\(condition.versions))") {
            TaskSubmission.writeAgain(task, in: context, to: &$0)
          }
        } else {
          TaskSubmission.writeAgain(task, in: context, to: &writer)
        }
      }
    }
  }
}
