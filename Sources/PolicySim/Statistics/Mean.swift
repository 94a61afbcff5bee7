/// The average of a figure over runs, and how sure it is.
package struct Mean: Sendable {
  /// How many runs it is of.
  package private(set) var count = 0
  /// The average; 0 where there are no runs.
  package private(set) var value = 0.0
  /// The sum of the squares of the distances from it.
  private var squares = 0.0
  /// Whether no run came to less than 0.
  private var isNeverNegative = true

  /// Of no runs.
  init() {}

  /// Takes a run in.
  mutating func add(_ sample: Double) {
    count += 1
    isNeverNegative = isNeverNegative && sample >= 0
    let distance = sample - value
    value += distance / Double(count)
    squares += distance * (sample - value)
  }

  /// Takes in what other runs came to.
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

  /// Between which values it lies, in 95 of 100 cases; `nil` for fewer than two runs.
  package var interval: Interval? {
    standardError.map { Interval(around: value, standardError: $0, isNeverNegative: isNeverNegative) }
  }
}
