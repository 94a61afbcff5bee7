/// A length of time in whole milliseconds; every sum and product saturates instead of overflowing.
package struct TimeSpan: Hashable, Comparable, Sendable {
  /// Milliseconds, never negative.
  package let milliseconds: Int64

  /// No time.
  package static let zero = TimeSpan(milliseconds: 0)
  /// The longest length, in which sums and products end: about 292 million years.
  package static let longest = TimeSpan(milliseconds: .max)

  /// A length in milliseconds; what is negative counts as none.
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
  package static func days(_ count: Int64) -> TimeSpan { .of(count, 86_400_000) }

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

  /// The difference, or none where `right` is longer.
  package static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    TimeSpan(milliseconds: left.milliseconds - right.milliseconds)
  }

  package static func * (span: TimeSpan, count: Int64) -> TimeSpan {
    let product = span.milliseconds.multipliedReportingOverflow(by: max(0, count))
    return product.overflow ? .longest : TimeSpan(milliseconds: product.partialValue)
  }
}

extension TimeSpan: LosslessStringConvertible {
  private static let units: [(name: Character, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000),
  ]

  /// A length as `90s`, `15m`, `6h`, `2d`, `1h30m` or `0.5s`: each unit at most once, the largest first.
  ///
  /// A bare number is seconds.
  package init?(_ description: String) {
    var rest = description[...]
    var remainingUnits = Self.units[...]
    var sum = TimeSpan.zero
    if let seconds = Self.amount(rest, unit: 1_000) {
      self = seconds
      return
    }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      guard let name = rest.popFirst(), let index = remainingUnits.firstIndex(where: { $0.name == name }),
        let part = Self.amount(digits, unit: remainingUnits[index].milliseconds)
      else { return nil }
      remainingUnits = remainingUnits[(index + 1)...]
      sum = sum + part
    }
    guard remainingUnits.count < Self.units.count else { return nil }
    self = sum
  }

  /// `digits` of a unit; `nil` where they are no number.
  private static func amount(_ digits: Substring, unit: Int64) -> TimeSpan? {
    if let whole = Int64(digits), digits.first != "+" { return whole < 0 ? nil : of(whole, unit) }
    guard let first = digits.first, let last = digits.last, first.isNumber, last.isNumber,
      digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(digits)
    else { return nil }
    let milliseconds = (value * Double(unit)).rounded()
    return milliseconds < Double(Int64.max) ? TimeSpan(milliseconds: Int64(milliseconds)) : .longest
  }

  /// The length as the policy language writes it: `1h30m`, `0.5s`.
  package var description: String {
    var rest = milliseconds
    var text = ""
    for (name, unit) in Self.units.dropLast() where rest >= unit {
      text += "\(rest / unit)\(name)"
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
