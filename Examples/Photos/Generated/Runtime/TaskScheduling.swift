// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// The submission of requests to the system.
  ///
  /// Each request is submitted on its own, so that a failure does not affect the others, and never
  /// on the main thread, which it would block (BGTaskScheduler.submit reference). A request replaces
  /// one of the same identifier that is still pending.
  nonisolated public enum TaskScheduling {
    /// Submits a request.
    ///
    /// - Parameter limit: The documented limit of pending requests of the type, for all identifiers
    /// together; `nil` if Apple documents none.
    ///
    /// - Parameter isRunByScene: Whether SwiftUI registers the task. If not, this process has to have
    /// registered it: the system raises an exception for another request, which Swift can't catch.
    ///
    /// - Parameter submit: Passes a request to the system.
    ///
    /// - Parameter request: Makes the request, in a task that never runs on the main thread.
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
    /// The app goes on whether or not the system accepts it; the log has the reason if it does not.
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

    /// Submits a request if none is pending.
    public static func ensure<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ submit: () async throws -> Void
    ) async {
      guard await !isPending(identifier) else { return }
      await next(identifier, submit)
    }

    /// Whether the system has a pending request for the task.
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
