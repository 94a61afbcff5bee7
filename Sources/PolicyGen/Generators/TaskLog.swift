internal import PolicyModel

/// The log messages of generated code about tasks.
enum TaskLog {
  /// Writes the statement that logs an outcome. The statement uses the variables `identifier` and `error`.
  static func write(_ outcome: String, to writer: inout CodeWriter) {
    writer.line("BackgroundLog.tasks.error(\"\\(identifier.rawValue) \(outcome)\", error)")
  }

  /// Whether generated code logs messages about these tasks. It logs failed requests that no caller waits
  /// for, failed work that SwiftUI does not report, and the reason why the system refuses continued work.
  static func isWritten(of tasks: [GeneratedTask]) -> Bool {
    tasks.contains { !$0.moments.isEmpty || $0.isRunByScene || $0.type == .continuedProcessing }
  }
}
