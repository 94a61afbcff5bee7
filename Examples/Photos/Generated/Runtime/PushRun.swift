// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// One run for a push: the work, its deadline, and the completion handler that is called once.
  @MainActor
  public final class PushRun {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private var completionHandler: ((UIBackgroundFetchResult) -> Void)?
    private var deadline: SwiftTask<Void, Never>?

    /// A run that has not begun.
    ///
    /// - Parameter completionHandler: The completion handler of the system, called once on the main
    /// thread.
    public init(_ completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
      self.completionHandler = completionHandler
    }

    /// Does the work for a push, and returns its result.
    public static func result(
      of work: @escaping @Sendable () async throws -> PushResult
    ) async -> UIBackgroundFetchResult {
      await withCheckedContinuation { continuation in
        PushRun { continuation.resume(returning: $0) }.start(work)
      }
    }

    /// Does the work for the push. The work is cancelled 25s after this call. 1s after the
    /// cancellation the push counts as failed, even if the work has not ended.
    public func start(_ work: @escaping @Sendable () async throws -> PushResult) {
      BackgroundEvents.shared.report(.pushArrived)
      // A plain task would stay on the main actor if `NonisolatedNonsendingByDefault` is on.
      let work = SwiftTask.detached(priority: SwiftTask.currentPriority) { try await work() }
      deadline = SwiftTask {
        try? await SwiftTask.sleep(nanoseconds: 25_000_000_000)
        guard !SwiftTask.isCancelled else { return }
        work.cancel()
        try? await SwiftTask.sleep(nanoseconds: 1_000_000_000)
        complete(.failed)
      }
      SwiftTask {
        do {
          let result = try await work.value
          complete(result == .newData ? .newData : .noData)
        } catch {
          BackgroundLog.pushes.error("a push failed", error)
          complete(.failed)
        }
      }
    }

    private func complete(_ result: UIBackgroundFetchResult) {
      deadline?.cancel()
      if completionHandler != nil {
        BackgroundEvents.shared.report(.pushEnded(isDone: result != .failed))
      }
      completionHandler?(result)
      completionHandler = nil
    }
  }
#endif
