internal import Quantities

// The opportunities of app refreshes: random times in the part of the day in which the app is used.
extension SimulationModel {
  private static let daysAhead: Int64 = 400
  /// The number of opportunities to draw after the last known opportunity. If these opportunities are all earlier than `time`, the last
  /// known opportunity no longer affects the result.
  private static let remembered = 64

  /// The app refreshes a day that the system grants on the device of a run.
  func refreshesPerDay(seed: UInt64, run: Int) -> Double {
    let usual = settings.launches.refreshesPerDay
    let spread = settings.launches.refreshSpread
    guard spread > 0, !day.isIdeal, launches.tasks.contains(where: { $0.kind == .appRefresh }) else {
      return usual
    }
    var random = RandomStream(seed: seed, run: run, key: HabitKeys.refreshRate)
    // No device gets more refreshes than the least gap allows, unless the usual rate is already higher.
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

  /// The first opportunity of an app refresh at or after `time`, and after the last opportunity, which is `nil` if unknown.
  ///
  /// Opportunities are at least `refresh.min_gap` apart; an average day has `perDay` opportunities. If the opportunities of
  /// a day don't fit into the hours in which the app is used, these hours are extended; if they don't fit into the whole
  /// day, the gap is shortened.
  func refreshOpportunity(
    after last: Instant?, from time: Instant, perDay: Double, offset: Int64, _ random: inout RandomStream
  ) -> Instant {
    guard settings.launches.isThrottled, !day.isIdeal else { return time }
    // Near the largest possible time, no days are left to search.
    guard perDay > 0, time < .never - offset - (Self.daysAhead + 2) * DailyPattern.day else { return .never }
    let gap = Double(settings.launches.refreshGap)
    if var opportunity = last {
      for _ in 0..<Self.remembered {
        opportunity = use(after: opportunity, perDay: perDay, offset: offset) { length in
          let gaps = OpportunityGaps(perDay: perDay, least: gap / Double(length))
          return gaps.least + gaps.spread * random.unit()
        }
        // A gap across midnight is rounded twice; the tolerance keeps rounding from losing an opportunity.
        if opportunity >= time - 2 { return max(opportunity, time) }
      }
    }
    return use(after: time, perDay: perDay, offset: offset) {
      OpportunityGaps(perDay: perDay, least: gap / Double($0)).rest(random.unit())
    }
  }

  /// The time at which a share of the hours in which the app is used has passed since `time`. `wait` returns this share for
  /// the length of these hours on the first day.
  private func use(
    after time: Instant, perDay: Double, offset: Int64, _ wait: (Int64) -> Double
  ) -> Instant {
    // The factor of 1.1 leaves some room, so that gaps can vary.
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
      // The rest of a wait is kept as a share of the hours, because the hours may be longer on the next day.
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

/// The distribution of the gap between two opportunities, in days: uniform between the least and the longest gap.
struct OpportunityGaps {
  let least: Double
  /// The difference between the longest and the least gap.
  let spread: Double

  /// The gaps between `perDay` opportunities a day; a least gap that is too long for this number is shortened.
  init(perDay: Double, least: Double) {
    let mean = 1 / perDay
    self.least = min(least, mean)
    spread = 2 * (mean - self.least)
  }

  /// The quantile of the time from a random moment to the next opportunity, in days.
  func rest(_ share: Double) -> Double {
    let passed = share * (least + spread / 2)
    guard passed > least, spread > 0 else { return passed }
    return least + spread * (1 - max(0, 1 - 2 * (passed - least) / spread).squareRoot())
  }
}
