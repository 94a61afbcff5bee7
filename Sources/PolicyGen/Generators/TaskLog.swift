/// The log messages of generated code about tasks.
enum TaskLog {
  /// Writes the statement that logs an outcome of `identifier` and its `error`.
  static func write(_ outcome: String, in context: GenerationContext, to writer: inout CodeWriter) {
    writer.text(
      """
      \(context.name)Log(category: "tasks")
        .error("\\(identifier.rawValue) \(outcome)", error)
      """)
  }

  /// Whether generated code logs anything about these tasks: requests that no caller waits for, and work whose failure has
  /// no other report.
  static func isWritten(of tasks: [GeneratedTask]) -> Bool {
    tasks.contains { !$0.moments.isEmpty || $0.isRunByScene }
  }
}
