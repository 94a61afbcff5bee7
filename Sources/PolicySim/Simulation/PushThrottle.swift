/// The system's throttle on launches for silent pushes: a least gap, a daily budget, and storage for the newest push that
/// has to wait.
struct PushThrottle: Sendable {
  /// A push that the system stores.
  struct Stored: Sendable {
    let push: Int
    /// The outcome of the push if a newer push replaces it.
    let outcome: PushOutcome
  }

  private let limits: PushLimits
  private var lastLaunch: Instant = -.never
  private(set) var stored: Stored?
  /// The end of the time without a least gap.
  private var freeUntil: Instant = -.never
  /// The launches in the current day, and the end of this day.
  private var launches = 0.0
  private var dayEnd: Instant = 0

  init(_ limits: PushLimits) {
    self.limits = limits
  }

  /// The time at which the stored push may be delivered; `never` if no push is stored.
  var storedIsDue: Instant { stored == nil ? .never : max(nextLaunch, isSpent ? dayEnd : 0) }

  private var nextLaunch: Instant { lastLaunch < 0 ? 0 : lastLaunch.later(by: limits.gap) }

  @inline(__always)
  private var isSpent: Bool { launches >= limits.perDay }

  /// Begins the time without a least gap, as the user has left the app.
  mutating func appLeft(at now: Instant) { freeUntil = now.later(by: limits.freeTime) }

  /// Handles a push that arrives; times have to be in order. Returns whether the push launches the app at once; otherwise
  /// the push replaces the stored push.
  @inline(__always)
  mutating func push(_ push: Int, at now: Instant) -> Bool {
    if now >= dayEnd { beginDay(at: now) }
    guard !isSpent, now < freeUntil || now >= nextLaunch else {
      stored = Stored(push: push, outcome: isSpent ? .overBudget : .replaced)
      return false
    }
    // The newest push is all that the app needs.
    stored = nil
    launch(at: now)
    return true
  }

  /// Stores a push that may not launch the app now for a reason other than the throttle.
  mutating func store(_ push: Int, because outcome: PushOutcome) {
    stored = Stored(push: push, outcome: outcome)
  }

  /// Removes and returns the stored push if it is due.
  mutating func deliverStored(by now: Instant) -> Int? {
    guard let push = stored?.push, storedIsDue <= now else { return nil }
    stored = nil
    if now >= dayEnd { beginDay(at: now) }
    launch(at: now)
    return push
  }

  /// Removes and returns the stored push.
  @discardableResult mutating func forgetStored() -> Int? {
    defer { stored = nil }
    return stored?.push
  }

  @inline(__always)
  private mutating func launch(at now: Instant) {
    lastLaunch = now
    launches += 1
  }

  private mutating func beginDay(at now: Instant) {
    launches = 0
    dayEnd = (now / DailyPattern.day + 1) * DailyPattern.day
  }
}
