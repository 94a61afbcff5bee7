// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks
  public import Foundation

  /// A background task as a policy declares it: its request, and the moments at which the request is
  /// submitted.
  nonisolated public struct ScheduledTask: Hashable, Sendable {
    /// A moment at which a request is submitted without a call of the app.
    public enum Moment: Sendable {
      /// The app launches.
      case launch
      /// The app enters the background.
      case enteringBackground
      /// The system launches the task, before the work.
      case handlerStart
      /// The work has ended, whether it is done or has failed.
      case handlerEnd
      /// The work has failed.
      case failure
    }

    /// Passes a request to the system.
    public typealias Submit = @Sendable (sending BGTaskRequest) async throws -> Void

    /// The identifier, which the app's Info.plist lists.
    public let identifier: String
    /// The name of the task's class.
    let type: String
    /// The documented limit of pending requests of the type, for all identifiers together.
    let limit: Int
    let earliestBegin: EarliestBegin?
    let isSubmittedOnlyOnce: Bool
    let moments: Set<Moment>
    let isRunByScene: Bool
    let passOn: Submit
    let makeRequest: @Sendable (String) -> BGTaskRequest
    var earliestBeginDate: (@Sendable (ScheduledTask) async -> Date?)?

    /// Tasks with the same identifier are the same.
    public static func == (task: Self, other: Self) -> Bool { task.identifier == other.identifier }

    /// Adds the identifier to the hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Submits a request.
    ///
    /// One request is one launch. A request replaces a pending request of the same task, unless the
    /// policy has `unlessPending`. A task that SwiftUI runs is registered when the app has launched: the
    /// system ends an app that submits a request without a launch handler, such as in the initializer
    /// of the `App`.
    public func submit() async throws(TaskSubmissionError) {
      try await submit(earliestBeginDate: nil)
    }

    /// Submits a request that the system runs at a date at the earliest.
    ///
    /// - Parameter earliestBeginDate: The date; `nil` for the time in the policy, or for any time.
    public func submit(earliestBeginDate: Date?) async throws(TaskSubmissionError) {
      if isSubmittedOnlyOnce, await TaskScheduling.isPending(identifier) { return }
      try await TaskScheduling.submit(limit: limit, isRunByScene: isRunByScene, by: passOn) {
        request(earliestBeginDate: earliestBeginDate)
      }
    }

    /// The same task, which asks for the date of each request that no call of the app submits.
    public func asking(
      _ earliestBeginDate: @escaping @Sendable (ScheduledTask) async -> Date?
    ) -> ScheduledTask {
      var task = self
      task.earliestBeginDate = earliestBeginDate
      return task
    }

    /// A new request.
    ///
    /// - Parameter earliestBeginDate: The earliest date; `nil` for the time in the policy, or for any.
    public func request(earliestBeginDate: Date? = nil) -> BGTaskRequest {
      let request = makeRequest(identifier)
      request.earliestBeginDate = earliestBeginDate ?? earliestBegin?.date(of: identifier)
      return request
    }

    // MARK: Moments

    /// Whether each launch submits the next request before it starts the work.
    private var isRequestedAgain: Bool { moments.contains(.handlerStart) }

    /// Whether a launch submits a request if no request is pending: each run submits the next request,
    /// and nothing else submits the first request.
    private var isEnsured: Bool {
      !moments.contains(.launch)
        && (moments.contains(.handlerStart) || moments.contains(.handlerEnd))
    }

    /// Whether a request is submitted when the app has launched.
    var isSubmittedAtLaunch: Bool { moments.contains(.launch) || isEnsured }

    /// Submits the request of a launch of the app.
    func launched() async {
      if isEnsured, await TaskScheduling.isPending(identifier) { return }
      await submitNext()
    }

    /// Submits a request whose result no caller needs: the log has the reason if the system does not
    /// accept it.
    func submitNext() async {
      do {
        try await submit(earliestBeginDate: earliestBeginDate?(self))
      } catch {
        BackgroundLog.tasks.error("\(identifier) is not requested", error)
      }
    }

    // MARK: Work

    /// Submits the request for the next launch, if the policy requires it before the work.
    func submitAgain() async {
      if isRequestedAgain { await submitNext() }
    }

    /// Does the work of a launch, and submits the request that depends on its outcome.
    func run(_ work: () async throws -> Void) async throws {
      let isBackedOff = earliestBegin?.isBackedOff ?? false
      guard isBackedOff || moments.contains(.handlerEnd) || moments.contains(.failure) else {
        return try await work()
      }
      // A request that was submitted before the work does not depend on its outcome.
      let isSubmittedAfterwards = moments.contains(.handlerEnd) || isBackedOff && isRequestedAgain
      do {
        try await work()
        // Canceled work is unfinished even if it does not throw.
        try _Concurrency.Task.checkCancellation()
      } catch {
        if isBackedOff { TaskBackoff.failed(identifier) }
        if isSubmittedAfterwards || moments.contains(.failure) { await submitNext() }
        throw error
      }
      if isBackedOff { TaskBackoff.succeeded(identifier) }
      if isSubmittedAfterwards { await submitNext() }
    }
  }
#endif
