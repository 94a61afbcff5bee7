internal import PolicyModel

/// The work of a task, and the request that depends on its outcome.
enum TaskWork {
  /// Writes the statements that call `handler` to do the work. The statements throw if the work fails.
  static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter) {
    guard task.dependsOnOutcome else {
      writer.line("try await handler.\(task.swiftName)()")
      return
    }
    // A request that is submitted before the work can't depend on the work's outcome.
    let ends = task.moments.contains(.handlerEnd) || task.backoff != nil && task.isRequestedAgain
    writer.line("do {")
    writer.indented {
      $0.line("try await handler.\(task.swiftName)()")
      // Canceled work is unfinished even if it does not throw.
      $0.line("try _Concurrency.Task.checkCancellation()")
    }
    writer.line("} catch {")
    writer.indented { writer in
      if task.backoff != nil { TaskBackoff.writeNote(of: task, outcome: "failed", in: context, to: &writer) }
      if ends || task.moments.contains(.failure) { TaskSubmission.writeAgain(task, in: context, to: &writer) }
      writer.line("throw error")
    }
    writer.line("}")
    if task.backoff != nil { TaskBackoff.writeNote(of: task, outcome: "succeeded", in: context, to: &writer) }
    if ends { TaskSubmission.writeAgain(task, in: context, to: &writer) }
  }
}
