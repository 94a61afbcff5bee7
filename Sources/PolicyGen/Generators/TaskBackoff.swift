/// The calls that count the consecutive failures of a task.
enum TaskBackoff {
  /// Writes the call that records the outcome of a task.
  static func writeNote(
    of task: GeneratedTask, outcome: String, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.call(
      after: "", to: "TaskBackoff.\(outcome)",
      arguments: ["\(context.name)TaskIdentifier.\(task.swiftName).rawValue"])
  }
}
