internal import PolicyModel

/// The type that submits requests when the app launches and when it enters the background.
enum TaskMoments {
  /// Whether a task is submitted when the app launches or enters the background.
  static func isAwaited(_ task: GeneratedTask) -> Bool {
    task.moments.contains(.launch) || task.moments.contains(.enteringBackground) || isEnsured(task)
  }

  /// Whether a launch submits the task's request if none is pending. This applies to tasks that each run
  /// requests again, and that nothing else requests for the first time.
  static func isEnsured(_ task: GeneratedTask) -> Bool {
    !task.moments.contains(.launch)
      && (task.moments.contains(.handlerStart) || task.moments.contains(.handlerEnd))
  }

  /// Whether the scene begins to wait for these moments, because no registration does.
  static func isBegunByScene(_ tasks: [GeneratedTask]) -> Bool {
    tasks.contains { $0.isRunByScene && isAwaited($0) }
  }

  /// Writes the call with which a process begins to wait for these moments.
  static func writeBegin(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.call(after: "", to: "\(context.name)TaskMoments.shared.begin", arguments: ["handler"])
  }

  /// Writes the type.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Submits requests at the moments in the app's life cycle that the policy lists, and at launch those of recurring work that are not pending."
    )
    writer.type("nonisolated final class \(context.name)TaskMoments", inheriting: "@unchecked Sendable") {
      writer in
      writer.line("static let shared = \(context.name)TaskMoments()")
      writer.line()
      writer.line("private let lock = NSLock()")
      writer.line("private var hasBegun = false")
      let waits = isBegunByScene(tasks)
      if waits { writer.line("private var hasLaunched = false") }
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
        let atLaunch = tasks.filter { $0.moments.contains(.launch) || isEnsured($0) }
        if !atLaunch.isEmpty, waits {
          writeWait(to: &writer)
        } else if !atLaunch.isEmpty {
          writer.block("SwiftTask") { writeSubmissions(atLaunch, isLaunch: true, in: context, to: &$0) }
        }
        let atEnd = tasks.filter { $0.moments.contains(.enteringBackground) }
        guard !atEnd.isEmpty else { return }
        writer.conditional(ApplicationTasks.hasApplication) { writer in
          writer.line("SwiftTask { @MainActor in")
          writer.indented { writer in
            writer.line("_ = NotificationCenter.default.addObserver(")
            writer.line("  forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil")
            writer.line(") { _ in")
            writer.indented {
              $0.block("SwiftTask") { writeSubmissions(atEnd, isLaunch: false, in: context, to: &$0) }
            }
            writer.line("}")
          }
          writer.line("}")
        }
      }
      let atLaunch = tasks.filter { $0.moments.contains(.launch) || isEnsured($0) }
      guard waits, !atLaunch.isEmpty else { return }
      writer.line()
      writer.function(
        "private func launched", parameters: ["_ handler: any \(context.handler)"], effects: ""
      ) { writer in
        writer.text(
          """
          lock.lock()
          let isFirst = !hasLaunched
          hasLaunched = true
          lock.unlock()
          guard isFirst else { return }
          """)
        writer.block("SwiftTask") { writeSubmissions(atLaunch, isLaunch: true, in: context, to: &$0) }
      }
    }
  }

  /// Writes the statements that wait until SwiftUI has registered its tasks. The system terminates an app
  /// that submits a request earlier.
  private static func writeWait(to writer: inout CodeWriter) {
    writer.text(
      """
      // SwiftUI registers its tasks until then, and the system ends an app that submits before.
      let names = [
        "UIApplicationDidFinishLaunchingNotification", "UIApplicationDidBecomeActiveNotification",
      ]
      for name in names {
        _ = NotificationCenter.default.addObserver(
          forName: Notification.Name(name), object: nil, queue: nil
        ) { _ in
          self.launched(handler)
        }
      }
      """)
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
