internal import Quantities

/// The usual charge of a battery over a week.
struct BatteryPattern: Sendable {
  private static let hour = 3_600_000.0

  /// The share of a full charge that a millisecond off power takes.
  fileprivate let drain: Double
  /// The share of a full charge that a millisecond on power gives.
  fileprivate let charge: Double
  private let charging: DailyPattern
  /// The charge at each time at which the device is usually plugged in or unplugged.
  private let levels: [Double]
  private let levelAtStart: Double?

  /// The battery of a device with these charging hours.
  ///
  /// A device without charging hours is assumed to be charged at unknown times, so it never runs empty.
  init(_ habits: BatteryHabits, charging: DailyPattern) {
    let isNeverFilled = charging.changes.isEmpty && !charging.isOnBeforeCycle
    drain = isNeverFilled ? 0 : habits.drainPerHour / Self.hour
    charge = habits.chargePerHour / Self.hour
    self.charging = charging
    levelAtStart = habits.levelAtStart
    var levels = [Double](repeating: 1, count: charging.changes.count)
    // The initial charge no longer matters after a few cycles.
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

  /// The charge at the start of a run that begins `offset` milliseconds after the midnight before a Monday.
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
  private let drain: Double
  private let charge: Double
  /// The charge, as a share of a full battery, at which the battery becomes low, or is no longer low.
  private let critical: Double
  private var levelThen: Double
  private var then: Instant = 0
  private var isCharging: Bool

  /// Whether the charge is so low that the system does only essential work.
  private(set) var isLow: Bool
  /// The time of the next change, unless the device is plugged in or unplugged before.
  private(set) var nextChange: Instant = .never

  init(_ pattern: BatteryPattern, critical: Double, startingAt offset: Int64, isCharging: Bool) {
    drain = pattern.drain
    charge = pattern.charge
    self.critical = critical
    self.isCharging = isCharging
    levelThen = pattern.level(at: offset)
    isLow = levelThen < critical
    settle()
  }

  /// The current charge.
  func level(at now: Instant) -> Double { BatteryPattern.level(levelThen, after: now - then, rate) }

  /// Starts or ends charging.
  mutating func setCharging(_ isCharging: Bool, at now: Instant) {
    levelThen = level(at: now)
    then = now
    self.isCharging = isCharging
    settle()
  }

  /// Applies the change that is due.
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
