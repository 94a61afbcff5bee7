internal import PlatformFacts
internal import PolicyModel

/// The types of the events that the router reports.
enum SessionEventTypes {
  /// Writes the types of events, tasks, failures and advice.
  static func write(in context: GenerationContext, to writer: inout CodeWriter) {
    writeEvent(in: context, to: &writer)
    writer.line()
    writeTask(in: context, to: &writer)
    writer.line()
    writeFailure(in: context, to: &writer)
    writer.line()
    writeAdvice(in: context, to: &writer)
  }

  private static func writeEvent(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("An event of a background session's transfers.")
    writer.block("nonisolated \(access)enum \(name)SessionEvent: Sendable") { writer in
      writer.documentation(
        "The session has been created, and these of its transfers are not done. Compare them with the transfers that the app expects."
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
      writer.documentation("A transfer has failed, or the server has responded with another status.")
      writer.text(
        """
        case failed(
          \(name)TransferTask,
          \(name)TransferFailure
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
        /// The number by which the session tells its tasks apart.
        \(access)let taskIdentifier: Int
        /// The string that the app set, which outlives the process.
        \(access)let taskDescription: String?
        /// The URL of the original request.
        \(access)let originalURL: URL?
        /// The status of the server's response; `nil` before there is one.
        \(access)let statusCode: Int?
        /// The number of bytes of the body that have been sent.
        \(access)let countOfBytesSent: Int64
        /// The number of bytes of the body that have been received.
        \(access)let countOfBytesReceived: Int64

        fileprivate init(
          _ task: URLSessionTask,
          of session: \(name)SessionIdentifier
        ) {
          self.session = session
          taskIdentifier = task.taskIdentifier
          taskDescription = task.taskDescription
          originalURL = task.originalRequest?.url
          statusCode = (task.response as? HTTPURLResponse)?.statusCode
          countOfBytesSent = task.countOfBytesSent
          countOfBytesReceived = task.countOfBytesReceived
        }

        /// Whether the server has rejected the request; an error page is not a download.
        fileprivate var isRefused: Bool {
          statusCode.map { !(200..<300).contains($0) } ?? false
        }
        """)
    }
  }

  private static func writeFailure(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("The reason why a transfer has failed.", PlatformFacts.cancelReasons.sentence)
    writer.block("nonisolated \(access)struct \(name)TransferFailure: Error, Sendable") { writer in
      writer.text(
        """
        /// The error's code; `badServerResponse` if the status reports the failure.
        \(access)let code: URLError.Code
        /// The reason why the system cancelled the task; `nil` if it did not.
        \(access)let reason: URLError.BackgroundTaskCancelledReason?
        /// The data with which a download can be resumed.
        \(access)let resumeData: Data?
        /// The advice for this failure.
        \(access)let advice: \(name)RetryAdvice

        fileprivate init(_ error: any Error) {
          let error = error as? URLError ?? URLError(.unknown)
          code = error.code
          reason = error.backgroundTaskCancelledReason
          resumeData = error.downloadTaskResumeData
          advice = .init(error)
        }

        fileprivate init(statusCode: Int) {
          code = .badServerResponse
          reason = nil
          resumeData = nil
          advice = .init(statusCode: statusCode)
        }
        """)
    }
  }

  private static func writeAdvice(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("The advice for a transfer that has failed.")
    writer.block("nonisolated \(access)enum \(name)RetryAdvice: Hashable, Sendable") { writer in
      writeAdviceCases(to: &writer)
      writer.line()
      writer.text(
        """
        fileprivate init(_ error: URLError) {
          switch error.backgroundTaskCancelledReason {
          case .userForceQuitApplication:
            self = .whenOpened
          case .backgroundUpdatesDisabled:
            self = .inForeground
          case .insufficientSystemResources:
            self = .later
          default:
            self = .init(code: error.code)
          }
        }

        private init(code: URLError.Code) {
          switch code {
          case .timedOut, .networkConnectionLost, .notConnectedToInternet, .cannotConnectToHost,
            .cannotFindHost, .dnsLookupFailed, .backgroundSessionWasDisconnected:
            self = .again
          case .backgroundSessionInUseByAnotherProcess, .internationalRoamingOff, .dataNotAllowed,
            .callIsActive, .cannotWriteToFile, .cannotCreateFile, .cannotMoveFile, .unknown:
            self = .later
          default:
            self = .never
          }
        }

        fileprivate init(statusCode: Int) {
          switch statusCode {
          case 408, 429, 500...:
            self = .later
          default:
            self = .never
          }
        }
        """)
    }
  }

  private static func writeAdviceCases(to writer: inout CodeWriter) {
    writer.documentation("The network failed: submit it again.")
    writer.line("case again")
    writer.line()
    writer.documentation(
      "A person closed the app: submit it again now that they have opened it.",
      PlatformFacts.forceQuitCancels.sentence)
    writer.line("case whenOpened")
    writer.line()
    writer.documentation("Background App Refresh is off: transfer it while the app is in the foreground.")
    writer.line("case inForeground")
    writer.line()
    writer.documentation(
      "Battery, heat, storage, network or server don't allow it now: submit it again later."
    )
    writer.line("case later")
    writer.line()
    writer.documentation("It would fail again: the app cancelled it, or the request is invalid.")
    writer.line("case never")
  }
}
