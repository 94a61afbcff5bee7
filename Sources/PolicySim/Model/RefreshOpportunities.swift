// The opportunities of app refreshes: random times in the part of the day in which the app is used.
extension SimulationModel {
  private static let daysAhead: Int64 = 400
  /// The number of early opportunities after which they no longer affect the next one.
  private static let remembered = 64

  /// The first opportunity of an app refresh at or after `time`, and after the last one, which is `nil` if
  /// unknown.
  ///
  /// Opportunities are at least `refresh.min_gap` apart; on average there are `refresh.per_day` a day.
  func refreshOpportunity(
    after last: Instant?, from time: Instant, offset: Int64, _ random: inout RandomStream
  ) -> Instant {
    guard settings.launches.isThrottled, !day.isIdeal else { return time }
    // Near the end of time no day is left to examine.
    guard settings.launches.refreshesPerDay > 0,
      time < .never - offset - (Self.daysAhead + 2) * DailyPattern.day
    else { return .never }
    if var opportunity = last {
      for _ in 0..<Self.remembered {
        opportunity = use(after: opportunity, offset: offset) { length in
          let gaps = RefreshGaps(settings.launches, length)
          return gaps.least + gaps.spread * random.unit()
        }
        // A gap over midnight is rounded twice, which must not lose an opportunity.
        if opportunity >= time - 2 { return max(opportunity, time) }
      }
    }
    return use(after: time, offset: offset) { RefreshGaps(settings.launches, $0).rest(random.unit()) }
  }

  /// The time at which the app's hours have passed for a wait; `wait` receives the length of the hours on a
  /// day.
  private func use(after time: Instant, offset: Int64, _ wait: (Int64) -> Double) -> Instant {
    var left: Double?
    var from = time + offset
    let today = DailyPattern.dayNumber(of: from)
    for number in (today - 1)..<(today + Self.daysAhead) {
      let habits = device.foregroundSessions.habits(of: number)
      let start = number * DailyPattern.day + habits.start
      let end = start + habits.length
      guard end > from else { continue }
      // The rest of a wait is a share of the hours, which may be longer on the next day.
      let share = left ?? wait(habits.length)
      let begin = max(start, from)
      let room = Double(end - begin) / Double(habits.length)
      if share < room { return begin + Int64(share * Double(habits.length)) - offset }
      left = share - room
      from = end
    }
    return .never
  }
}

/// The gap between two opportunities, as a share of the hours in which the app is used: uniform above the
/// least.
private struct RefreshGaps {
  let least: Double
  /// The difference between the longest and the least gap.
  let spread: Double

  init(_ settings: LaunchSettings, _ length: Int64) {
    let mean = 1 / settings.refreshesPerDay
    least = Double(settings.refreshGap) / Double(length)
    spread = max(0, 2 * (mean - least))
  }

  /// The time to the next opportunity from a random time, at a quantile.
  func rest(_ share: Double) -> Double {
    let passed = share * (least + spread / 2)
    guard passed > least, spread > 0 else { return passed }
    return least + spread * (1 - max(0, 1 - 2 * (passed - least) / spread).squareRoot())
  }
}
