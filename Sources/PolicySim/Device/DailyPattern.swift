internal import Quantities

/// The hours of a week in which something, such as Wi-Fi, is present.
///
/// Times are milliseconds; time 0 is the midnight before a Monday. A window that extends past midnight belongs
/// to the day on which it begins. All runs share the pattern.
final class DailyPattern: Sendable {
  /// The milliseconds of a day. `TimeSpan` has the same number, but reading a number of another module takes a call.
  static var day: Int64 { 24 * 3_600_000 }
  /// The milliseconds of a week.
  static var week: Int64 { 7 * day }

  /// A part of a day, and the variation of its ends.
  private struct Window: Sendable {
    let start: Int64
    let end: Int64
    /// The most by which either end may be earlier or later; at most half of the length, so that the ends
    /// never cross.
    let variation: Double

    init(_ window: ClockWindow, variation: TimeSpan) {
      start = Int64(window.start) * 60_000
      end = start + Int64(window.minutes) * 60_000
      let isWhole = window.minutes == ClockWindow.minutesPerDay
      self.variation = isWhole ? 0 : Double(min(variation.milliseconds, (end - start) / 2))
    }
  }

  let isVaried: Bool
  /// The period of the usual times: a day or a week.
  let cycle: Int64
  /// The usual times of changes in a cycle, in order; empty if the pattern is always on or always off.
  let changes: [Int64]
  /// Whether the pattern is usually on just before a cycle begins.
  let isOnBeforeCycle: Bool
  private let weekday: [Window]
  private let weekend: [Window]

  /// The pattern with these windows from Monday to Friday, and on Saturday and Sunday. Windows that overlap are merged.
  init(weekday: DayHabits.Windows, weekend: DayHabits.Windows) {
    func windows(_ habit: DayHabits.Windows) -> [Window] {
      habit.usual.map { Window($0, variation: habit.variation) }
    }
    self.weekday = windows(weekday)
    self.weekend = windows(weekend)
    cycle = weekday == weekend ? Self.day : Self.week
    var spans: [(start: Int64, end: Int64)] = []
    for day in 0..<(cycle / Self.day) {
      for window in DeviceDay.isWeekend(day) ? self.weekend : self.weekday {
        let start = day * Self.day + window.start
        let end = day * Self.day + window.end
        spans.append((start, min(end, cycle)))
        if end > cycle { spans.append((0, end - cycle)) }
      }
    }
    spans = Self.union(spans)
    let isOnAtEnd = spans.last?.end == cycle
    let isOnAtStart = spans.first?.start == 0
    var changes: [Int64] = isOnAtEnd && !isOnAtStart ? [0] : []
    for span in spans {
      if span.start > 0 || !isOnAtEnd { changes.append(span.start) }
      if span.end < cycle { changes.append(span.end) }
    }
    self.changes = changes
    isOnBeforeCycle = isOnAtEnd
    // Without changes nothing can vary.
    isVaried = !changes.isEmpty && (self.weekday + self.weekend).contains { $0.variation > 0 }
  }

  /// The same windows every day.
  convenience init(_ windows: [ClockWindow]) {
    self.init(weekday: DayHabits.Windows(usual: windows), weekend: DayHabits.Windows(usual: windows))
  }

  /// The windows of a device's habit.
  convenience init(_ day: DeviceDay, _ habit: KeyPath<DayHabits, DayHabits.Windows>) {
    self.init(weekday: day.weekday[keyPath: habit], weekend: day.weekend[keyPath: habit])
  }

  /// The usual presences of a week.
  var usualPresences: [(start: Int64, end: Int64)] {
    var presences: [(start: Int64, end: Int64)] = []
    var (isOn, last) = (isOnBeforeCycle, 0 as Int64)
    for start in stride(from: 0, to: Self.week, by: Int(cycle)) {
      for change in changes {
        if isOn { presences.append((last, Int64(start) + change)) }
        isOn.toggle()
        last = Int64(start) + change
      }
    }
    if isOn { presences.append((last, Self.week)) }
    return presences
  }

  /// Sorts spans, and merges spans that touch or overlap.
  private static func union(_ spans: [(start: Int64, end: Int64)]) -> [(start: Int64, end: Int64)] {
    var result: [(start: Int64, end: Int64)] = []
    for span in spans.sorted(by: { $0.start < $1.start }) {
      if let last = result.last, span.start <= last.end {
        result[result.count - 1].end = max(last.end, span.end)
      } else {
        result.append(span)
      }
    }
    return result
  }

  // MARK: - Days that vary

  /// The start and end of a window of a day in a run; `nil` if the window can't end after `time` and begin before `limit`.
  @inline(__always)
  private func span(
    _ window: Window, at index: Int, of day: Int64, _ random: RandomHabit, after time: Int64,
    before limit: Int64
  ) -> (start: Int64, end: Int64)? {
    var start = day * Self.day + window.start
    var end = day * Self.day + window.end
    guard window.variation > 0 else { return (start, end) }
    // Most windows are too early or too late, whatever their random numbers are.
    let most = Int64(window.variation)
    guard end + most > time, start - most <= limit else { return nil }
    let random = random.day(day)
    start += Int64(window.variation * random.deviation(2 * index))
    end += Int64(window.variation * random.deviation(2 * index + 1))
    return (start, end)
  }

  /// The presence that lasts beyond `time`, or else the next presence; `nil` if there is no later presence.
  func presence(after time: Int64, _ random: RandomHabit) -> (start: Int64, end: Int64)? {
    guard var span = nextSpan(after: time, random) else { return nil }
    while span.end - span.start < 8 * Self.week, let end = laterEnd(of: span, random) { span.end = end }
    return span
  }

  private func nextSpan(after time: Int64, _ random: RandomHabit) -> (start: Int64, end: Int64)? {
    var isFound = false
    var (first, last) = (Instant.never, Instant.never)
    // A window ends at most 60 hours after the midnight at which its day begins, and starts at most 12 hours before this
    // midnight.
    let today = Self.dayNumber(of: time)
    var day = today - 3
    while day <= today + 9, !isFound || day * Self.day - Self.day / 2 <= first {
      let windows = DeviceDay.isWeekend(day) ? weekend : weekday
      for index in windows.indices {
        guard
          let (start, end) = span(windows[index], at: index, of: day, random, after: time, before: first),
          end > time, end > start, !isFound || start < first
        else { continue }
        (isFound, first, last) = (true, start, end)
      }
      day += 1
    }
    return isFound ? (first, last) : nil
  }

  /// The later end of a presence that other windows continue; `nil` if no window continues the presence.
  private func laterEnd(of span: (start: Int64, end: Int64), _ random: RandomHabit) -> Int64? {
    var result = span.end
    let last = Self.dayNumber(of: span.end)
    for day in (last - 3)...(last + 1) {
      let windows = DeviceDay.isWeekend(day) ? weekend : weekday
      for index in windows.indices {
        guard
          let (start, end) = self.span(
            windows[index], at: index, of: day, random, after: result, before: result),
          start <= result, end > result
        else { continue }
        result = end
      }
    }
    return result > span.end ? result : nil
  }

  static func dayNumber(of time: Int64) -> Int64 {
    time >= 0 ? time / day : -((-time + day - 1) / day)
  }
}
