internal import Quantities

/// When the user has the app open.
struct Visits: Sendable {
  private static let day: Int64 = 86_400_000

  private let plan: DeviceDay
  private let offset: Int64
  private var random: RandomStream
  private var upcoming: [(start: Instant, end: Instant)] = []
  private var position = 0
  private var nextDay: Int64 = 0

  /// Whether the app is open.
  private(set) var isOpen = false
  /// When that changes next.
  private(set) var nextChange: Instant = .never

  /// The visits of a run that begins `offset` milliseconds after midnight.
  init(_ plan: DeviceDay, startingAt offset: Int64, random: RandomStream) {
    self.plan = plan
    self.offset = offset
    self.random = random
    if let exact = plan.exactVisits {
      upcoming = exact
      nextDay = .max
    }
    advance()
  }

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
    while position >= upcoming.count {
      guard nextDay != .max, plan.visitsPerDay > 0 else {
        nextChange = .never
        return
      }
      draw()
    }
    nextChange = upcoming[position].start
  }

  /// Draws the visits of a day: about so many, each at any time of the window.
  private mutating func draw() {
    let midnight = nextDay * Self.day - offset
    nextDay += 1
    let whole = Int(plan.visitsPerDay)
    let count = whole + (random.unit() < plan.visitsPerDay - Double(whole) ? 1 : 0)
    let window = plan.visitWindow
    var visits: [(start: Instant, end: Instant)] = []
    for _ in 0..<count {
      let start = midnight + (Int64(window.start) * 60_000 + random.below(Int64(window.minutes) * 60_000))
      let length = Double(plan.visitDuration.milliseconds) * random.uniform(0.5...1.5)
      visits.append((start, start + max(1, Int64(length))))
    }
    visits.sort { $0.start < $1.start }
    for visit in visits where visit.start > 0 {
      // A visit that begins in another one is the same visit.
      let earliest = upcoming.last.map { $0.end + 1 } ?? 0
      if visit.start > earliest { upcoming.append(visit) }
    }
    // What lies behind need not be kept.
    if position > 64 {
      upcoming.removeFirst(position)
      position = 0
    }
  }
}
