/// The bytes that discretionary transfers may use of a network in a day: a window of 24 hours from the first
/// byte.
struct ByteBudget: Sendable {
  private let limit: Double
  private var used: Double = 0
  private var windowStart: Instant?

  init(limit: Double) {
    self.limit = limit
  }

  /// Whether nothing is left.
  @inline(__always) var isSpent: Bool { used >= limit }

  /// The time at which a spent budget is renewed; never if it is not spent.
  @inline(__always) var nextChange: Instant {
    guard isSpent, let windowStart else { return .never }
    return windowStart.later(by: DailyPattern.day)
  }

  /// The remaining bytes in the window of `now`.
  func remaining(at now: Instant) -> Double {
    guard let windowStart, now < windowStart.later(by: DailyPattern.day) else { return limit }
    return max(0, limit - used)
  }

  /// Ends a window that is over.
  @inline(__always) mutating func refresh(at now: Instant) {
    guard let windowStart, now >= windowStart.later(by: DailyPattern.day) else { return }
    self.windowStart = nil
    used = 0
  }

  /// Uses bytes; the first ones begin a window at `start`.
  mutating func use(_ bytes: Double, from start: Instant) {
    guard bytes > 0, limit < .infinity else { return }
    if windowStart == nil { windowStart = start }
    used += bytes
    // Half a byte is rounding.
    if limit - used < 0.5 { used = limit }
  }
}
