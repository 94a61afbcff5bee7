import Foundation

/// An activity that keeps an extension awake. The system runs a block, and calls the block a second time when the time is up.
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
    // The block may wait, so it gets a thread of its own.
    Thread.detachNewThread { activity.run(hasExpired: isRefused) }
  }
}

extension Device {
  /// The activities that are running.
  public var runningActivities: [String] { activities.filter { !$0.hasReturned }.map(\.reason) }

  /// Expires all activities, as the system does before it suspends the process.
  public func expireActivities() {
    for activity in activities where !activity.hasReturned {
      Executor.shared.offMain { activity.block(true) }
    }
  }

  public func forgetActivities() { activities = [] }

  /// Waits, by the real clock, until other threads have made a condition true. Returns `false` if this takes too long.
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
