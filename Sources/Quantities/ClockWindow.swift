/// A time window of each day, which may extend past midnight.
package struct ClockWindow: Hashable, Sendable {
  /// The start, in minutes from midnight, 0 to 1439.
  package let start: Int
  /// The end, in minutes from midnight, 1 to 1440; at or before `start` if the window extends past midnight.
  package let end: Int

  /// A window between two times in minutes from midnight.
  package init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  /// The length of the window in minutes.
  package var minutes: Int {
    end > start ? end - start : end + Self.minutesPerDay - start
  }

  /// The window from midnight to midnight.
  package static let wholeDay = ClockWindow(start: 0, end: minutesPerDay)

  /// The minutes of a day: 1,440. This is also the end of a window that ends at midnight.
  package static let minutesPerDay = 24 * 60
}

extension ClockWindow: LosslessStringConvertible {
  /// Parses a window such as `19:00-07:00`; `00:00-24:00` is the whole day, and two equal times are not valid.
  package init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = Self.minutes(parts[0]), let end = Self.minutes(parts[1]),
      start < Self.minutesPerDay, start != end, !(end == 0 && start == 0)
    else { return nil }
    self.init(start: start, end: end == 0 ? Self.minutesPerDay : end)
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60,
      hour < 24 || (hour == 24 && minute == 0)
    else { return nil }
    return hour * 60 + minute
  }

  package var description: String {
    "\(Self.text(start))-\(Self.text(end))"
  }

  private static func text(_ minutes: Int) -> String {
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
  }
}
