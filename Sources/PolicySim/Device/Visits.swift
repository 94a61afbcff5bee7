internal import Quantities

/// The visits that are usual on a kind of day, in the units of a run.
struct VisitHabits: Sendable {
  /// How many there are at least, and how likely one more is.
  fileprivate let whole: Int
  fileprivate let rest: Double
  /// When the part of the day that has visits begins, and how long it is.
  let start: Int64
  let length: Int64
  /// By how much either end of it comes earlier or later.
  fileprivate let amplitude: Double
  /// How long a visit lasts on average.
  fileprivate let duration: Double
  fileprivate let forceQuitShare: Double

  /// What a day's habits come to.
  fileprivate init(_ habits: DayHabits) {
    let perDay = habits.visits.usual.isEmpty ? 0 : habits.visitsPerDay
    let window = habits.visits.usual.first ?? .wholeDay
    whole = Int(perDay)
    rest = perDay - Double(whole)
    start = Int64(window.start) * 60_000
    length = Int64(window.minutes) * 60_000
    let isWhole = window.minutes == ClockWindow.minutesPerDay
    amplitude = isWhole ? 0 : min(Double(habits.visits.variation.milliseconds), Double(length / 2))
    duration = Double(habits.visitDuration.milliseconds)
    forceQuitShare = habits.forceQuitShare
  }
}

/// The visits that are usual in a week, or those whose times the policy gives.
struct VisitPlan: Sendable {
  fileprivate let weekday: VisitHabits
  fileprivate let weekend: VisitHabits
  fileprivate let exact: [(start: Instant, end: Instant)]?
  /// By how much exact visits come earlier or later.
  fileprivate let exactVariation: Double
  /// Whether there are any at all.
  fileprivate let hasVisits: Bool

  /// The visits that are usual on a day, by its number; day 0 is a Monday.
  @inline(__always)
  func habits(of day: Int64) -> VisitHabits { DeviceDay.isWeekend(day) ? weekend : weekday }

  /// The visits of a device's days.
  init(_ day: DeviceDay) {
    weekday = VisitHabits(day.weekday)
    weekend = VisitHabits(day.weekend)
    exact = day.exactVisits
    exactVariation = day.isIdeal ? 0 : Double(day.exactVisitVariation.milliseconds)
    hasVisits = max(day.weekday.visitsPerDay, day.weekend.visitsPerDay) > 0
  }
}

/// When the user has the app open.
struct Visits: Sendable {
  /// A time in which the app is open.
  private struct Visit: Sendable {
    var start: Instant
    var end: Instant
    /// Whether the user ends the app after it.
    var endsInForceQuit: Bool
  }

  private let weekday: VisitHabits
  private let weekend: VisitHabits
  private let hasVisits: Bool
  private let offset: Int64
  private let random: RandomHabit
  /// The visits of a day in order, and which of them is on or comes next.
  private var upcoming: [Visit] = []
  private var position = 0
  private var nextDay: Int64
  /// When the last visit that was drawn ends.
  private var lastEnd: Instant = -1

  /// Whether the app is open.
  private(set) var isOpen = false
  /// When that changes next.
  private(set) var nextChange: Instant = .never

  /// The visits of a run that begins `offset` milliseconds after the midnight before a Monday.
  init(_ day: DeviceDay, startingAt offset: Int64, _ random: RandomHabit) {
    self.init(VisitPlan(day), startingAt: offset, random)
  }

  /// The visits of a run that begins `offset` milliseconds after the midnight before a Monday.
  init(_ plan: VisitPlan, startingAt offset: Int64, _ random: RandomHabit) {
    weekday = plan.weekday
    weekend = plan.weekend
    hasVisits = plan.hasVisits
    self.offset = offset
    self.random = random
    nextDay = DailyPattern.dayNumber(of: offset)
    if let exact = plan.exact {
      upcoming = visits(at: exact, variation: plan.exactVariation)
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
      guard nextDay != .max, hasVisits, emptyDays < 10_000 else {
        nextChange = .never
        return
      }
      draw()
      emptyDays += 1
    }
    nextChange = upcoming[position].start
  }

  /// Visits whose times the policy gives, each as much earlier or later as it lets them be.
  private func visits(at exact: [(start: Instant, end: Instant)], variation: Double) -> [Visit] {
    var visits: [Visit] = []
    for (index, visit) in exact.enumerated() {
      let shift = variation > 0 ? Int64(variation * random.deviation(day: -1, place: 2 * index)) : 0
      let start = max(0, visit.start.later(by: shift))
      visits.append(
        Visit(
          start: start, end: max(start.later(by: 1), visit.end.later(by: shift)),
          endsInForceQuit: random.unit(day: -1, place: 2 * index + 1) < weekday.forceQuitShare))
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
    let number = nextDay
    nextDay += 1
    upcoming.removeAll(keepingCapacity: true)
    position = 0
    let habits = DeviceDay.isWeekend(number) ? weekend : weekday
    let day = random.day(number)
    let count = habits.whole + (habits.rest > 0 && day.unit(0) < habits.rest ? 1 : 0)
    guard count > 0 else { return }
    var first = number * DailyPattern.day - offset + habits.start
    var span = Double(max(1, habits.length))
    if habits.amplitude > 0 {
      let shift = Int64(habits.amplitude * day.deviation(1))
      first += shift
      span = Double(max(1, habits.length + Int64(habits.amplitude * day.deviation(2)) - shift))
    }
    upcoming.reserveCapacity(count)
    for index in 0..<count {
      let place = 3 + 3 * index
      let start = first + Int64(span * day.unit(place))
      let duration = habits.duration * (0.5 + day.unit(place + 1))
      upcoming.append(
        Visit(
          start: start, end: start.later(by: max(1, Int64(min(duration, 1e15)))),
          endsInForceQuit: habits.forceQuitShare > 0 && day.unit(place + 2) < habits.forceQuitShare))
    }
    upcoming.sortFew { $0.start < $1.start }
    separate()
  }

  /// Leaves out what begins before the run, and what begins in another visit, which is the same visit.
  private mutating func separate() {
    var kept = 0
    for place in upcoming.indices {
      let visit = upcoming[place]
      guard visit.start > 0, visit.start > lastEnd.later(by: 1) else { continue }
      upcoming[kept] = visit
      kept += 1
      lastEnd = visit.end
    }
    upcoming.removeLast(upcoming.count - kept)
  }
}

extension Array {
  /// Puts elements in order, equal ones in that which they have; those that are few, by hand, which is sooner.
  @inline(__always)
  mutating func sortFew(by isBefore: (Element, Element) -> Bool) {
    guard count <= 32 else { return sort(by: isBefore) }
    withUnsafeMutableBufferPointer { elements in
      var index = 1
      while index < elements.count {
        let element = elements[index]
        var place = index
        while place > 0, isBefore(element, elements[place - 1]) {
          elements[place] = elements[place - 1]
          place -= 1
        }
        elements[place] = element
        index += 1
      }
    }
  }
}
