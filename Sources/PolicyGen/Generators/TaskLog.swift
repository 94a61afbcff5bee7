internal import PlatformFacts

/// What generated code writes to the log of its tasks.
enum TaskLog {
  /// Writes the statements that log what has become of `identifier`, because of `error`; nothing on systems without a logger.
  static func write(_ outcome: String, _ target: GenerationTarget, _ writer: inout CodeWriter) {
    guard let condition = Guard(PlatformFacts.loggerAvailability.value, on: target.deploymentTarget) else {
      writeStatements(outcome, target, &writer)
      return
    }
    writer.block("if #available(\(condition.versions))") { writeStatements(outcome, target, &$0) }
  }

  private static func writeStatements(
    _ outcome: String, _ target: GenerationTarget, _ writer: inout CodeWriter
  ) {
    writer.call(
      "let log = ", "Logger", ["subsystem: \(SwiftText.literal(target.subsystem))", "category: \"tasks\""])
    writer.text(
      """
      let (id, reason) = (identifier.rawValue, "\\(error)")
      log.error("\\(id, privacy: .public) \(outcome): \\(reason, privacy: .public)")
      """)
  }
}
