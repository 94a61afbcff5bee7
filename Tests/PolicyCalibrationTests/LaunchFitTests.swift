import Quantities
import TestSupport
import Testing

@testable import PolicyCalibration

/// Launches a day, from the times of launches.
@Suite struct LaunchFitTests {
  private static let day = 86_400.0

  @Test func launchesAreCountedByTheDay() throws {
    let times = (0..<12).map { Double($0) * Self.day / 4 }
    let fit = try #require(LaunchFit(times, over: 3 * Self.day))
    #expect(fit.launches == 12 && fit.days == 3 && fit.perDay.value == 4 && fit.perDay.observations == 12)
    let interval = try #require(fit.perDay.interval)
    #expect(interval.contains(4) && interval.lowerBound > 1 && interval.upperBound < 10)
  }

  @Test(arguments: [(0.5, false), (0.79, false), (0.8, true), (1, true)])
  func aShortLogIsNotADay(_ days: Double, _ isFitted: Bool) {
    #expect((LaunchFit([0], over: days * Self.day) != nil) == isFitted)
  }

  @Test func noLaunchHasAnUpperBound() throws {
    let interval = try #require(LaunchFit([], over: Self.day)?.perDay.interval)
    #expect(interval.lowerBound == 0)
    // The exact upper bound of a Poisson count of 0 is 3.689.
    #expect(abs(interval.upperBound - 3.69) < 0.1)
  }

  /// Neither the time between two lines of the same launch nor the time between two logs is a gap.
  @Test func gapsAreBetweenLaunches() throws {
    let gap = try #require(LaunchFit.leastGap(LaunchStatistics([0, 0.5, 900, 1_900, 1_900.2, 5e9])))
    #expect(gap.value == 899.5 && gap.observations == 2)
    #expect(LaunchFit.leastGap(LaunchStatistics([0, 900])) == nil)
  }

