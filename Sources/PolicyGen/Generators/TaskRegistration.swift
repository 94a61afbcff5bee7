internal import PolicyModel

/// The handlers of tasks and their registration.
enum TaskRegistration {
  /// Writes a protocol with a method for each task, and the functions that register them.
  static func write(_ tasks: [GeneratedTask], _ target: GenerationTarget, _ writer: inout CodeWriter) {
    let atLaunch = tasks.filter { $0.type != .continuedProcessing }
    let continued = tasks.filter { $0.type == .continuedProcessing }
    if !atLaunch.isEmpty {
      writeProtocol(atLaunch, target, &writer)
      writer.line()
    }
    writer.documentation("Registers what \(target.name) does when the system runs its background tasks.")
    writer.block("\(target.access)enum \(target.name)TaskRegistration") { writer in
      if !atLaunch.isEmpty {
        writeRegistration(atLaunch, target, &writer)
        writer.line()
      }
      if let first = continued.first {
        writeContinuedRegistration(first, target, &writer)
        writer.line()
      }
      writeUnwrapping(target, &writer)
    }
  }

  private static func writeProtocol(
    _ tasks: [GeneratedTask], _ target: GenerationTarget, _ writer: inout CodeWriter
  ) {
    writer.documentation(
      "What \(target.name) does when the system runs its background tasks.",
      "The methods are called on a background queue. Each sets the task's `expirationHandler` first and calls `setTaskCompleted(success:)` on every path: without the one, a task that takes too long counts as failed; without the other, the app may be killed."
    )
    writer.block("\(target.access)protocol \(target.name)TaskHandler: AnyObject, Sendable") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        writer.documentation("Does the work of \(task.quotedName).")
        if let condition = task.condition { writer.line("@available(\(condition.versions))") }
        writer.line("func \(task.swiftName)(_ task: \(task.taskType))")
      }
    }
  }

  private static func writeRegistration(
    _ tasks: [GeneratedTask], _ target: GenerationTarget, _ writer: inout CodeWriter
  ) {
    let type = "\(target.name)TaskIdentifier"
    writer.documentation(
      "Registers a handler for every task that the system launches.",
      "Call it once, before the app has finished launching: a later registration is an error, and a second one ends the app.",
      "- Parameter handler: Does the work; it is kept for as long as the app runs.",
      "- Returns: The identifiers that the system refused, because the app's Info.plist does not list them.")
    writer.block(
      "\(target.access)static func register(_ handler: any \(target.name)TaskHandler) -> [\(type)]"
    ) { writer in
      writer.line("var refused: [\(type)] = []")
      for task in tasks {
        let write: (inout CodeWriter) -> Void = { writer in
          writer.block("if !register(.\(task.swiftName), handler.\(task.swiftName))") {
            $0.line("refused.append(.\(task.swiftName))")
          }
        }
        if let condition = task.condition {
          writer.block("if #available(\(condition.versions))", write)
        } else {
          write(&writer)
        }
      }
      writer.line("return refused")
    }
  }

  private static func writeContinuedRegistration(
    _ task: GeneratedTask, _ target: GenerationTarget, _ writer: inout CodeWriter
  ) {
    writer.documentation(
      "Registers the work of a continued processing task, when a person starts it.",
      "The work reports its progress through `task.progress`: a task without progress is ended by the system.",
      "- Returns: Whether the system took it; it does not where the app's Info.plist does not permit the identifier."
    )
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    writer.line("\(target.access)static func registerContinuedProcessing(")
    writer.line("  _ identifier: \(target.name)TaskIdentifier,")
    writer.line("  _ work: @escaping (BGContinuedProcessingTask) -> Void")
    writer.block(") -> Bool") { $0.line("register(identifier, work)") }
  }

  /// Writes the function that turns a task into what its request makes of it.
  private static func writeUnwrapping(_ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.line("private static func register<Launched: BGTask>(")
    writer.line("  _ identifier: \(target.name)TaskIdentifier, _ work: @escaping (Launched) -> Void")
    writer.block(") -> Bool") { writer in
      writer.line("BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier.rawValue, using: nil) {")
      writer.line("  task in")
      writer.line("  guard let task = task as? Launched else {")
      writer.line("    // A request of another type was submitted under this identifier.")
      writer.line("    task.setTaskCompleted(success: false)")
      writer.line("    return")
      writer.line("  }")
      writer.line("  work(task)")
      writer.line("}")
    }
  }
}
