// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  /// A task that SwiftUI runs. SwiftUI registers the identifier, cancels the Swift task when the
  /// time is up, and completes the task when the action returns (Scene.backgroundTask reference).
  nonisolated public enum SceneTask {
    /// Runs the work of an app refresh task, and logs its failure, which SwiftUI does not report.
    ///
    /// - Parameter identifier: The task's identifier.
    ///
    /// - Parameter work: The work.
    ///
    /// - Parameter next: Submits the request for the next launch, before the work.
    public static func appRefresh<ID: RawRepresentable<String>>(
      _ identifier: ID,
      work: @Sendable () async throws -> Void,
      next: (@Sendable () async throws -> Void)? = nil
    ) async {
      await run(identifier, "BGAppRefreshTask", work, next)
    }

    /// Runs the work of a processing task, and logs its failure, which SwiftUI does not report.
    ///
    /// - Parameter identifier: The task's identifier.
    ///
    /// - Parameter work: The work.
    ///
    /// - Parameter next: Submits the request for the next launch, before the work.
    public static func processing<ID: RawRepresentable<String>>(
      _ identifier: ID,
      work: @Sendable () async throws -> Void,
      next: (@Sendable () async throws -> Void)? = nil
    ) async {
      await run(identifier, "BGProcessingTask", work, next)
    }

    private static func run<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ type: String,
      _ work: @Sendable () async throws -> Void,
      _ next: (@Sendable () async throws -> Void)?
    ) async {
      if let next { await TaskScheduling.next(identifier, next) }
      let name = identifier.rawValue
      BackgroundEvents.shared.report(.taskBegan(type: type, identifier: name))
      do {
        try await work()
        BackgroundEvents.shared.report(.taskEnded(type: type, identifier: name, isDone: true))
      } catch {
        if _Concurrency.Task.isCancelled {
          BackgroundEvents.shared.report(.taskExpired(type: type, identifier: name))
        }
        BackgroundEvents.shared.report(.taskEnded(type: type, identifier: name, isDone: false))
        BackgroundLog.tasks.error("\(name) has failed", error)
      }
    }
  }
#endif
