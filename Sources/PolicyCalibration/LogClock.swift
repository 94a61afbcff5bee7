internal import Quantities

/// Turns the timestamps of a log's lines into times on one clock, which continues past midnight and the end of a year.
struct LogClock {
  private static let day = TimeSpan.secondsPerDay

  private var kind: LogTimestamp.Kind?
  private var last = 0.0
  private var offset = 0.0

  /// The time of a line in seconds on the log's own clock; `nil` if the kind of the line's timestamp differs from the kind of the first
  /// line's timestamp.
  mutating func time(of timestamp: LogTimestamp) -> Double? {
    guard let kind else {
      self.kind = timestamp.kind
      last = timestamp.seconds
      return last
    }
    guard kind == timestamp.kind else { return nil }
    var time = timestamp.seconds + offset
    switch kind {
    case .date: break
    case .clock:
      // Lines are not always in order. A step back of more than half a day means that midnight has passed.
      if time < last - Self.day / 2 {
        offset += Self.day
        time += Self.day
      }
    case .dayOfYear:
      if time < last - 180 * Self.day {
        offset += 366 * Self.day
        time += 366 * Self.day
      }
    }
    last = max(last, time)
    return time
  }
}
