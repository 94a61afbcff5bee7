internal import Quantities

/// The foreground sessions of a kind of day, in the units of a run.
struct ForegroundSessionHabits: Sendable {
  /// The number of certain sessions of a day, and the probability of an additional session.
  fileprivate let whole: Int
  fileprivate let rest: Double
  /// The start and the length of the part of the day that has sessions.
  let start: Int64
  let length: Int64
  /// The most by which either end of this part may be earlier or later than usual.
  fileprivate let amplitude: Double
  fileprivate let duration: Double
  fileprivate let forceQuitShare: Double

  fileprivate init(_ habits: DayHabits) {
    let perDay = habits.foregroundSessions.usual.isEmpty ? 0 : habits.visitsPerDay
    let window = habits.foregroundSessions.usual.first ?? .wholeDay
    whole = Int(perDay)
    rest = perDay - Double(whole)
    start = Int64(window.start) * 60_000
    length = Int64(window.minutes) * 60_000
    let isWhole = window.minutes == ClockWindow.minutesPerDay
    amplitude =
      isWhole ? 0 : min(Double(habits.foregroundSessions.variation.milliseconds), Double(length / 2))
    duration = Double(habits.visitDuration.milliseconds)
    forceQuitShare = habits.forceQuitShare
  }
}

/// The foreground sessions of a week: random sessions, or sessions at exact times that the policy gives.
struct ForegroundSessionModel: Sendable {
  fileprivate let weekday: ForegroundSessionHabits
  fileprivate let weekend: ForegroundSessionHabits
  fileprivate let exact: [(start: Instant, end: Instant)]?
  /// The most by which exact sessions may be earlier or later than given.
  fileprivate let exactVariation: Double
  fileprivate let hasForegroundSessions: Bool

  /// The usual number of sessions of a day, rounded up; at least one.
  let mostPerDay: Int64
  /// The share of sessions at which a run records the age of the content: two sessions a day are enough for the distribution
  /// of ages.
  var notedShare: Double { min(1, 2 / Double(mostPerDay)) }

  /// The sessions of a day by its number; day 0 is a Monday.
  @inline(__always)
  func habits(of day: Int64) -> ForegroundSessionHabits { DeviceDay.isWeekend(day) ? weekend : weekday }

  init(_ day: DeviceDay) {
    weekday = ForegroundSessionHabits(day.weekday)
    weekend = ForegroundSessionHabits(day.weekend)
    exact = day.exactForegroundSessions
    exactVariation = day.isIdeal ? 0 : Double(day.exactForegroundSessionVariation.milliseconds)
    let perDay = max(day.weekday.visitsPerDay, day.weekend.visitsPerDay)
    hasForegroundSessions = perDay > 0
    let most = day.exactForegroundSessions.map { Double($0.count) } ?? perDay
    mostPerDay = Int64(min(max(1, most.rounded(.up)), 1_000_000))
  }
}

/// The times at which the user has the app open, in the course of a run.
struct ForegroundSessions: Sendable {
  private struct ForegroundSession: Sendable {
    var start: Instant
    var end: Instant
    var endsInForceQuit: Bool
  }

  private let weekday: ForegroundSessionHabits
  private let weekend: ForegroundSessionHabits
  private let hasForegroundSessions: Bool
  private let offset: Int64
  private let random: RandomHabit
  /// The sessions of the drawn days in order; `position` is the index of the current or next session.
  private var upcoming: [ForegroundSession] = []
  private var position = 0
  private var nextDay: Int64
  private var lastEnd: Instant = -1

  private(set) var isOpen = false
  /// The time of the next change.
  private(set) var nextChange: Instant = .never

  /// The sessions of a run that begins `offset` milliseconds after the midnight before a Monday.
  init(_ day: DeviceDay, startingAt offset: Int64, _ random: RandomHabit) {
    self.init(ForegroundSessionModel(day), startingAt: offset, random)
  }

  /// The sessions of a run that begins `offset` milliseconds after the midnight before a Monday.
  init(_ model: ForegroundSessionModel, startingAt offset: Int64, _ random: RandomHabit) {
    weekday = model.weekday
    weekend = model.weekend
    hasForegroundSessions = model.hasForegroundSessions
    self.offset = offset
    self.random = random
    nextDay = DailyPattern.dayNumber(of: offset)
    if let exact = model.exact {
      upcoming = visits(at: exact, variation: model.exactVariation)
      nextDay = .max
    }
    advance()
  }

  /// Whether the current or next session ends with a force quit.
  var endsInForceQuit: Bool { position < upcoming.count && upcoming[position].endsInForceQuit }

  /// Applies the change that is due.
  mutating func flip() {
    if isOpen {
      isOpen = false
      position += 1
      advance()
    } else {
      isOpen = true
      nextChange = upcoming[position].end
    }
  }

