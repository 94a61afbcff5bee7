/// The bytes that discretionary transfers may use on a network in a day. A day is a window of 24 hours that starts with its
/// first byte.
struct ByteBudget: Sendable {
  private let limit: Double
  private var used: Double = 0
  private var windowStart: Instant?
  /// The end of the window; `never` if no window has begun.
  private var windowEnd: Instant = .never

  init(limit: Double) {
    self.limit = limit
  }

  /// Whether the budget is used up.
  @inline(__always) var isSpent: Bool { used >= limit }

  /// The time at which a spent budget is renewed; `never` if the budget is not spent.
  @inline(__always) var nextChange: Instant { isSpent ? windowEnd : .never }

  /// The remaining bytes in the window of `now`.
  func remaining(at now: Instant) -> Double {
    guard windowStart != nil, now < windowEnd else { return limit }
    return max(0, limit - used)
  }

  /// Ends the window if the window is over; returns whether the window was over.
  @inline(__always) mutating func refresh(at now: Instant) -> Bool {
    guard now >= windowEnd else { return false }
    windowStart = nil
    windowEnd = .never
    used = 0
    return true
  }

  /// Uses bytes; if no window has begun, a window begins at `start`.
  mutating func use(_ bytes: Double, from start: Instant) {
    guard bytes > 0, limit < .infinity else { return }
    if windowStart == nil {
      windowStart = start
      windowEnd = start.later(by: DailyPattern.day)
    }
    used += bytes
    // A rest of half a byte is a rounding error.
    if limit - used < 0.5 { used = limit }
  }
}
