// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  import BackgroundTasks

  /// The submission of requests to the system.
  ///
  /// Each request is submitted on its own, so that its failure does not affect other requests. It
  /// is never submitted on the main thread, because the call would block the thread
  /// (BGTaskScheduler.submit reference). A request replaces a pending request with the same
  /// identifier.
  nonisolated enum TaskScheduling {
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
    static func submit(
      limit: Int?,
      isRunByScene: Bool = false,
      by submit: @escaping ScheduledTask.Submit,
      _ request: @escaping @Sendable () -> BGTaskRequest
    ) async throws(TaskSubmissionError) {
      let work = _Concurrency.Task.detached {
        let request = request()
        guard isRunByScene || TaskRegistry.shared.contains(request.identifier) else {
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

    /// Whether the system has a pending request for a task.
    static func isPending(_ identifier: String) async -> Bool {
      await withCheckedContinuation { continuation in
        BGTaskScheduler.shared.getPendingTaskRequests { requests in
          continuation.resume(returning: requests.contains { $0.identifier == identifier })
        }
      }
    }
  }
#endif
