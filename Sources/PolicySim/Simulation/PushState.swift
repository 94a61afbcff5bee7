/// A push in the course of a run.
struct PushState: Sendable {
  private static let mostPerDay = 100_000.0
  private static let daysAhead: Int64 = 10_000

  private var random: RandomStream
  /// The outcomes of the pushes that arrive in the part of the run that counts.
  var outcomes = PushOutcomes()
  var counts: LaunchCounts
  private var scheduled = 0
  /// The times of a day's pushes; `position` is the index of the next push.
  private var times: [Instant] = []
  private var position = 0
  private var nextDay: Int64 = 0

  init(random: RandomStream, counts: LaunchCounts) {
    self.random = random
    self.counts = counts
  }

  /// Resets the state to a push that has not been sent yet, and reuses the memory.
  mutating func restart(random: RandomStream, counts: LaunchCounts) {
    var old = PushState(random: random, counts: counts)
    swap(&self, &old)
    swap(&times, &old.times)
    // Skips the times of the previous run.
    position = times.count
  }

  /// The time of the next push: evenly spaced from 0, or at random times of each day. Counts the push that
  /// has arrived at `arrived`, unless `arrived` is `nil`.
  @inline(__always)
  mutating func next(perDay: Double, isEven: Bool, arrived: Instant?) -> Instant {
    if let arrived, counts.includes(arrived) { outcomes.send() }
    return next(perDay: perDay, isEven: isEven)
  }

  /// The time of the next push.
  @inline(__always)
  mutating func next(perDay: Double, isEven: Bool) -> Instant {
    guard position < times.count else { return nextOfLaterDays(perDay: perDay, isEven: isEven) }
    position += 1
    return times[position - 1]
  }

  private mutating func nextOfLaterDays(perDay: Double, isEven: Bool) -> Instant {
    guard perDay > 0 else { return .never }
    if isEven {
      scheduled += 1
      return Instant(min(0x1p61, Double(scheduled - 1) * Double(DailyPattern.day) / perDay))
    }
    let end = nextDay + Self.daysAhead
    while position >= times.count {
      guard nextDay < end else { return .never }
      draw(min(perDay, Self.mostPerDay))
    }
    position += 1
    return times[position - 1]
  }

  private mutating func draw(_ perDay: Double) {
    let whole = Int(perDay)
    let count = whole + (random.unit() < perDay - Double(whole) ? 1 : 0)
    position = 0
    let midnight = nextDay * DailyPattern.day
    if times.count != count { times = [Instant](repeating: 0, count: count) }
    // A copy can be kept in registers.
    var random = random
    times.withUnsafeMutableBufferPointer { times in
      for index in times.indices { times[index] = midnight + random.below(DailyPattern.day) }
    }
    self.random = random
    times.sortFew(by: <)
    nextDay += 1
  }
}
