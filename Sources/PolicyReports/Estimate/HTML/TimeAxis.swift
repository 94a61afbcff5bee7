internal import Quantities

/// A time axis of a chart, with the positions of times and the times that have labels.
struct TimeAxis {
  /// A time with a label.
  struct Tick {
    /// Percent of the axis.
    let position: Double
    let label: String
    /// Whether a phone has no room for the label.
    let isWideOnly: Bool
  }

  /// Whether equal ratios of times, instead of equal differences, have equal lengths.
  let isLogarithmic: Bool
  private let low: Double
  private let high: Double

  /// The ratio of the largest to the smallest value at which a linear axis would hide early times.
  private static let linearRatio = 15.0
  private static let minute = 60.0
  private static let hour = 3_600.0
  private static let day = TimeSpan.secondsPerDay

  /// Round times, in seconds.
  private static let ladder: [Double] =
    [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30] + [1, 2, 5, 10, 20, 30].map { $0 * minute }
    + [1, 2, 3, 6, 12].map { $0 * hour } + [1, 2, 3, 7, 14, 28, 56, 140, 365, 730, 1_460].map { $0 * day }

  /// An axis that covers all values. The values are in seconds.
  init(_ values: [Double]) {
    let values = values.filter { $0.isFinite && $0 >= 0 }
    let largest = max(values.max() ?? 1, 0.1)
    let smallest = max(values.min() ?? 0, 0.1)
    isLogarithmic = largest / smallest > Self.linearRatio
    if isLogarithmic {
      low = Self.ladder.last { $0 <= smallest } ?? smallest
      high = largest * 1.15
    } else {
      low = 0
      high = largest * 1.06
    }
  }

  /// A linear axis from 0 to a time in seconds.
  init(linear high: Double) {
    isLogarithmic = false
    low = 0
    self.high = max(high, 0.1)
  }

  /// The position of a time, in percent of the axis.
  func position(_ seconds: Double) -> Double {
    let share =
      isLogarithmic
      ? naturalLog(max(seconds, low) / low) / naturalLog(high / low) : seconds / high
    return min(100, max(0, share * 100))
  }

  /// The labeled times, far enough apart for their labels.
  var ticks: [Tick] {
    let times = isLogarithmic ? Self.ladder.filter { $0 >= low && $0 <= high } : linearTimes
    var ticks: [Tick] = []
    var lastNarrow = -Double.infinity
    for time in times {
      let position = self.position(time)
      guard position - (ticks.last?.position ?? -100) >= 8, position <= 98 else { continue }
      let fits = position - lastNarrow >= 18
      if fits { lastNarrow = position }
      ticks.append(Tick(position: position, label: Self.label(time), isWideOnly: !fits))
    }
    return ticks
  }

  private static func label(_ time: Double) -> String {
    time < 10 && time != time.rounded() ? "\(NumberFormat.decimals(time, 1))s" : NumberFormat.duration(time)
  }

  private var linearTimes: [Double] {
    let step = Self.ladder.first { high / $0 <= 7 } ?? high / 7
    return Array(stride(from: 0, through: high, by: step))
  }
}
