internal import PlatformFacts
internal import PolicyModel

/// The types in which the router tells what has become of transfers.
enum SessionEventTypes {
  /// Writes the types of events, tasks, failures and advice.
  static func write(_ target: GenerationContext, _ writer: inout CodeWriter) {
    writeEvent(target, &writer)
    writer.line()
    writeTask(target, &writer)
    writer.line()
    writeFailure(target, &writer)
    writer.line()
    writeAdvice(target, &writer)
  }

  private static func writeEvent(_ target: GenerationContext, _ writer: inout CodeWriter) {
    let (name, access) = (target.name, target.access)
    writer.documentation("What has happened to the transfers of a background session.")
    writer.block("nonisolated \(access)enum \(name)SessionEvent: Sendable") { writer in
      writer.documentation(
        "The session has been made, and these of its transfers are not over: compare them with what the app waits for."
      )
      writer.text("case reconciled([\(name)TransferTask])")
      writer.line()
      writer.documentation(
        "A download is done. Its file has been moved to the caches folder and is the handler's now, to keep or to remove.",
        PlatformFacts.downloadIsTemporary.sentence)
      writer.text(
        """
        case downloaded(
          \(name)TransferTask,
          URL
        )
        """)
      writer.line()
      writer.documentation("An upload is done, and the server has answered with a status from 200 to 299.")
      writer.text("case completed(\(name)TransferTask)")
      writer.line()
      writer.documentation("A transfer has failed, or the server has answered with another status.")
      writer.text(
        """
        case failed(
          \(name)TransferTask,
          \(name)TransferFailure
        )
        """)
      writer.line()
      writer.documentation(
        "All events that the system has called the app for are taken; don't wait for this one in the foreground. What is submitted now still belongs to this time in the background."
      )
      writer.line("case delivered")
    }
  }

  private static func writeTask(_ target: GenerationContext, _ writer: inout CodeWriter) {
    let (name, access) = (target.name, target.access)
    writer.documentation("A transfer as it was when its event came.")
    writer.block("nonisolated \(access)struct \(name)TransferTask: Hashable, Sendable") { writer in
      writer.text(
        """
        /// The session that carries it.
        \(access)let session: \(name)SessionIdentifier
        /// The number by which the session tells its tasks apart.
        \(access)let taskIdentifier: Int
        /// The text that the app has given it, which outlives the process.
        \(access)let taskDescription: String?
        /// The URL that was asked for first.
        \(access)let originalURL: URL?
        /// The status of the server's answer; `nil` before there is one.
        \(access)let statusCode: Int?
        /// How many bytes of the body have been sent.
        \(access)let countOfBytesSent: Int64
        /// How many bytes of the body have been received.
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

        /// Whether the server has refused; an error page is no file.
        fileprivate var isRefused: Bool {
          statusCode.map { !(200..<300).contains($0) } ?? false
        }
        """)
    }
  }

  private static func writeFailure(_ target: GenerationContext, _ writer: inout CodeWriter) {
    let (name, access) = (target.name, target.access)
    writer.documentation("Why a transfer has failed.", PlatformFacts.cancelReasons.sentence)
    writer.block("nonisolated \(access)struct \(name)TransferFailure: Error, Sendable") { writer in
      writer.text(
        """
        /// The error's code; `badServerResponse` where the status tells of the failure.
        \(access)let code: URLError.Code
        /// Why the system has cancelled the task; `nil` where it has not.
        \(access)let reason: URLError.BackgroundTaskCancelledReason?
        /// What a download can be resumed with.
        \(access)let resumeData: Data?
        /// What to do about it.
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

  private static func writeAdvice(_ target: GenerationContext, _ writer: inout CodeWriter) {
    let (name, access) = (target.name, target.access)
    writer.documentation("What to do about a transfer that has failed.")
    writer.block("nonisolated \(access)enum \(name)RetryAdvice: Hashable, Sendable") { writer in
      writer.documentation("The network failed: submit it again.")
      writer.line("case again")
      writer.line()
      writer.documentation(
        "The person has closed the app: submit it again now that they have opened it.",
        PlatformFacts.forceQuitCancels.sentence)
      writer.line("case whenOpened")
      writer.line()
      writer.documentation("Background updates are off: transfer it while the app is in the foreground.")
      writer.line("case inForeground")
      writer.line()
      writer.documentation(
        "Battery, heat, storage, network or server don't allow it at present: submit it again at another time."
      )
      writer.line("case later")
      writer.line()
      writer.documentation("It would fail again: the app cancelled it, or the request is wrong.")
      writer.line("case never")
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
}
