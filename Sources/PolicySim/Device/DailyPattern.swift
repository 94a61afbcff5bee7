internal import Quantities

/// The parts of a week's days in which something, such as Wi-Fi, is there.
///
/// Times are milliseconds; time 0 is the midnight before a Monday. A window that reaches past midnight belongs to the day
/// on which it begins. All runs share it.
final class DailyPattern: Sendable {
  static let day: Int64 = 86_400_000
  static let week = 7 * day

  /// A part of a day and how far its ends may move.
  private struct Window: Sendable {
    let start: Int64
    let end: Int64
    /// By how much either end comes earlier or later; at most half of the length, so that they never pass each other.
    let variation: Double

    init(_ window: ClockWindow, variation: TimeSpan) {
      start = Int64(window.start) * 60_000
      end = start + Int64(window.minutes) * 60_000
      let isWhole = window.minutes == ClockWindow.minutesPerDay
      self.variation = isWhole ? 0 : Double(min(variation.milliseconds, (end - start) / 2))
    }
  }

  /// Whether its times move from day to day.
  let isVaried: Bool
  /// After how long the usual times repeat: a day or a week.
  let cycle: Int64
  /// When it usually comes or goes, in a cycle, in order; empty where it never changes.
  let changes: [Int64]
  /// Whether it is usually there just before a cycle.
  let isOnBeforeCycle: Bool
  private let weekday: [Window]
  private let weekend: [Window]

  /// The union of windows from Monday to Friday, and of those of Saturday and Sunday.
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
    // What never changes has nothing that could vary.
    isVaried = !changes.isEmpty && (self.weekday + self.weekend).contains { $0.variation > 0 }
  }

  /// The same parts of every day.
  convenience init(_ windows: [ClockWindow]) {
    self.init(weekday: DayHabits.Windows(usual: windows), weekend: DayHabits.Windows(usual: windows))
  }

  /// A habit of a device.
  convenience init(_ day: DeviceDay, _ habit: KeyPath<DayHabits, DayHabits.Windows>) {
    self.init(weekday: day.weekday[keyPath: habit], weekend: day.weekend[keyPath: habit])
  }

  /// Spans in order, those that touch as one.
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

  /// When a window of a day begins and ends in a run; `nil` where it cannot end after one time and begin before another.
  @inline(__always)
  private func span(
    _ window: Window, at index: Int, of day: Int64, _ random: RandomHabit, after time: Int64,
    before limit: Int64
  ) -> (start: Int64, end: Int64)? {
    var start = day * Self.day + window.start
    var end = day * Self.day + window.end
    guard window.variation > 0 else { return (start, end) }
    // Most windows are out of the question whatever their random numbers are.
    let most = Int64(window.variation)
    guard end + most > time, start - most <= limit else { return nil }
    let random = random.day(day)
    start += Int64(window.variation * random.deviation(2 * index))
    end += Int64(window.variation * random.deviation(2 * index + 1))
    return (start, end)
  }

  /// The first time after `time` at which it is there, until it is gone: the one that goes on, or else the next; `nil`
  /// where it does not come again.
  func presence(after time: Int64, _ random: RandomHabit) -> (start: Int64, end: Int64)? {
    guard var span = nextSpan(after: time, random) else { return nil }
    while span.end - span.start < 8 * Self.week, let end = laterEnd(of: span, random) { span.end = end }
    return span
  }

  private func nextSpan(after time: Int64, _ random: RandomHabit) -> (start: Int64, end: Int64)? {
    var isFound = false
    var (first, last) = (Instant.never, Instant.never)
    // No end is more than 60 hours after its day's midnight, and no start more than 12 hours before it.
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

  /// Until when it goes on after what seemed to be its end; `nil` where it doesn't.
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

  /// The day that a time lies in.
  static func dayNumber(of time: Int64) -> Int64 {
    time >= 0 ? time / day : -((-time + day - 1) / day)
  }
}
