internal import Quantities

/// The rates of launches on devices, one for each log, as sums that can be added over logs.
///
/// The sums are whole thousandths, so that they don't depend on the order of logs.
package struct DeviceRates: Hashable, Sendable {
  /// The number of logs that cover most of a day or more.
  package private(set) var devices = 0
  /// The sum of the logarithms of the launches in 1,000 days, in thousandths. A log without launches counts as half a launch.
  package private(set) var logarithms = 0
  /// The sum of the squares of the logarithms of the launches in 1,000 days, in thousandths.
  package private(set) var squares = 0
  /// The sum of the variances that the logarithms of the launches would have if all devices had the same
  /// rate, in thousandths.
  package private(set) var noise = 0

  /// The least part of a day that a log has to cover to show its device's rate.
  static let leastDays = 0.8
  /// The fewest devices that show how devices differ.
  private static let fewest = 3

  /// The rates of no devices.
  init() {}

  /// The rate of a device from a log that covers a number of days.
  init(launches: Int, days: Double) {
    guard days >= Self.leastDays else { return }
    let counted = Double(launches) + 0.5
    let logarithm = max(0, naturalLog(counted / days * 1_000))
    devices = 1
    logarithms = Int((logarithm * 1_000).rounded())
    squares = Int((logarithm * logarithm * 1_000).rounded())
    noise = Int((1_000 / counted).rounded())
  }

  /// Rates that another process has summed up.
  init(devices: Int, logarithms: Int, squares: Int, noise: Int) {
    (self.devices, self.logarithms, self.squares, self.noise) = (devices, logarithms, squares, noise)
  }

  mutating func add(_ other: DeviceRates) {
    devices.addSaturating(other.devices)
    logarithms.addSaturating(other.logarithms)
    squares.addSaturating(other.squares)
    noise.addSaturating(other.noise)
  }

  /// The median rate of a device, and the standard deviation of the logarithm of the rate, for rates with a log-normal distribution.
  package struct Fit: Hashable, Sendable {
    /// Launches a day on the device in the middle, with the 95 % confidence interval.
    package let median: LimiterFit.Measured
    /// The standard deviation of the logarithm of the rate between devices, with the 95 % confidence interval.
    package let spread: LimiterFit.Measured
  }

  /// The fit; `nil` for fewer than three devices, or if the devices differ no more than by chance.
  var fit: Fit? {
    guard devices >= Self.fewest else { return nil }
    let count = Double(devices)
    let mean = Double(logarithms) / 1_000 / count
    let all = (Double(squares) / 1_000 - mean * mean * count) / (count - 1)
    let between = all - Double(noise) / 1_000 / count
    guard between > 0, all > 0 else { return nil }
    let spread = between.squareRoot()
    let t = studentT95(devices - 1)
    let reach = t * (all / count).squareRoot()
    func rate(_ logarithm: Double) -> Double { exponential(logarithm) / 1_000 }
    // The relative error of the standard deviation, as a factor.
    let factor = exponential(t * all / between / (2 * (count - 1)).squareRoot())
    return Fit(
      median: LimiterFit.Measured(
        value: rate(mean), interval: rate(mean - reach)...rate(mean + reach), observations: devices),
      spread: LimiterFit.Measured(
        value: spread, interval: spread / factor...spread * factor, observations: devices))
  }
}