  /// If devices differ, the interval of their rate contains the mean rate of all devices in at least 34 of 40 fleets. By chance, fewer than
  /// 34 fleets happen once in 100 times; the seeds are fixed.
  @Test(arguments: [(2, 1.0), (5, 0.6), (12, 0.6), (40, 0.3), (40, 0.0)])
  func devicesThatDifferWidenTheInterval(_ devices: Int, _ spread: Double) throws {
    var (held, widest) = (0, 0.0)
    for seed in 1...40 {
      var random = SplitMix(seed: UInt64(seed))
      var sum = LaunchStatistics()
      func unit() -> Double { (Double(random.below(1_000_000)) + 0.5) / 1_000_000 }
      for _ in 0..<devices {
        // Rates are uniform between 6 − 6 · spread and 6 + 6 · spread launches a day. The gaps have an exponential distribution.
        let rate = 6 * (1 + spread * (2 * unit() - 1))
        var times: [Double] = []
        var time = 0.0
        while true {
          time -= naturalLog(unit()) / rate * Self.day
          guard time < 4 * Self.day else { break }
          times.append(time)
        }
        sum.add(LaunchStatistics(times, span: Int(4_000 * Self.day)))
      }
      let fit = try #require(LaunchFit(sum, over: Double(4 * devices) * Self.day))
      let interval = try #require(fit.perDay.interval)
      if interval.contains(6) { held += 1 }
      widest = max(widest, interval.upperBound / interval.lowerBound)
      #expect(interval.contains(fit.perDay.value))
    }
    #expect(held >= 34, "\(held)")
    if spread == 0 { #expect(widest < 1.5) }
  }

  /// If the rates of devices are log-normal, the intervals contain the true median, 6 a day, and the true spread in at least 34 of 40
  /// fleets, and the mean estimates are close to the true values. If devices are alike, most fleets show no spread beyond chance.
  @Test(arguments: [(12, 1.0), (30, 1.6), (8, 0.6)])
  func devicesKeepTheirSpread(_ devices: Int, _ spread: Double) throws {
    var (medians, spreads, ofMedian, ofSpread) = (0, 0, 0.0, 0.0)
    for seed in 1...40 {
      var random = SplitMix(seed: UInt64(seed))
      func unit() -> Double { (Double(random.below(1_000_000)) + 0.5) / 1_000_000 }
      var sum = LaunchStatistics()
      for _ in 0..<devices {
        // Twelve uniform numbers add up to a nearly normal number.
        let normal = (0..<12).reduce(0.0) { sum, _ in sum + unit() } - 6
        let rate = 6 * exponential(spread * normal)
        var times: [Double] = []
        var time = 0.0
        while true {
          time -= naturalLog(unit()) / rate * Self.day
          guard time < 14 * Self.day else { break }
          times.append(time)
        }
        sum.add(LaunchStatistics(times, span: Int(14_000 * Self.day)))
      }
      let fit = try #require(LaunchFit(sum, over: Double(14 * devices) * Self.day)?.devices)
      if try #require(fit.median.interval).contains(6) { medians += 1 }
      if try #require(fit.spread.interval).contains(spread) { spreads += 1 }
      ofMedian += naturalLog(fit.median.value / 6) / 40
      ofSpread += fit.spread.value / spread / 40
    }
    #expect(medians >= 34 && spreads >= 34, "\(medians) \(spreads)")
    #expect(abs(ofMedian) < 0.15 && abs(ofSpread - 1) < 0.15, "\(ofMedian) \(ofSpread)")
  }

  /// Logs of devices that differ set two parameters, the median and the spread of the devices, each with an interval. The mean of these
  /// devices is above the interval of the median.
  @Test func calibrationWritesTheSpread() throws {
    let launches = [1, 2, 2, 3, 3, 4, 4, 6, 8, 12, 16, 200]
    let sources = launches.enumerated().map { device, count in
      var lines = "2026-03-01 00:00:00 Photos[3]: ready\n"
      for number in 0..<count {
        let seconds = (number * 2 + 1) * 2 * 86_400 / (count * 2)
        let day = seconds / 86_400 + 1
        let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map {
          $0 < 10 ? "0\($0)" : "\($0)"
        }
        lines +=
          "2026-03-0\(day) \(time.joined(separator: ":")) Photos[3]: Starting task: <BGAppRefreshTask: com.example.photos.r>\n"
      }
      return CalibrationSource(
        name: "device-\(device)", bytes: Array((lines + "2026-03-03 00:00:00 Photos[3]: end\n").utf8))
    }
    let parameters = Calibration(sources, app: "com.example.photos").parameters
    let rate = try #require(parameters.first { $0.name == "refresh.per_day" })
    let spread = try #require(parameters.first { $0.name == "refresh.spread" })
    // The range from the fourth to the ninth of the devices' rates, in launches a day, contains the median.
    #expect((1.5...4).contains(rate.measured.value), "\(rate)")
    let mean = Double(launches.reduce(0, +)) / Double(2 * launches.count)
    #expect(try #require(rate.measured.interval).upperBound < mean)
    #expect((0.8...1.8).contains(spread.measured.value), "\(spread)")
    #expect(rate.range != nil && spread.range != nil)
  }

  /// A single log, two logs, and logs with the same number of launches show no spread.
  @Test(arguments: [[4], [4, 40], [4, 4, 4, 4]]) func likeDevicesHaveNoSpread(_ launches: [Int]) throws {
    var sum = LaunchStatistics()
    for count in launches {
      let times = (0..<count).map { Double($0) * 1_000 }
      sum.add(LaunchStatistics(times, span: Int(4_000 * Self.day)))
    }
    #expect(try #require(LaunchFit(sum, over: Double(4 * launches.count) * Self.day)).devices == nil)
  }

  @Test(
    arguments: [
      ([0, 900, 1_800, 2_700, 9_000], true), ([0, 900, 1_800, 9_000, 20_000, 40_000], false),
      ([0, 900], false),
      ([], false),
    ] as [([Double], Bool)])
  func mostGapsAreTheLeastOfAThrottle(_ times: [Double], _ isThrottled: Bool) {
    #expect(LaunchFit.isThrottled(LaunchStatistics(times)) == isThrottled)
    #expect(LaunchFit.isThrottled(LaunchStatistics(times.reversed())) == isThrottled)
  }
}

/// The statistics of fits.
@Suite struct StatisticsTests {
  @Test(arguments: [([], nil), ([3], 3), ([5, 1], 3), ([9, 1, 4], 4)] as [([Double], Double?)])
  func medianIsInTheMiddle(_ values: [Double], _ median: Double?) {
    #expect(values.median == median)
  }

  /// Student's t falls with each degree of freedom, towards the normal distribution's 1.96.
  @Test func studentFallsToTheNormal() {
    let values = (1...200).map(studentT95)
    #expect(values == values.sorted(by: >))
    #expect(values[0] == 12.706 && abs(studentT95(1_000_000) - 1.96) < 1e-4)
    #expect(studentT95(0) == .infinity)
  }

  /// Byar's approximation, compared with the exact interval of a Poisson count.
  @Test(arguments: [(1, 0.0253, 5.572), (5, 1.623, 11.668), (20, 12.217, 30.888), (100, 81.36, 121.63)])
  func poissonIntervalIsNearlyExact(_ count: Int, _ low: Double, _ high: Double) {
    let interval = poissonInterval95(Double(count))
    #expect(abs(interval.lowerBound - low) < 0.03 + low * 0.02)
    #expect(abs(interval.upperBound - high) < high * 0.02)
  }
}
