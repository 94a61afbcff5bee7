internal import PolicyModel

/// The type that counts the consecutive failures of a task.
enum TaskBackoff {
  /// Writes the type, which is used by the code of requests and the code that runs tasks.
  static func write(in context: GenerationContext, to writer: inout CodeWriter) {
    let identifier = "_ identifier: \(context.name)TaskIdentifier"
    writer.documentation(
      "The number of failures of each task in a row, kept for the next process of the app.")
    writer.block("nonisolated enum \(context.name)TaskBackoff") { writer in
      writer.documentation("The least time that the next request waits, in seconds.")
      writer.function(
        "static func wait",
        parameters: [
          "for identifier: \(context.name)TaskIdentifier", "from first: TimeInterval", "factor: Double",
          "atMost longest: TimeInterval",
        ], effects: "-> TimeInterval"
      ) {
        $0.line("let failures = UserDefaults.standard.integer(forKey: key(identifier))")
        $0.line("return min(first * pow(factor, Double(failures)), longest)")
      }
      writer.line()
      writer.documentation("Records that the work has failed.")
      writer.function("static func failed", parameters: [identifier], effects: "") {
        $0.line("let failures = UserDefaults.standard.integer(forKey: key(identifier))")
        $0.line("UserDefaults.standard.set(failures + 1, forKey: key(identifier))")
      }
      writer.line()
      writer.documentation("Records that the work is done.")
      writer.function("static func succeeded", parameters: [identifier], effects: "") {
        $0.line("UserDefaults.standard.removeObject(forKey: key(identifier))")
      }
      writer.line()
      writer.function("private static func key", parameters: [identifier], effects: "-> String") {
        $0.line("\"\\(identifier.rawValue).failures\"")
      }
    }
  }

  /// Writes the call that records the outcome of a task.
  static func writeNote(
    of task: GeneratedTask, outcome: String, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.call(after: "", to: "\(context.name)TaskBackoff.\(outcome)", arguments: [".\(task.swiftName)"])
  }
}
