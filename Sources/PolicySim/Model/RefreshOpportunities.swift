// When the system has time for app refreshes: at random, in the part of the day in which the app is used.
extension SimulationModel {
  private static let daysAhead: Int64 = 400
  /// After so many chances that come too early, which ones those were says nothing about the next.
  private static let remembered = 64

  /// The first chance of an app refresh from a time on, where the last one came at `last`, or nobody knows when.
  ///
  /// Chances are `refresh.min_gap` apart at least, and as many a day on average as `refresh.per_day` says.
  func refreshOpportunity(
    after last: Instant?, from time: Instant, offset: Int64, _ random: inout RandomStream
  ) -> Instant {
    guard settings.launches.isThrottled, !day.isIdeal else { return time }
    // Near the end of time no day is left to look at.
    guard settings.launches.refreshesPerDay > 0,
      time < .never - offset - (Self.daysAhead + 2) * DailyPattern.day
    else { return .never }
    if var opportunity = last {
      for _ in 0..<Self.remembered {
        opportunity = use(after: opportunity, offset: offset) { length in
          let gaps = RefreshGaps(settings.launches, length)
          return gaps.least + gaps.spread * random.unit()
        }
        // A gap over midnight is rounded twice, and no chance is lost for that.
        if opportunity >= time - 2 { return max(opportunity, time) }
      }
    }
    return use(after: time, offset: offset) { RefreshGaps(settings.launches, $0).rest(random.unit()) }
  }

  /// When the app's part of the day has gone on for so long after a time; `wait` gets how long that part is on the day.
  private func use(after time: Instant, offset: Int64, _ wait: (Int64) -> Double) -> Instant {
    var left: Double?
    var from = time + offset
    let today = DailyPattern.dayNumber(of: from)
    for number in (today - 1)..<(today + Self.daysAhead) {
      let habits = device.foregroundSessions.habits(of: number)
      let start = number * DailyPattern.day + habits.start
      let end = start + habits.length
      guard end > from else { continue }
      // What is left of a wait is a share of the part of the day, which may be longer on the next one.
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

/// The time between two chances, in shares of the part of the day in which the app is used: uniform above the least.
private struct RefreshGaps {
  let least: Double
  /// By how much the longest is longer than the least.
  let spread: Double

  init(_ settings: LaunchSettings, _ length: Int64) {
    let mean = 1 / settings.refreshesPerDay
    least = Double(settings.refreshGap) / Double(length)
    spread = max(0, 2 * (mean - least))
  }

  /// The time to the next chance from any time on, of which `share` of all times have no more.
  func rest(_ share: Double) -> Double {
    let passed = share * (least + spread / 2)
    guard passed > least, spread > 0 else { return passed }
    return least + spread * (1 - max(0, 1 - 2 * (passed - least) / spread).squareRoot())
  }
}
