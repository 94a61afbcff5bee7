/// What generated code writes to the log of its tasks.
enum TaskLog {
  /// Writes the statement that logs what has become of `identifier`, because of `error`.
  static func write(_ outcome: String, _ target: GenerationContext, _ writer: inout CodeWriter) {
    writer.text(
      """
      \(target.name)Log(category: "tasks")
        .error("\\(identifier.rawValue) \(outcome): \\(error)")
      """)
  }

  /// Whether anything is logged of these tasks: only requests that nobody waits for, and work whose failure nobody hears of.
  static func isWritten(of tasks: [GeneratedTask]) -> Bool {
    tasks.contains { !$0.moments.isEmpty || $0.isRunByScene }
  }
}
