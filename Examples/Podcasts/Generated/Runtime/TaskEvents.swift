// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

/// What happens to the tasks of a process.
nonisolated public enum TaskEvent: Sendable {
  /// A task of a type, such as `BGAppRefreshTask`, begins.
  case began(type: String, identifier: String)
  /// The time of a task is over.
  case expired(type: String, identifier: String)
  /// A task ends.
  case ended(type: String, identifier: String, isDone: Bool)
  /// The system has a request of a type, such as `BGAppRefreshTaskRequest`.
  case submitted(type: String, identifier: String)
}

/// The events of tasks, for a recorder.
nonisolated public final class TaskEvents: @unchecked Sendable {
  /// The events of this process.
  public static let shared = TaskEvents()

  private let lock = NSLock()
  private var observer: (@Sendable (TaskEvent) -> Void)?

  private init() {}

  /// Passes each event on to a function, which is called on no particular thread.
  public func observe(_ function: @escaping @Sendable (TaskEvent) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    observer = function
  }

  /// Passes an event on.
  public func report(_ event: TaskEvent) {
    lock.lock()
    let observer = observer
    lock.unlock()
    observer?(event)
  }
}
