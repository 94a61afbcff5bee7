/// The reboots of a device in the course of a run.
struct Reboots: Sendable {
  private static let daysAhead: Int64 = 400

  private let perDay: Double
  private let offset: Int64
  private let random: RandomHabit

  /// The time of the next reboot.
  private(set) var next: Instant = .never

  /// The reboots of a run that begins `offset` milliseconds after the midnight before a Monday.
  init(perWeek: Double, startingAt offset: Int64, _ random: RandomHabit) {
    perDay = perWeek / 7
    self.offset = offset
    self.random = random
    if perDay > 0 { next = time(after: 0) }
  }

  /// Applies the reboot that is due.
  mutating func advance() { next = time(after: next) }

  private func time(after now: Instant) -> Instant {
    let today = DailyPattern.dayNumber(of: now + offset)
    let whole = Int(perDay)
    for day in today..<(today + Self.daysAhead) {
      let count = whole + (random.unit(day: day, index: 0) < perDay - Double(whole) ? 1 : 0)
      var earliest: Instant = .never
      for index in 0..<count {
        let start = day * DailyPattern.day - offset
        let time = start + Int64(random.unit(day: day, index: index + 1) * Double(DailyPattern.day))
        if time > now { earliest = min(earliest, time) }
      }
      if earliest != .never { return earliest }
    }
    return .never
  }
}
