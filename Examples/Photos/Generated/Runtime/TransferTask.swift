// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// A transfer at the time of its event.
  nonisolated public struct TransferTask<Session: SessionIdentifying>: Hashable, Sendable {
    /// The session of the transfer.
    public let session: Session
    /// The number by which the session tells its tasks apart; 0 for an item that was not submitted.
    public let taskIdentifier: Int
    /// The identifier with which the item was submitted, also after a relaunch; empty for a task
    /// that other code created.
    public let id: String
    /// The URL of the original request.
    public let originalURL: URL?
    /// The answer of the server; `nil` before the server has answered.
    public let response: TransferResponse?
    /// The number of bytes of the body that have been sent.
    public let countOfBytesSent: Int64
    /// The number of bytes of the body that have been received.
    public let countOfBytesReceived: Int64

    /// The status of the server's answer; `nil` before the server has answered.
    public var statusCode: Int? { response?.statusCode }

    /// A transfer, as tests make it.
    public init(
      session: Session,
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

    /// The transfer of a task of the system, and the body of its answer that has arrived.
    init(_ task: URLSessionTask, of session: Session, id: String, _ body: ReceivedBody? = nil) {
      self.init(
        session: session,
        taskIdentifier: task.taskIdentifier,
        id: id,
        originalURL: task.originalRequest?.url,
        response: (task.response as? HTTPURLResponse).map { .init($0, body) },
        countOfBytesSent: task.countOfBytesSent,
        countOfBytesReceived: task.countOfBytesReceived)
    }

    /// Whether the server has rejected the request; an error page is not a download.
    var isRefused: Bool {
      statusCode.map { !(200..<300).contains($0) } ?? false
    }
  }

  /// The functions that an app provides for events of transfers in addition to their ends. If a
  /// function is `nil`, the system behaves as if the app did not observe the event.
  nonisolated public struct TransferObservation<Session: SessionIdentifying>: Sendable {
    /// The answer to a challenge.
    public typealias Answer = (URLSession.AuthChallengeDisposition, URLCredential?)
    /// The decision about a request that is about to begin.
    public typealias Decision = (URLSession.DelayedRequestDisposition, URLRequest?)

    /// Called at most twice a second after bytes of a transfer were sent or received while the
    /// process runs, and not after the event of its end. The second argument is the expected number of bytes, or `nil` if it is
    /// unknown.
    public var progressed: (@Sendable (TransferTask<Session>, Int64?) async -> Void)?
    /// Called when a server asks for credentials or its certificate has to be checked.
    public var challenged: (@Sendable (URLAuthenticationChallenge, Session) async -> Answer)?
    /// Called when the system has measured a transfer, just before the event of its end.
    public var measured: (@Sendable (TransferTask<Session>, URLSessionTaskMetrics) async -> Void)?
    /// Called when a transfer with `earliestBeginDate` is about to begin.
    public var begins: (@Sendable (TransferTask<Session>, URLRequest) async -> Decision)?

    /// An observation without functions: the app gets only the ends of transfers.
    public init() {}
  }
#endif
