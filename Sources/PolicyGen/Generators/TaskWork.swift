internal import PolicyModel

/// The work of a task, and what follows from its outcome.
enum TaskWork {
  /// Writes the statements that do the work of `handler`, and throw where it has failed.
  static func write(_ task: GeneratedTask, _ target: GenerationContext, _ writer: inout CodeWriter) {
    guard task.dependsOnOutcome else {
      writer.line("try await handler.\(task.swiftName)()")
      return
    }
    // The request of before the work could not know how long to wait.
    let ends = task.moments.contains(.handlerEnd) || task.backoff != nil && task.isRequestedAgain
    writer.line("do {")
    writer.indented {
      $0.line("try await handler.\(task.swiftName)()")
      // Work that was cancelled is not done, also where it does not throw.
      $0.line("try _Concurrency.Task.checkCancellation()")
    }
    writer.line("} catch {")
    writer.indented { writer in
      if task.backoff != nil { TaskBackoff.writeNote("failed", task, target, &writer) }
      if ends || task.moments.contains(.failure) { TaskSubmission.writeAgain(task, target, &writer) }
      writer.line("throw error")
    }
    writer.line("}")
    if task.backoff != nil { TaskBackoff.writeNote("succeeded", task, target, &writer) }
    if ends { TaskSubmission.writeAgain(task, target, &writer) }
  }
}
