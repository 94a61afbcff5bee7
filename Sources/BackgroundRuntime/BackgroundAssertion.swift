// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// A background task of `UIApplication`, which is ended exactly once.
  ///
  /// A background task must begin before the work, not only when the app enters the background
  /// (UIApplication.beginBackgroundTask reference; WWDC 2019, session 707).
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  @MainActor
  public final class BackgroundAssertion {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private var identifier = UIBackgroundTaskIdentifier.invalid
    private var isOver = false
    private var work: SwiftTask<Void, any Error>?

    /// A background task that has not begun.
    public init() {}

    /// Does some work while a background task with a name runs. If the system grants no time, the
    /// work runs in the time that the app has. The work is cancelled when the time is up.
    public func run(
      _ name: String,
      _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
      begin(name)
      defer { end() }
      // A plain task would stay on the main actor if `NonisolatedNonsendingByDefault` is on.
      let task = SwiftTask.detached(priority: SwiftTask.currentPriority) { try await work() }
      self.work = task
      if isOver { task.cancel() }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }

    private func begin(_ name: String) {
      identifier = UIApplication.shared.beginBackgroundTask(withName: name) {
        self.work?.cancel()
        self.end()
      }
      // The time may have been up already.
      if isOver { end() }
    }

    private func end() {
      isOver = true
      guard identifier != .invalid else { return }
      UIApplication.shared.endBackgroundTask(identifier)
      identifier = .invalid
    }
  }
#endif
