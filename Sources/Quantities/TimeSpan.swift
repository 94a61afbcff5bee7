/// A length of time in whole milliseconds; every sum and product saturates instead of overflowing.
package struct TimeSpan: Hashable, Comparable, Sendable {
  /// The number of milliseconds, never negative.
  package let milliseconds: Int64

  /// No time.
  package static let zero = TimeSpan(milliseconds: 0)
  /// The longest length, at which sums and products saturate: about 292 million years.
  package static let longest = TimeSpan(milliseconds: .max)

  /// The milliseconds of a day of 24 hours.
  @inlinable package static var millisecondsPerDay: Int64 { 86_400_000 }
  /// The seconds of a day of 24 hours.
  package static let secondsPerDay = Double(millisecondsPerDay) / 1_000

  /// A length in milliseconds; a negative number becomes 0.
  package init(milliseconds: Int64) {
    self.milliseconds = max(0, milliseconds)
  }

  /// A length in whole seconds.
  package static func seconds(_ count: Int64) -> TimeSpan { .of(count, 1_000) }
  /// A length in minutes of 60 seconds.
  package static func minutes(_ count: Int64) -> TimeSpan { .of(count, 60_000) }
  /// A length in hours of 60 minutes.
  package static func hours(_ count: Int64) -> TimeSpan { .of(count, 3_600_000) }
  /// A length in days of 24 hours.
  package static func days(_ count: Int64) -> TimeSpan { .of(count, millisecondsPerDay) }

  private static func of(_ count: Int64, _ unit: Int64) -> TimeSpan {
    TimeSpan(milliseconds: unit) * count
  }

  /// Seconds with their fraction.
  package var seconds: Double { Double(milliseconds) / 1_000 }

  package static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    let sum = left.milliseconds.addingReportingOverflow(right.milliseconds)
    return sum.overflow ? .longest : TimeSpan(milliseconds: sum.partialValue)
  }

  /// The difference; zero if `right` is longer.
  package static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    TimeSpan(milliseconds: left.milliseconds - right.milliseconds)
  }

  package static func * (span: TimeSpan, count: Int64) -> TimeSpan {
    let product = span.milliseconds.multipliedReportingOverflow(by: max(0, count))
    return product.overflow ? .longest : TimeSpan(milliseconds: product.partialValue)
  }
}

extension TimeSpan: LosslessStringConvertible {
  private static let units: [(name: UInt8, milliseconds: Int64)] = [
    (UInt8(ascii: "d"), millisecondsPerDay), (UInt8(ascii: "h"), 3_600_000), (UInt8(ascii: "m"), 60_000),
    (UInt8(ascii: "s"), 1_000),
  ]

  /// Parses a length such as `90s`, `15m`, `6h`, `2d`, `1h30m` or `0.5s`: each unit at most once, the largest first.
  ///
  /// A bare number is seconds.
  package init?(_ description: String) {
    var text = description
    guard let span = text.withUTF8(Self.parse) else { return nil }
    self = span
  }

  private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> TimeSpan? {
    var position = 0
    var nextUnit = 0
    var sum = TimeSpan.zero
    while position < text.count {
      guard let number = DecimalNumber(text, from: &position) else { return nil }
      if position == text.count, nextUnit == 0 { return TimeSpan(milliseconds: number.scaled(by: 1_000)) }
      guard position < text.count else { return nil }
      while nextUnit < units.count, units[nextUnit].name != text[position] { nextUnit += 1 }
      guard nextUnit < units.count else { return nil }
      sum = sum + TimeSpan(milliseconds: number.scaled(by: units[nextUnit].milliseconds))
      nextUnit += 1
      position += 1
    }
    return nextUnit > 0 ? sum : nil
  }

  /// The length as the policy language writes it: `1h30m`, `0.5s`.
  package var description: String {
    var rest = milliseconds
    var text = ""
    for (name, unit) in Self.units.dropLast() where rest >= unit {
      text += "\(rest / unit)\(Character(Unicode.Scalar(name)))"
      rest %= unit
    }
    guard rest > 0 || text.isEmpty else { return text }
    return text + Self.secondsText(rest) + "s"
  }

  private static func secondsText(_ milliseconds: Int64) -> String {
    var fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(milliseconds / 1_000)" + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}
