/// The bytes that discretionary transfers may use of a network in a day: a window of 24 hours from the first
/// byte.
struct ByteBudget: Sendable {
  private let limit: Double
  private var used: Double = 0
  private var windowStart: Instant?
  /// The end of the window; never if none has begun.
  private var windowEnd: Instant = .never

  init(limit: Double) {
    self.limit = limit
  }

  /// Whether nothing is left.
  @inline(__always) var isSpent: Bool { used >= limit }

  /// The time at which a spent budget is renewed; never if it is not spent.
  @inline(__always) var nextChange: Instant { isSpent ? windowEnd : .never }

  /// The remaining bytes in the window of `now`.
  func remaining(at now: Instant) -> Double {
    guard windowStart != nil, now < windowEnd else { return limit }
    return max(0, limit - used)
  }

  /// Ends a window that is over; returns whether there was one.
  @inline(__always) mutating func refresh(at now: Instant) -> Bool {
    guard now >= windowEnd else { return false }
    windowStart = nil
    windowEnd = .never
    used = 0
    return true
  }

  /// Uses bytes; the first ones begin a window at `start`.
  mutating func use(_ bytes: Double, from start: Instant) {
    guard bytes > 0, limit < .infinity else { return }
    if windowStart == nil {
      windowStart = start
      windowEnd = start.later(by: DailyPattern.day)
    }
    used += bytes
    // Half a byte is rounding.
    if limit - used < 0.5 { used = limit }
  }
}
