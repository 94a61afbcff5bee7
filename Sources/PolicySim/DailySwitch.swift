internal import Quantities

/// The parts of each day in which something, such as Wi-Fi, is there.
struct DailyPattern: Sendable {
  fileprivate static let day: Int64 = 86_400_000

  /// When it comes or goes, in milliseconds from midnight, in order; empty where it never changes.
  fileprivate let changes: [Int64]
  /// Whether it is there just before midnight.
  fileprivate let isOnBeforeMidnight: Bool

  /// The union of windows.
  init(_ windows: [ClockWindow]) {
    var isOnByMinute = [Bool](repeating: false, count: ClockWindow.minutesPerDay)
    for window in windows {
      for minute in 0..<window.minutes {
        isOnByMinute[(window.start + minute) % ClockWindow.minutesPerDay] = true
      }
    }
    var changes: [Int64] = []
    var previous = isOnByMinute[ClockWindow.minutesPerDay - 1]
    isOnBeforeMidnight = previous
    for minute in isOnByMinute.indices where isOnByMinute[minute] != previous {
      changes.append(Int64(minute) * 60_000)
      previous = isOnByMinute[minute]
    }
    self.changes = changes
  }
}

/// A daily pattern in the course of a run.
struct DailySwitch: Sendable {
  private let pattern: DailyPattern
  /// The time of day at which the run starts.
  private let offset: Int64

  /// Whether it is there.
  private(set) var isOn: Bool
  /// When that changes next.
  private(set) var nextChange: Instant = .never

  /// The state at the start of a run that begins `offset` milliseconds after midnight.
  init(_ pattern: DailyPattern, startingAt offset: Int64) {
    self.pattern = pattern
    self.offset = offset
    let passed = pattern.changes.count { $0 <= offset }
    isOn = pattern.isOnBeforeMidnight != (passed % 2 == 1)
    nextChange = change(after: 0)
  }

  /// Goes past the change that is due.
  mutating func flip() {
    isOn.toggle()
    nextChange = change(after: nextChange)
  }

  private func change(after now: Instant) -> Instant {
    guard let first = pattern.changes.first else { return .never }
    let time = now + offset
    let midnight = time - time % DailyPattern.day
    let next = pattern.changes.first { midnight + $0 > time } ?? first + DailyPattern.day
    return midnight + next - offset
  }
}
