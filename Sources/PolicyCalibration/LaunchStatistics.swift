internal import Quantities

/// The launches of an app for one reason, as sums that can be added over logs.
package struct LaunchStatistics: Hashable, Sendable {
  /// The number of launches.
  package private(set) var launches = 0
  /// The least gap between two launches in seconds; `nil` without gaps.
  package private(set) var leastGap: Double?
  /// The number of gaps of each length in whole seconds.
  package private(set) var gaps: [Int: Int] = [:]

  /// The number of logs that cover some time.
  package private(set) var logs = 0
  /// The sum over all logs of the squared number of launches divided by the log's days, in thousandths.
  package private(set) var squares = 0

  /// The rate of each log, as sums.
  package private(set) var rates = DeviceRates()

  /// The longest gap in `gaps`, in seconds; a longer gap is counted under this length.
  static let longestGap = 7 * Int(TimeSpan.secondsPerDay)

  /// The statistics of no launches.
  package init() {}

  /// The launches in one log, at times in seconds; `span` is the number of milliseconds that the log covers.
  init(_ times: [Double], span: Int = 0) {
    launches = times.count
    if span > 0 {
      logs = 1
      let squares =
        Double(launches) * Double(launches) * 1_000 * TimeSpan.secondsPerDay * 1_000 / Double(span)
      self.squares = Int(min(squares.rounded(), 0x1p60))
      rates = DeviceRates(launches: launches, days: Double(span) / 1_000 / TimeSpan.secondsPerDay)
    }
    let sorted = times.sorted()
    // The time between two lines of one launch is not a gap.
    for gap in zip(sorted, sorted.dropFirst()).map({ $1 - $0 }) where gap > 1 && gap < 1e8 {
      leastGap = min(leastGap ?? gap, gap)
      gaps[min(Self.longestGap, Int(gap.rounded())), default: 0] += 1
    }
  }

  /// Launches that another process has counted.
  init(
    launches: Int, logs: Int, squares: Int, rates: DeviceRates, leastGap: Double?, gaps: [Int: Int]
  ) {
    self.launches = launches
    self.logs = logs
    self.squares = squares
    self.rates = rates
    self.leastGap = leastGap
    self.gaps = gaps
  }

  /// Adds the launches of other logs.
  package mutating func add(_ other: LaunchStatistics) {
    launches.addSaturating(other.launches)
    logs.addSaturating(other.logs)
    squares.addSaturating(other.squares)
    rates.add(other.rates)
    if let gap = other.leastGap { leastGap = min(leastGap ?? gap, gap) }
    for (length, count) in other.gaps { gaps[length, default: 0].addSaturating(count) }
  }

  /// The variance of the number of launches of a log, relative to the variance if all devices had the same rate of launches;
  /// at least 1, and 1 for a single log.
  func dispersion(overDays days: Double) -> Double {
    guard logs > 1, launches > 0 else { return 1 }
    let perDay = Double(launches) / days
    let squared = Double(squares) / 1_000 / perDay - Double(launches)
    return max(1, squared / Double(logs - 1))
  }

  /// The number of gaps.
  var gapCount: Int { gaps.values.reduce(into: 0) { $0.addSaturating($1) } }

  /// The number of gaps that are about as long as the least gap, and the longest of these gaps in seconds.
  var nearLeast: (count: Int, longest: Double) {
    gaps.reduce(into: (0, 0)) { near, gap in
      guard Double(gap.key) < (leastGap ?? 0) * 1.2 else { return }
      near.0.addSaturating(gap.value)
      near.1 = max(near.1, Double(gap.key))
    }
  }
}
