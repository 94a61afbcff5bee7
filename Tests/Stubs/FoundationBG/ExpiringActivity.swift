import Foundation

/// An activity that keeps an extension awake: a block that runs until it returns, and is called once more
/// when the time is up.
final class ExpiringActivity: @unchecked Sendable {
  let reason: String
  let block: @Sendable (Bool) -> Void
  private let lock = NSLock()
  private var isOver = false

  init(_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) {
    self.reason = reason
    self.block = block
  }

  /// Whether the block has returned.
  var hasReturned: Bool { lock.withLock { isOver } }

  func run(hasExpired: Bool) {
    block(hasExpired)
    lock.withLock { isOver = true }
  }
}

extension ProcessInfo {
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    if reason.isEmpty { Device.shared.report("an expiring activity without a reason") }
    let activity = ExpiringActivity(reason, block)
    Device.shared.activities.append(activity)
    let isRefused = Device.shared.refusesActivities
    // On a thread of its own, since the block may wait.
    Thread.detachNewThread { activity.run(hasExpired: isRefused) }
  }
}

extension Device {
  /// The activities that are running.
  public var runningActivities: [String] { activities.filter { !$0.hasReturned }.map(\.reason) }

  /// Expires all activities, as before the process is suspended.
  public func expireActivities() {
    for activity in activities where !activity.hasReturned {
      Executor.shared.offMain { activity.block(true) }
    }
  }

  public func forgetActivities() { activities = [] }

  /// Waits by the real clock for a condition that other threads make true; returns whether it is.
  public func happens(_ condition: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 2)
    Executor.shared.drain()
    while !condition() {
      guard Date() < end else { return false }
      Thread.sleep(forTimeInterval: 0.001)
      Executor.shared.drain()
    }
    return true
  }
}
