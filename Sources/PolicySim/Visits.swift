internal import Quantities

/// When the user has the app open.
struct Visits: Sendable {
  private static let day = DailyPattern.day

  /// A time in which the app is open.
  private struct Visit: Sendable {
    var start: Instant
    var end: Instant
    /// Whether the user ends the app after it.
    var endsInForceQuit: Bool
  }

  private let plan: DeviceDay
  private let offset: Int64
  private let random: RandomHabit
  private var upcoming: [Visit] = []
  private var position = 0
  private var nextDay: Int64

  /// Whether the app is open.
  private(set) var isOpen = false
  /// When that changes next.
  private(set) var nextChange: Instant = .never

  /// The visits of a run that begins `offset` milliseconds after the midnight before a Monday.
  init(_ plan: DeviceDay, startingAt offset: Int64, _ random: RandomHabit) {
    self.plan = plan
    self.offset = offset
    self.random = random
    nextDay = DailyPattern.dayNumber(of: offset)
    if let exact = plan.exactVisits {
      upcoming = visits(at: exact)
      nextDay = .max
    }
    advance()
  }

  /// Whether the user ends the app after the visit that is on, or the next one.
  var endsInForceQuit: Bool { position < upcoming.count && upcoming[position].endsInForceQuit }

  /// Goes past the change that is due.
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

  /// Finds the next visit, drawing days until there is one.
  private mutating func advance() {
    var emptyDays = 0
    while position >= upcoming.count {
      // Rare visits take many days to come, but not forever.
      guard nextDay != .max, max(plan.weekday.visitsPerDay, plan.weekend.visitsPerDay) > 0, emptyDays < 10_000
      else {
        nextChange = .never
        return
      }
      draw()
      emptyDays += 1
    }
    nextChange = upcoming[position].start
  }

  /// Visits whose times the policy gives, each as much earlier or later as it lets them be.
  private func visits(at exact: [(start: Instant, end: Instant)]) -> [Visit] {
    let variation = plan.isIdeal ? 0 : Double(plan.exactVisitVariation.milliseconds)
    var visits: [Visit] = []
    for (index, visit) in exact.enumerated() {
      let shift = variation > 0 ? Int64(variation * random.deviation(day: -1, place: 2 * index)) : 0
      let start = max(0, visit.start.later(by: shift))
      visits.append(
        Visit(
          start: start, end: max(start + 1, visit.end.later(by: shift)),
          endsInForceQuit: random.unit(day: -1, place: 2 * index + 1) < plan.weekday.forceQuitShare))
    }
    guard variation > 0 else { return visits }
    var separate: [Visit] = []
    for visit in visits.sorted(by: { $0.start < $1.start }) {
      if let last = separate.last, visit.start <= last.end {
        separate[separate.count - 1].end = max(last.end, visit.end)
      } else {
        separate.append(visit)
      }
    }
    return separate
  }

  /// Draws the visits of a day: about so many, each at any time of the window.
  private mutating func draw() {
    let day = nextDay
    nextDay += 1
    let habits = plan.habits(of: day)
    let midnight = day * Self.day - offset
    let whole = Int(habits.visitsPerDay)
    let count = whole + (random.unit(day: day, place: 0) < habits.visitsPerDay - Double(whole) ? 1 : 0)
    guard count > 0, let window = habits.visits.usual.first else { return }
    let variation = Double(habits.visits.variation.milliseconds)
    let length = Int64(window.minutes) * 60_000
    let amplitude = min(variation, Double(length / 2))
    let isWhole = window.minutes == ClockWindow.minutesPerDay
    let shifts = (1...2).map {
      isWhole ? 0 : Int64(amplitude * random.deviation(day: day, place: $0))
    }
    let first = midnight + Int64(window.start) * 60_000 + shifts[0]
    let span = Double(max(1, length + shifts[1] - shifts[0]))
    var visits: [Visit] = []
    visits.reserveCapacity(count)
    for index in 0..<count {
      let place = 3 + 3 * index
      let start = first + Int64(span * random.unit(day: day, place: place))
      let duration =
        Double(habits.visitDuration.milliseconds) * (0.5 + random.unit(day: day, place: place + 1))
      visits.append(
        Visit(
          start: start, end: start.later(by: max(1, Int64(min(duration, 1e15)))),
          endsInForceQuit: random.unit(day: day, place: place + 2) < habits.forceQuitShare))
    }
    visits.sort { $0.start < $1.start }
    // What lies behind need not be kept.
    if position > 64 {
      upcoming.removeFirst(position)
      position = 0
    }
    for visit in visits where visit.start > 0 {
      // A visit that begins in another one is the same visit.
      let earliest = upcoming.last.map { $0.end + 1 } ?? 0
      if visit.start > earliest { upcoming.append(visit) }
    }
  }
}
