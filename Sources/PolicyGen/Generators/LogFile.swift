internal import PlatformFacts
internal import PolicyModel

/// The file with the log of background work.
enum LogFile {
  /// The file. `nil` for a policy without log messages.
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
      "Filter by its subsystem in Console, which hides the texts of errors unless a device has a profile for them. `receive` passes the messages on to the app.\(limit ?? "")"
    )
    writer.block("nonisolated \(context.access)struct \(context.name)Log: Sendable") { writer in
      writer.text(messages(in: context))
      writer.line()
      // Only code about sessions logs messages that are not errors.
      if !sessions.isEmpty { writer.text(notice) }
      writer.text(error)
      writeMessage(condition, hasNotices: !sessions.isEmpty, to: &writer)
      writer.line()
      if let condition { writer.line("@available(\(condition.versions))") }
      writer.text("private var logger: os.Logger {")
      writer.indented { writer in
        writer.call(
          after: "", to: "os.Logger", arguments: ["subsystem: \(context.subsystem)", "category: category"])
      }
      writer.line("}")
      writer.line()
      writer.text(receiver)
    }
    if !sessions.isEmpty {
      writer.line()
      writeCategories(of: sessions, in: context, to: &writer)
    }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Log.swift"), text: writer.text)
  }

  /// The type of messages, and the function with which the app receives them.
  private static func messages(in context: GenerationContext) -> String {
    let access = context.access
    return """
      /// A message as the app receives it.
      \(access)struct Message: Sendable {
        /// The category: the name of a session, or `sessions`, `tasks` or `pushes`.
        \(access)let category: String
        /// The text, with identifiers, numbers and codes alone.
        \(access)let text: String
        /// The text of an error, which may name files, URLs and accounts; `nil` if there is none.
        \(access)let detail: String?
        /// Whether something has failed.
        \(access)let isError: Bool
      }

      private static let receiver = Receiver()

      /// The category of the messages.
      let category: String

      /// Passes each message on to a function, in addition to the log; `nil` ends this.
      ///
      /// The function is called on no particular thread, also before this returns.
      \(access)static func receive(_ function: (@Sendable (Message) -> Void)?) {
        receiver.set(function)
      }
      """
  }

  private static let notice = """
    /// Logs an event.
    func notice(_ text: String) {
      write(Message(category: category, text: text, detail: nil, isError: false))
    }

    """

  private static let error = """
    /// Logs a failure, and the error that is its reason.
    func error(_ text: String, _ error: (any Error)? = nil) {
      let code = error.map { $0 as NSError }.map { " (\\($0.domain) \\($0.code))" } ?? ""
      let detail = error.map { "\\($0)" }
      write(Message(category: category, text: text + code, detail: detail, isError: true))
    }

    """

  /// Writes the function that logs a message and passes it to the app's function.
  private static func writeMessage(
    _ condition: AvailabilityCondition?, hasNotices: Bool, to writer: inout CodeWriter
  ) {
    writer.block("private func write(_ message: Message)") { writer in
      writer.line("Self.receiver.pass(message)")
      if let condition { writer.line("guard #available(\(condition.versions)) else { return }") }
      writer.line("let detail = message.detail.map { \": \\($0)\" } ?? \"\"")
      if hasNotices {
        writer.text(
          """
          if message.isError {
            logger.error("\\(message.text, privacy: .public)\\(detail, privacy: .private)")
          } else {
            logger.notice("\\(message.text, privacy: .public)")
          }
          """)
      } else {
        writer.line("logger.error(\"\\(message.text, privacy: .public)\\(detail, privacy: .private)\")")
      }
    }
  }

  /// The class that stores the app's function for messages.
  private static let receiver = """
    /// Keeps the function of the app, which any thread may set and call.
    nonisolated private final class Receiver: @unchecked Sendable {
      typealias Function = @Sendable (Message) -> Void

      private let lock = NSLock()
      private var function: Function?

      func set(_ function: Function?) {
        lock.lock()
        defer { lock.unlock() }
        self.function = function
      }

      func pass(_ message: Message) {
        lock.lock()
        let function = function
        lock.unlock()
        function?(message)
      }
    }
    """

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
