internal import Quantities

/// What is usually left in a battery at each time of a week.
struct BatteryPattern: Sendable {
  private static let hour = 3_600_000.0

  /// The share that a millisecond off power takes.
  fileprivate let drain: Double
  /// The share that a millisecond on power gives.
  fileprivate let charge: Double
  private let charging: DailyPattern
  /// What is left at each of the times at which the device is usually put on power or taken off.
  private let levels: [Double]
  private let levelAtStart: Double?

  /// A battery of a device that is on power at these times.
  ///
  /// What is never on power is filled at times that nobody tells, so it does not run empty either.
  init(_ habits: BatteryHabits, charging: DailyPattern) {
    let isNeverFilled = charging.changes.isEmpty && !charging.isOnBeforeCycle
    drain = isNeverFilled ? 0 : habits.drainPerHour / Self.hour
    charge = habits.chargePerHour / Self.hour
    self.charging = charging
    levelAtStart = habits.levelAtStart
    var levels = [Double](repeating: 1, count: charging.changes.count)
    // What it was at first is forgotten after a few cycles.
    var level = 1.0
    var last = charging.changes.last.map { $0 - charging.cycle } ?? 0
    var isOn = charging.isOnBeforeCycle
    for _ in 0..<(3 * (charging.cycle == DailyPattern.day ? 7 : 1)) {
      for (index, change) in charging.changes.enumerated() {
        level = Self.level(level, after: change - last, isOn ? charge : -drain)
        levels[index] = level
        isOn.toggle()
        last = change
      }
      last -= charging.cycle
    }
    self.levels = levels
  }

  /// What is left at the start of a run that begins `offset` milliseconds after the midnight before a Monday.
  func level(at offset: Int64) -> Double {
    if let levelAtStart { return levelAtStart }
    guard let last = charging.changes.last, let lastLevel = levels.last else { return 1 }
    let time = offset % charging.cycle
    let passed = charging.changes.count { $0 <= time }
    let isOn = charging.isOnBeforeCycle != (passed % 2 == 1)
    let since = passed > 0 ? time - charging.changes[passed - 1] : time - (last - charging.cycle)
    return Self.level(passed > 0 ? levels[passed - 1] : lastLevel, after: since, isOn ? charge : -drain)
  }

  fileprivate static func level(_ level: Double, after time: Int64, _ rate: Double) -> Double {
    min(1, max(0, level + Double(time) * rate))
  }
}

/// A battery in the course of a run.
struct Battery: Sendable {
  /// The share that a millisecond off power takes, and the one that a millisecond on power gives.
  private let drain: Double
  private let charge: Double
  /// The share at and below which it counts as low.
  private let critical: Double
  private var levelThen: Double
  private var then: Instant = 0
  private var isCharging: Bool

  /// Whether so little is left that the system does the most necessary only.
  private(set) var isLow: Bool
  /// When that changes next, unless the device is put on power or taken off before.
  private(set) var nextChange: Instant = .never

  /// The battery at the start of a run.
  init(_ pattern: BatteryPattern, critical: Double, startingAt offset: Int64, isCharging: Bool) {
    drain = pattern.drain
    charge = pattern.charge
    self.critical = critical
    self.isCharging = isCharging
    levelThen = pattern.level(at: offset)
    isLow = levelThen < critical
    settle()
  }

  /// The share that is left.
  func level(at now: Instant) -> Double { BatteryPattern.level(levelThen, after: now - then, rate) }

  /// Takes note that the device is put on power or taken off.
  mutating func setCharging(_ isCharging: Bool, at now: Instant) {
    levelThen = level(at: now)
    then = now
    self.isCharging = isCharging
    settle()
  }

  /// Goes past the change that is due.
  mutating func flip() {
    levelThen = critical
    then = nextChange
    isLow.toggle()
    nextChange = .never
  }

  private var rate: Double { isCharging ? charge : -drain }

  private mutating func settle() {
    nextChange = .never
    guard isLow == isCharging, rate != 0 else { return }
    let wait = (critical - levelThen) / rate
    guard wait < 1e15 else { return }
    nextChange = then.later(by: max(0, Int64(wait.rounded(.up))))
  }
}
