/// The mean of a figure over runs, with its confidence interval.
package struct Mean: Sendable {
  /// The number of runs.
  package private(set) var count = 0
  /// The mean; 0 if there are no runs.
  package private(set) var value = 0.0
  /// The sum of squared distances from the mean.
  private var squares = 0.0
  /// Whether no sample was negative.
  private var isNeverNegative = true

  /// An accumulator without runs.
  init() {}

  /// The mean of one sample.
  init(of sample: Double) {
    self.init()
    add(sample)
  }

  mutating func add(_ sample: Double) {
    count += 1
    isNeverNegative = isNeverNegative && sample >= 0
    let distance = sample - value
    value += distance / Double(count)
    squares += distance * (sample - value)
  }

  /// Adds the samples of another mean.
  mutating func add(_ other: Mean) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let all = Double(count + other.count)
    isNeverNegative = isNeverNegative && other.isNeverNegative
    let distance = other.value - value
    squares += other.squares + distance * distance * Double(count) * Double(other.count) / all
    value += distance * Double(other.count) / all
    count += other.count
  }

  /// The standard error; `nil` for fewer than two runs.
  package var standardError: Double? {
    count > 1 ? (max(0, squares) / Double(count - 1) / Double(count)).squareRoot() : nil
  }

  /// The 95 % confidence interval; `nil` for fewer than two runs.
  package var interval: Interval? {
    standardError.map { Interval(around: value, standardError: $0, isNeverNegative: isNeverNegative) }
  }
}
