// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os) && !os(macOS)
  /// An activity that keeps an extension running during its work.
  ///
  /// The system calls a function once when it grants time, and again when the time is up
  /// (ProcessInfo.performExpiringActivity reference).
  nonisolated public final class ExpiringActivity: Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let isOver = DispatchSemaphore(value: 0)

    /// An activity that has not begun.
    public init() {}

    /// Does some work during an activity with a reason. The work is cancelled when the time is up,
    /// or at once if the system grants no time.
    public func run(
      _ name: String,
      _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
      let isOver = isOver
      let (begins, begin) = AsyncStream<Never>.makeStream()
      let task = SwiftTask {
        defer { isOver.signal() }
        for await _ in begins {}
        try await work()
      }
      ProcessInfo.processInfo.performExpiringActivity(withReason: name) { hasExpired in
        if hasExpired {
          task.cancel()
          isOver.signal()
        } else {
          begin.finish()
          // The activity lasts until this function returns.
          isOver.wait()
        }
      }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
#endif
