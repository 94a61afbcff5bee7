extension Plan {
  private static let daysAhead: Int64 = 400

  /// The next time at which the system has time for an app refresh: any in the part of the day in which the app is used.
  func refreshChance(from time: Instant, offset: Int64, _ random: inout RandomStream) -> Instant {
    guard settings.launches.isThrottled, !day.isIdeal else { return time }
    let perDay = settings.launches.refreshesPerDay
    guard perDay > 0, time < .never - offset else { return .never }
    // Chances come at random: the time to the next is drawn anew from each, which needs no memory of those before.
    var wait = 2 * random.unit() / perDay
    var from = time + offset
    let today = DailyPattern.dayNumber(of: from)
    for number in (today - 1)..<(today + Self.daysAhead) {
      let habits = device.visits.habits(of: number)
      let length = habits.length
      let start = number * DailyPattern.day + habits.start
      guard start + length > from else { continue }
      let begin = max(start, from)
      let left = Double(start + length - begin) / Double(length)
      if wait < left { return begin + Int64(wait * Double(length)) - offset }
      wait -= left
      from = start + length
    }
    return .never
  }
}
