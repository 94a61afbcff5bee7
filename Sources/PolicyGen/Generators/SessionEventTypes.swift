internal import PlatformFacts
internal import PolicyModel

/// The types of the events that the router reports.
enum SessionEventTypes {
  /// Writes the types of events and tasks.
  static func write(in context: GenerationContext, to writer: inout CodeWriter) {
    writeEvent(in: context, to: &writer)
    writer.line()
    writeTask(in: context, to: &writer)
  }

  private static func writeEvent(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("An event of a background session's transfers.")
    writer.block("nonisolated \(access)enum \(name)SessionEvent: Sendable") { writer in
      writer.documentation(
        "The session has been created, and these of its transfers are not done.",
        "A transfer that is missing here may have ended with its event still to come: submit nothing again because of that before `delivered`. If the system has called the app for the session, this event comes after those for which it has."
      )
      writer.text("case reconciled([\(name)TransferTask])")
      writer.line()
      writer.documentation(
        "A download is done. Its file is in the caches folder; the handler keeps or removes it.",
        PlatformFacts.downloadIsTemporary.sentence)
      writer.text(
        """
        case downloaded(
          \(name)TransferTask,
          URL
        )
        """)
      writer.line()
      writer.documentation("An upload is done, and the server has responded with a status from 200 to 299.")
      writer.text("case completed(\(name)TransferTask)")
      writer.line()
      writer.documentation(
        "A transfer has failed, the server has responded with another status, or an item could not be submitted."
      )
      writer.text(
        """
        case failed(
          \(name)TransferTask,
          TransferFailure
        )
        """)
      writer.line()
      writer.documentation(
        "All events for which the system called the app are handled; don't wait for this one in the foreground. Transfers that are submitted now still belong to this time in the background."
      )
      writer.line("case delivered")
    }
  }

  private static func writeTask(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("A transfer at the time of its event.")
    writer.block("nonisolated \(access)struct \(name)TransferTask: Hashable, Sendable") { writer in
      writer.text(
        """
        /// The session of the transfer.
        \(access)let session: \(name)SessionIdentifier
        /// The number by which the session tells its tasks apart; 0 for an item that was not submitted.
        \(access)let taskIdentifier: Int
        /// The identifier with which the item was submitted, also after a relaunch; empty for a task
        /// that other code created.
        \(access)let id: String
        /// The URL of the original request.
        \(access)let originalURL: URL?
        /// The answer of the server; `nil` before there is one.
        \(access)let response: TransferResponse?
        /// The number of bytes of the body that have been sent.
        \(access)let countOfBytesSent: Int64
        /// The number of bytes of the body that have been received.
        \(access)let countOfBytesReceived: Int64

        /// The status of the server's answer; `nil` before there is one.
        \(access)var statusCode: Int? { response?.statusCode }

        /// A transfer, as tests make it.
        \(access)init(
          session: \(name)SessionIdentifier,
          taskIdentifier: Int = 0,
          id: String,
          originalURL: URL? = nil,
          response: TransferResponse? = nil,
          countOfBytesSent: Int64 = 0,
          countOfBytesReceived: Int64 = 0
        ) {
          self.session = session
          self.taskIdentifier = taskIdentifier
          self.id = id
          self.originalURL = originalURL
          self.response = response
          self.countOfBytesSent = countOfBytesSent
          self.countOfBytesReceived = countOfBytesReceived
        }

        fileprivate init(
          _ task: URLSessionTask,
          of session: \(name)SessionIdentifier,
          _ body: ReceivedBody? = nil
        ) {
          self.init(
            session: session,
            taskIdentifier: task.taskIdentifier,
            id: \(context.hasQueues ? "\(name)Queues.id(\n      in: task.taskDescription ?? \"\", of: session)" : "task.taskDescription ?? \"\""),
            originalURL: task.originalRequest?.url,
            response: (task.response as? HTTPURLResponse).map { .init($0, body) },
            countOfBytesSent: task.countOfBytesSent,
            countOfBytesReceived: task.countOfBytesReceived)
        }

        /// Whether the server has rejected the request; an error page is not a download.
        fileprivate var isRefused: Bool {
          statusCode.map { !(200..<300).contains($0) } ?? false
        }
        """)
    }
  }
}
