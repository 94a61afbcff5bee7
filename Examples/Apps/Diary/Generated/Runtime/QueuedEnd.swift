// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// The end of an item, which is kept until the handler has had its event.
  nonisolated struct QueuedEnd: Codable {
    var isDownload: Bool
    var originalURL: URL?
    var response: TransferResponse?
    var sent: Int64 = 0
    var received: Int64 = 0
    var failure: Failure?

    /// The reason of a failure.
    struct Failure: Codable {
      var code: Int
      /// The domain and the code of the error as the system reports it, without its texts, which may
      /// name files, URLs and accounts.
      var domain: String?
      var number: Int?
      var reason: Int?
      var advice: RetryAdvice
      var retryAfter: TimeInterval?
      var resumeData: Data?

      init(_ failure: TransferFailure) {
        code = failure.code.rawValue
        let underlying = failure.underlying.map { $0 as NSError }
        domain = underlying?.domain
        number = underlying?.code
        reason = failure.reason?.rawValue
        advice = failure.advice
        retryAfter = failure.retryAfter
        resumeData = failure.resumeData
      }

      var full: TransferFailure {
        TransferFailure(
          code: Optional(code).flatMap(URLError.Code.init(rawValue:)) ?? .unknown,
          reason: reason.flatMap(URLError.BackgroundTaskCancelledReason.init(rawValue:)),
          resumeData: resumeData, advice: advice, retryAfter: retryAfter,
          underlying: domain.map { NSError(domain: $0, code: number ?? code) })
      }
    }

    /// The end of an item whose task the session no longer has.
    init(isDownload: Bool) { self.isDownload = isDownload }

    init<Session>(_ event: SessionEvent<Session>, isDownload: Bool) {
      self.init(isDownload: isDownload)
      switch event {
      case .completed(let task), .downloaded(let task, _):
        note(task)
      case .failed(let task, let failure):
        note(task)
        self.failure = Failure(failure)
      case .reconciled, .delivered:
        break
      }
    }

    private mutating func note<Session>(_ task: TransferTask<Session>) {
      originalURL = task.originalURL.flatMap(Self.withoutSecrets)
      response = task.response.map(Self.withoutSecrets)
      sent = task.countOfBytesSent
      received = task.countOfBytesReceived
    }

    /// A URL without the parts that may be secret, such as a password or the query of a presigned
    /// URL.
    private static func withoutSecrets(_ url: URL) -> URL? {
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
      parts?.query = nil
      parts?.fragment = nil
      parts?.user = nil
      parts?.password = nil
      return parts?.url
    }

    /// An answer without the header fields that may be secret, such as cookies. Only header fields
    /// about the content remain.
    private static func withoutSecrets(_ response: TransferResponse) -> TransferResponse {
      let kept = ["content-", "date", "etag", "last-modified", "retry-after"]
      return TransferResponse(
        statusCode: response.statusCode,
        headerFields: response.headerFields.filter { field in
          kept.contains { field.key.lowercased().hasPrefix($0) }
        },
        mimeType: response.mimeType, suggestedFilename: response.suggestedFilename,
        body: response.body, bodyFile: response.bodyFile)
    }

    /// The transfer of an item whose task has a number.
    func task<Session>(of id: String, _ number: Int, in session: Session) -> TransferTask<Session> {
      TransferTask(
        session: session, taskIdentifier: number, id: id, originalURL: originalURL,
        response: response, countOfBytesSent: sent, countOfBytesReceived: received)
    }

    /// The event for the end of an item. A downloaded file has another event.
    func event<Session>(of id: String, _ number: Int, in session: Session) -> SessionEvent<Session>
    {
      let task = task(of: id, number, in: session)
      guard let failure else { return .completed(task) }
      return .failed(task, failure.full)
    }
  }
#endif
