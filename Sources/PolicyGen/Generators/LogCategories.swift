internal import PlatformFacts
internal import PolicyModel

/// The file with the log of background work.
enum LogCategories {
  /// The file; `nil` for a policy without log messages.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let sessions = policy.backgroundSessions
    guard
      !sessions.isEmpty || !policy.remoteNotifications.isEmpty
        || TaskLog.isWritten(of: GeneratedTask.all(of: policy, in: context))
    else { return nil }
    var writer = context.swiftFile(importing: ["Foundation", "os"])
    let condition = AvailabilityCondition(
      PlatformFacts.loggerAvailability.value, on: context.deploymentTarget)
    let categories = sessions.isEmpty ? "" : ", with a category for each session"
    let limit = condition.map { _ in
      " Nothing is logged on systems without `Logger` (\(CitationText.titles(PlatformFacts.loggerAvailability.citations)))."
    }
    writer.documentation(
      "The log of \(context.name)'s background work\(categories).",
      "Filter by its subsystem in Console.\(limit ?? "")")
    writer.block("nonisolated struct \(context.name)Log: Sendable") { writer in
      writer.documentation("The category of the messages.")
      writer.line("let category: String")
      writer.line()
      // Only sessions log messages that are not errors.
      for (name, isError) in (sessions.isEmpty ? [] : [("notice", false)]) + [("error", true)] {
        writer.documentation(isError ? "Logs an error." : "Logs an event.")
        writer.block("func \(name)(_ message: String)") { writer in
          if let condition {
            writer.block("if #available(\(condition.versions))") { $0.line(call(name)) }
          } else {
            writer.line(call(name))
          }
        }
        writer.line()
      }
      if let condition { writer.line("@available(\(condition.versions))") }
      writer.text("private var logger: os.Logger {")
      writer.indented { writer in
        writer.call(
          after: "", to: "os.Logger", arguments: ["subsystem: \(context.subsystem)", "category: category"])
      }
      writer.line("}")
    }
    if !sessions.isEmpty {
      writer.line()
      writeCategories(of: sessions, in: context, to: &writer)
    }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Log.swift"), text: writer.text)
  }

  private static func call(_ name: String) -> String { "logger.\(name)(\"\\(message, privacy: .public)\")" }

  private static func writeCategories(
    of sessions: [Policy.Session], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.block("nonisolated extension \(context.name)Log") { writer in
      writer.documentation("The log of a session.")
      writer.text(
        """
        static func session(
          _ identifier: \(context.name)SessionIdentifier
        ) -> Self {
          switch identifier {
        """)
      for session in sessions where session.family == nil {
        writer.line("  case .\(session.swiftName):")
        writer.indented { writer in
          writer.indented {
            $0.call(
              after: "return ", to: "Self", arguments: ["category: \(SwiftText.literal(session.name.value))"])
          }
        }
      }
      writer.line("  default:")
      writer.indented { writer in
        writer.indented { writer in
          for session in sessions {
            guard let family = session.family else { continue }
            writer.block("if identifier.\(family.member) != nil") {
              $0.call(
                after: "return ", to: "Self",
                arguments: ["category: \(SwiftText.literal(session.name.value))"])
            }
          }
          writer.line("return Self(category: \"sessions\")")
        }
      }
      writer.text("  }\n}")
    }
  }
}
