internal import Quantities

// The opportunities of app refreshes: random times in the part of the day in which the app is used.
extension SimulationModel {
  private static let daysAhead: Int64 = 400
  /// The number of early opportunities after which they no longer affect the next one.
  private static let remembered = 64

  /// The app refreshes a day that the system grants on the device of a run.
  func refreshesPerDay(seed: UInt64, run: Int) -> Double {
    let usual = settings.launches.refreshesPerDay
    let spread = settings.launches.refreshSpread
    guard spread > 0, !day.isIdeal, launches.tasks.contains(where: { $0.kind == .appRefresh }) else {
      return usual
    }
    var random = RandomStream(seed: seed, run: run, key: HabitKeys.refreshRate)
    // No device is luckier than the least gap allows: only a rate that is given goes beyond it.
    let most = max(usual, Double(DailyPattern.day) / Double(settings.launches.refreshGap))
    return min(most, usual * exponential(spread * random.normal()))
  }

  /// The limits on launches for silent pushes on the device of a run.
  func pushLimits(seed: UInt64, run: Int) -> PushLimits {
    var limits = settings.launches.pushes
    guard settings.launches.pushSpread > 0, !launches.pushes.isEmpty else { return limits }
    var random = RandomStream(seed: seed, run: run, key: HabitKeys.pushBudget)
    limits.perDay *= exponential(settings.launches.pushSpread * random.normal())
    return limits
  }

  /// The first opportunity of an app refresh at or after `time`, and after the last one, which is `nil` if
  /// unknown.
  ///
  /// Opportunities are at least `refresh.min_gap` apart; on average there are `perDay` a day. If they don't fit into the
  /// hours in which the app is used, these hours are longer; if they don't fit into a day, the gap is shorter.
  func refreshOpportunity(
    after last: Instant?, from time: Instant, perDay: Double, offset: Int64, _ random: inout RandomStream
  ) -> Instant {
    guard settings.launches.isThrottled, !day.isIdeal else { return time }
    // Near the end of time no day is left to examine.
    guard perDay > 0, time < .never - offset - (Self.daysAhead + 2) * DailyPattern.day else { return .never }
    let gap = Double(settings.launches.refreshGap)
    if var opportunity = last {
      for _ in 0..<Self.remembered {
        opportunity = use(after: opportunity, perDay: perDay, offset: offset) { length in
          let gaps = OpportunityGaps(perDay: perDay, least: gap / Double(length))
          return gaps.least + gaps.spread * random.unit()
        }
        // A gap over midnight is rounded twice, which must not lose an opportunity.
        if opportunity >= time - 2 { return max(opportunity, time) }
      }
    }
    return use(after: time, perDay: perDay, offset: offset) {
      OpportunityGaps(perDay: perDay, least: gap / Double($0)).rest(random.unit())
    }
  }

  /// The time at which the app's hours have passed for a wait; `wait` receives the length of the hours on a
  /// day.
  private func use(
    after time: Instant, perDay: Double, offset: Int64, _ wait: (Int64) -> Double
  ) -> Instant {
    // With a little room, so that the gaps can differ.
    let need = Int64(min(1.1 * perDay * Double(settings.launches.refreshGap), Double(DailyPattern.day)))
    var left: Double?
    var from = time + offset
    let today = DailyPattern.dayNumber(of: from)
    for number in (today - 1)..<(today + Self.daysAhead) {
      let habits = device.foregroundSessions.habits(of: number)
      let length = max(habits.length, need)
      let start = number * DailyPattern.day + habits.start - (length - habits.length) / 2
      let end = start + length
      guard end > from else { continue }
      // The rest of a wait is a share of the hours, which may be longer on the next day.
      let share = left ?? wait(length)
      let begin = max(start, from)
      let room = Double(end - begin) / Double(length)
      if share < room { return begin + Int64(share * Double(length)) - offset }
      left = share - room
      from = end
    }
    return .never
  }
}

/// The gap between two opportunities, in days: uniform above the least.
struct OpportunityGaps {
  let least: Double
  /// The difference between the longest and the least gap.
  let spread: Double

  /// The gaps of as many opportunities a day; a least gap that is too long for them gives way.
  init(perDay: Double, least: Double) {
    let mean = 1 / perDay
    self.least = min(least, mean)
    spread = 2 * (mean - self.least)
  }

  /// The time to the next opportunity from a random time, at a quantile.
  func rest(_ share: Double) -> Double {
    let passed = share * (least + spread / 2)
    guard passed > least, spread > 0 else { return passed }
    return least + spread * (1 - max(0, 1 - 2 * (passed - least) / spread).squareRoot())
  }
}
