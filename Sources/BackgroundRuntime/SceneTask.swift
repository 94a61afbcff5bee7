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
    /// Runs the work of a task, and logs its failure, which SwiftUI does not report.
    public static func run(
      _ task: ScheduledTask,
      work: @Sendable () async throws -> Void
    ) async {
      await task.submitAgain()
      let (type, name) = (task.type, task.identifier)
      BackgroundEvents.shared.report(.taskBegan(type: type, identifier: name))
      do {
        try await task.run(work)
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
