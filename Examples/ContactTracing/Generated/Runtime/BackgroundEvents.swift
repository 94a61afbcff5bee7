// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation

/// An event of an app's background work, such as the begin of a task.
nonisolated public enum BackgroundEvent: Sendable {
  /// A task of a type, such as `BGAppRefreshTask`, begins.
  case taskBegan(type: String, identifier: String)
  /// The time of a task is over.
  case taskExpired(type: String, identifier: String)
  /// A task ends.
  case taskEnded(type: String, identifier: String, isDone: Bool)
  /// The system has accepted a request of a type, such as `BGAppRefreshTaskRequest`.
  case taskSubmitted(type: String, identifier: String)
  /// A push arrives.
  case pushArrived
  /// The work for a push ends.
  case pushEnded(isDone: Bool)
  /// The system calls the process for a session. The value is the session's name in the policy.
  case sessionCalled(String)
  /// A number of transfers have been submitted to a session.
  case transfersSubmitted(Int, to: String)
  /// A transfer that was submitted has begun.
  case transferBegan(in: String, submission: Date, begin: Date)
  /// A transfer is over.
  case transferEnded(in: String, isDone: Bool)
  /// The system has delivered all events of a session.
  case eventsDelivered
}

/// The events of a process's background work, which a recorder observes.
nonisolated public final class BackgroundEvents: @unchecked Sendable {
  /// The events of this process.
  public static let shared = BackgroundEvents()

  private let lock = NSLock()
  private var observers: [@Sendable (BackgroundEvent) -> Void] = []

  private init() {}

  /// Passes each later event to a function, which may be called on any thread.
  public func observe(_ function: @escaping @Sendable (BackgroundEvent) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    observers.append(function)
  }

  /// Passes an event to all functions that observe events.
  public func report(_ event: BackgroundEvent) {
    lock.lock()
    let observers = observers
    lock.unlock()
    for observer in observers { observer(event) }
  }
}
