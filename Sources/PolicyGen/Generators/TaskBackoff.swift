internal import PolicyModel

/// What remembers how often a task has failed.
enum TaskBackoff {
  /// Writes the type, which the requests and the work of tasks share.
  static func write(_ target: GenerationContext, _ writer: inout CodeWriter) {
    let identifier = "_ identifier: \(target.name)TaskIdentifier"
    writer.documentation(
      "How often each task has failed in a row, which the app's next process has to know too.")
    writer.block("nonisolated enum \(target.name)TaskBackoff") { writer in
      writer.documentation("How long the next request waits at least, in seconds.")
      writer.function(
        "static func wait",
        [
          "for identifier: \(target.name)TaskIdentifier", "from first: TimeInterval", "factor: Double",
          "atMost longest: TimeInterval",
        ], "-> TimeInterval"
      ) {
        $0.line("let failures = UserDefaults.standard.integer(forKey: key(identifier))")
        $0.line("return min(first * pow(factor, Double(failures)), longest)")
      }
      writer.line()
      writer.documentation("Notes that the work has failed.")
      writer.function("static func failed", [identifier], "") {
        $0.line("let failures = UserDefaults.standard.integer(forKey: key(identifier))")
        $0.line("UserDefaults.standard.set(failures + 1, forKey: key(identifier))")
      }
      writer.line()
      writer.documentation("Notes that the work is done.")
      writer.function("static func succeeded", [identifier], "") {
        $0.line("UserDefaults.standard.removeObject(forKey: key(identifier))")
      }
      writer.line()
      writer.function("private static func key", [identifier], "-> String") {
        $0.line("\"\\(identifier.rawValue).failures\"")
      }
    }
  }

  /// Writes the call that notes an outcome.
  static func writeNote(
    _ outcome: String, _ task: GeneratedTask, _ target: GenerationContext, _ writer: inout CodeWriter
  ) {
    writer.call("", "\(target.name)TaskBackoff.\(outcome)", [".\(task.swiftName)"])
  }
}
