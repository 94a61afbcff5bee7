// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The failure of a transfer, with its reason and an advice.
  ///
  /// The error of a background task that the system cancelled contains the reason (NSURLError.h;
  /// URLError reference).
  nonisolated public struct TransferFailure: Error, Sendable {
    /// The error's code; `badServerResponse` if the status reports the failure.
    public let code: URLError.Code
    /// The reason why the system cancelled the task; `nil` if the system did not cancel it.
    public let reason: URLError.BackgroundTaskCancelledReason?
    /// The data with which the transfer can be resumed.
    public let resumeData: Data?
    /// The advice for this failure.
    public let advice: RetryAdvice
    /// The number of seconds that the server asks the app to wait; `nil` if the server does not ask
    /// for a wait.
    public let retryAfter: TimeInterval?
    /// The error as the system reports it; `nil` if the status reports the failure. A queue keeps the
    /// error's domain and code alone.
    public let underlying: (any Error)?

    /// A failure, as tests make it.
    public init(
      code: URLError.Code,
      reason: URLError.BackgroundTaskCancelledReason? = nil,
      resumeData: Data? = nil,
      advice: RetryAdvice,
      retryAfter: TimeInterval? = nil,
      underlying: (any Error)? = nil
    ) {
      self.code = code
      self.reason = reason
      self.resumeData = resumeData
      self.advice = advice
      self.retryAfter = retryAfter
      self.underlying = underlying
    }

    /// The failure for an error that the system reports.
    public init(_ underlying: any Error) {
      let error = underlying as? URLError ?? URLError(.unknown)
      self.init(
        code: error.code, reason: error.backgroundTaskCancelledReason,
        resumeData: Self.resumeData(of: error), advice: .init(error), underlying: underlying)
    }

    /// The failure for an answer of the server whose status is outside 200 to 299.
    public init(_ response: TransferResponse) {
      self.init(
        code: .badServerResponse, advice: .init(statusCode: response.statusCode),
        retryAfter: response.retryAfter)
    }

    private static func resumeData(of error: URLError) -> Data? {
      let data = error.downloadTaskResumeData
      guard #available(iOS 17.0, macOS 14.0, watchOS 10.0, tvOS 17.0, visionOS 1.0, *) else {
        return data
      }
      return data ?? error.userInfo[NSURLSessionUploadTaskResumeData] as? Data
    }
  }
#endif
