/// The system's limit on launches for silent pushes: one in a while, and only the newest of what comes meanwhile.
struct PushThrottle: Sendable {
  private let gap: Int64
  private var lastLaunch: Instant?
  private var stored: Int?

  init(gap: Int64) {
    self.gap = gap
  }

  /// When the push that is stored may be delivered; never if there is none.
  var storedIsDue: Instant {
    guard stored != nil, let lastLaunch else { return .never }
    return lastLaunch.later(by: gap)
  }

  /// A push arrives, with times in order: `true` if it launches the app at once, else it takes the stored one's
  /// place.
  mutating func push(_ push: Int, at now: Instant) -> Bool {
    guard let lastLaunch, now < lastLaunch.later(by: gap) else {
      // The newest is all that the app needs.
      stored = nil
      self.lastLaunch = now
      return true
    }
    stored = push
    return false
  }

  /// Delivers the push that is stored, if its time comes by `now`.
  mutating func deliverStored(by now: Instant) -> Int? {
    let due = storedIsDue
    guard let push = stored, due <= now else { return nil }
    stored = nil
    lastLaunch = due
    return push
  }

  /// Takes out the push that is stored.
  @discardableResult mutating func forgetStored() -> Int? {
    defer { stored = nil }
    return stored
  }
}