  /// The start of the session that follows the next `number` sessions; `never` if the user has fewer sessions.
  func start(after number: Int64) -> Instant {
    var copy = self
    for _ in 0..<number where copy.nextChange < .never {
      copy.flip()
      copy.flip()
    }
    return copy.nextChange
  }

  /// Finds the next session. Draws the sessions of further days until a day has a session.
  private mutating func advance() {
    var emptyDays = 0
    while position >= upcoming.count {
      // Rare sessions may be many days away, but the search has to end.
      guard nextDay != .max, hasForegroundSessions, emptyDays < 10_000 else {
        nextChange = .never
        return
      }
      draw()
      emptyDays += 1
    }
    nextChange = upcoming[position].start
  }

  /// The end of the last session before the run; `nil` if the user had no session in the last `days` days. A user with exact
  /// sessions has just used the app.
  func lastEndBeforeStart(days: Int64) -> Instant? {
    guard nextDay != .max else { return 0 }
    guard hasForegroundSessions else { return nil }
    let today = DailyPattern.dayNumber(of: offset)
    for number in stride(from: today, through: today - days, by: -1) {
      guard let plan = plan(of: number) else { continue }
      let ends = (0..<plan.count).map { session($0, of: plan) }.filter { $0.start <= 0 }.map(\.end)
      if let last = ends.max() { return min(0, last) }
    }
    return nil
  }

  /// Sessions at exact times, each earlier or later within the variation.
  private func visits(at exact: [(start: Instant, end: Instant)], variation: Double) -> [ForegroundSession] {
    var visits: [ForegroundSession] = []
    for (index, visit) in exact.enumerated() {
      let shift = variation > 0 ? Int64(variation * random.deviation(day: -1, index: 2 * index)) : 0
      let start = max(0, visit.start.later(by: shift))
      visits.append(
        ForegroundSession(
          start: start, end: max(start.later(by: 1), visit.end.later(by: shift)),
          endsInForceQuit: random.unit(day: -1, index: 2 * index + 1) < weekday.forceQuitShare))
    }
    guard variation > 0 else { return visits }
    var separate: [ForegroundSession] = []
    for visit in visits.sorted(by: { $0.start < $1.start }) {
      if let last = separate.last, visit.start <= last.end {
        separate[separate.count - 1].end = max(last.end, visit.end)
      } else {
        separate.append(visit)
      }
    }
    return separate
  }

  /// The sessions of a day before their times are drawn.
  private struct DayPlan {
    let habits: ForegroundSessionHabits
    let day: RandomHabit.Day
    let count: Int
    let first: Int64
    let span: Double
  }

  /// The sessions of a day by the day's number; `nil` if the day has no sessions.
  @inline(__always)
  private func plan(of number: Int64) -> DayPlan? {
    let habits = DeviceDay.isWeekend(number) ? weekend : weekday
    let day = random.day(number)
    let count = habits.whole + (habits.rest > 0 && day.unit(0) < habits.rest ? 1 : 0)
    guard count > 0 else { return nil }
    var first = number * DailyPattern.day - offset + habits.start
    var span = Double(max(1, habits.length))
    if habits.amplitude > 0 {
      let shift = Int64(habits.amplitude * day.deviation(1))
      first += shift
      span = Double(max(1, habits.length + Int64(habits.amplitude * day.deviation(2)) - shift))
    }
    return DayPlan(habits: habits, day: day, count: count, first: first, span: span)
  }

  /// A session of a day, at a random time of the day's window.
  @inline(__always)
  private func session(_ index: Int, of plan: DayPlan) -> ForegroundSession {
    let number = 3 + 3 * index
    let start = plan.first + Int64(plan.span * plan.day.unit(number))
    let duration = plan.habits.duration * (0.5 + plan.day.unit(number + 1))
    let quits = plan.habits.forceQuitShare
    return ForegroundSession(
      start: start, end: start.later(by: max(1, Int64(min(duration, 1e15)))),
      endsInForceQuit: quits > 0 && plan.day.unit(number + 2) < quits)
  }

  /// Draws the sessions of the next day.
  private mutating func draw() {
    let number = nextDay
    nextDay += 1
    upcoming.removeAll(keepingCapacity: true)
    position = 0
    guard let plan = plan(of: number) else { return }
    upcoming.reserveCapacity(plan.count)
    for index in 0..<plan.count { upcoming.append(session(index, of: plan)) }
    upcoming.sortFew { $0.start < $1.start }
    separate()
  }

  /// Drops sessions that begin before the run or during another session.
  private mutating func separate() {
    var kept = 0
    for index in upcoming.indices {
      let visit = upcoming[index]
      guard visit.start > 0, visit.start > lastEnd.later(by: 1) else { continue }
      upcoming[kept] = visit
      kept += 1
      lastEnd = visit.end
    }
    upcoming.removeLast(upcoming.count - kept)
  }
}
