/// The system's limit on launches for silent pushes: one in a while, and only the newest of what comes meanwhile.
struct PushThrottle: Sendable {
  private let gap: Int64
  private var lastLaunch: Instant?
  private var isStored = false

  /// When the app was launched so far.
  private(set) var launches: [Instant] = []

  init(gap: Int64) {
    self.gap = gap
  }

  /// A push arrives; times come in order.
  mutating func push(at now: Instant) {
    deliverStored(by: now)
    guard let lastLaunch, now < lastLaunch.later(by: gap) else {
      launch(at: now)
      return
    }
    isStored = true
  }

  /// Launches the app for the push that is stored, if its time comes by `now`.
  mutating func deliverStored(by now: Instant) {
    guard isStored, let lastLaunch, lastLaunch.later(by: gap) <= now else { return }
    isStored = false
    launch(at: lastLaunch.later(by: gap))
  }

  private mutating func launch(at now: Instant) {
    lastLaunch = now
    launches.append(now)
  }
}
