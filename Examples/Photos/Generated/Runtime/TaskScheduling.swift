// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// The submission of requests to the system.
  ///
  /// Each request is submitted on its own, so that its failure does not affect other requests. It
  /// is never submitted on the main thread, because the call would block the thread
  /// (BGTaskScheduler.submit reference). A request replaces a pending request with the same
  /// identifier.
  nonisolated public enum TaskScheduling {
    /// Submits a request.
    ///
    /// - Parameter limit: The documented limit of pending requests of the type, for all identifiers
    /// together; `nil` if Apple documents no limit.
    ///
    /// - Parameter isRunByScene: Whether SwiftUI registers the task. If not, this process must have
    /// registered the task. Otherwise the system raises an exception, which Swift can't catch.
    ///
    /// - Parameter submit: Passes a request to the system.
    ///
    /// - Parameter request: Makes the request. It never runs on the main thread.
    public static func submit(
      limit: Int?,
      isRunByScene: Bool = false,
      by submit: @escaping @Sendable (sending BGTaskRequest) async throws -> Void = { request in
        try BGTaskScheduler.shared.submit(request)
      },
      _ request: @escaping @Sendable () -> BGTaskRequest
    ) async throws(TaskSubmissionError) {
      let work = _Concurrency.Task.detached {
        let request = request()
        guard isRunByScene || RegisteredTasks.shared.contains(request.identifier) else {
          throw TaskSubmissionError.notRegistered
        }
        let (type, identifier) = ("\(type(of: request))", request.identifier)
        try await submit(request)
        BackgroundEvents.shared.report(.taskSubmitted(type: type, identifier: identifier))
      }
      do {
        try await work.value
      } catch let error as TaskSubmissionError {
        throw error
      } catch {
        throw TaskSubmissionError(error, limit: limit)
      }
    }

    /// Submits a request whose result no caller needs.
    ///
    /// If the system rejects the request, the function logs the reason and returns as usual.
    public static func next<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ submit: () async throws -> Void
    ) async {
      do {
        try await submit()
      } catch {
        BackgroundLog.tasks.error("\(identifier.rawValue) is not requested", error)
      }
    }

    /// Submits a request for a task unless a request for the task is pending.
    public static func ensure<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ submit: () async throws -> Void
    ) async {
      guard await !isPending(identifier) else { return }
      await next(identifier, submit)
    }

    /// Whether the system has a pending request for a task.
    public static func isPending<ID: RawRepresentable<String>>(_ identifier: ID) async -> Bool {
      let identifier = identifier.rawValue
      return await withCheckedContinuation { continuation in
        BGTaskScheduler.shared.getPendingTaskRequests { requests in
          continuation.resume(returning: requests.contains { $0.identifier == identifier })
        }
      }
    }
  }
#endif
