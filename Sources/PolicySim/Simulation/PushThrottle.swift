/// The system's limit on launches for silent pushes: a least gap, and storage for the newest push that arrives
/// meanwhile.
struct PushThrottle: Sendable {
  private let gap: Int64
  private var lastLaunch: Instant?
  private var stored: Int?

  init(gap: Int64) {
    self.gap = gap
  }

  /// The time at which the stored push may be delivered; never if there is none.
  var storedIsDue: Instant {
    guard stored != nil, let lastLaunch else { return .never }
    return lastLaunch.later(by: gap)
  }

  /// A push arrives; times have to be in order. Returns whether it launches the app at once; otherwise it
  /// replaces the stored one.
  mutating func push(_ push: Int, at now: Instant) -> Bool {
    guard let lastLaunch, now < lastLaunch.later(by: gap) else {
      // The newest push is all that the app needs.
      stored = nil
      self.lastLaunch = now
      return true
    }
    stored = push
    return false
  }

  /// Removes and returns the stored push if it is due.
  mutating func deliverStored(by now: Instant) -> Int? {
    let due = storedIsDue
    guard let push = stored, due <= now else { return nil }
    stored = nil
    lastLaunch = due
    return push
  }

  /// Removes and returns the stored push.
  @discardableResult mutating func forgetStored() -> Int? {
    defer { stored = nil }
    return stored
  }
}
