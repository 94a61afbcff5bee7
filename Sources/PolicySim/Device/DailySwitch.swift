/// A daily pattern in the course of a run.
struct DailySwitch: Sendable {
  private let pattern: DailyPattern
  private let random: RandomHabit
  private let offset: Int64
  /// The index of the next change in its cycle, if the pattern does not vary. `cycleStart` is the start of this cycle.
  private var position = 0
  private var cycleStart: Int64 = 0

  private(set) var isOn: Bool
  /// The time of the next change.
  private(set) var nextChange: Instant = .never
  /// The end of the next presence, which has not begun.
  private var upcomingEnd: Instant = .never

  /// The state at the start of a run that begins `offset` milliseconds after the midnight before a Monday.
  init(_ pattern: DailyPattern, startingAt offset: Int64, _ random: RandomHabit) {
    self.pattern = pattern
    self.random = random
    self.offset = offset
    isOn = pattern.isOnBeforeCycle
    guard !pattern.isVaried else {
      isOn = false
      seek(after: offset)
      if nextChange <= 0 {
        isOn = true
        nextChange = upcomingEnd
      }
      return
    }
    guard !pattern.changes.isEmpty else { return }
    cycleStart = offset - offset % pattern.cycle
    position = pattern.changes.count { cycleStart + $0 <= offset }
    if position % 2 == 1 { isOn.toggle() }
    settle()
  }

  /// Applies the change that is due.
  mutating func flip() {
    isOn.toggle()
    if !pattern.isVaried {
      position += 1
      settle()
    } else if isOn {
      nextChange = upcomingEnd
    } else {
      seek(after: nextChange + offset)
    }
  }

  /// The first presence that ends after a time of the run, which may be a future time; `nil` if there is no such presence.
  func presence(after time: Instant) -> (start: Instant, end: Instant)? {
    pattern.presence(after: time + offset, random).map { ($0.start - offset, $0.end - offset) }
  }

  /// Sets the next change, which is the begin of the next presence, and the end of this presence.
  private mutating func seek(after time: Int64) {
    guard let next = pattern.presence(after: time, random) else {
      nextChange = .never
      return
    }
    // A very long presence is divided, and its next part begins at once.
    nextChange = max(next.start, time) - offset
    upcomingEnd = next.end - offset
  }

  private mutating func settle() {
    if position == pattern.changes.count {
      position = 0
      cycleStart += pattern.cycle
    }
    nextChange = cycleStart + pattern.changes[position] - offset
  }
}
