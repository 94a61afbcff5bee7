package import PolicyModel

/// A figure of an estimate before and after a change, under the same random numbers.
package struct ComparedFigure: Sendable {
  /// The subject of a figure.
  package enum Subject: Hashable, Sendable {
    case transfer(String)
    case task(String)
    case push(String)
    /// The app as a whole.
    case total
  }

  /// The transfer, task or other part of the policy that the figure is about.
  package let subject: Subject
  /// The compared figure, with its statistic.
  package let figure: FigureStatistic
  /// The value before the change; infinite if the transfer never completes, `nil` if the subject does not exist.
  package let before: Double?
  /// The value after the change; infinite if the transfer never completes, `nil` if the subject does not exist.
  package let after: Double?
  /// The 95 % confidence interval of the difference, from paired runs; `nil` for a single run that is not
  /// ideal. A bound is infinite if some of the runs never complete.
  package let interval: ClosedRange<Double>?
  /// The shares of draws of uncertain parameters in which the figure is better and worse after the change; `nil` without
  /// draws.
  package var draws: DrawShares?

  /// The value after the change minus the value before the change; infinite if one of the values is infinite,
  /// 0 if both values are infinite.
  package var difference: Double? {
    guard let before, let after else { return nil }
    return Self.difference(from: before, to: after)
  }

  /// The difference of two values; 0 if both are infinite.
  static func difference(from before: Double, to after: Double) -> Double {
    before == after ? 0 : after - before
  }

  /// Whether the interval of the difference excludes 0.
  package var isBeyondNoise: Bool {
    guard let interval else { return false }
    return interval.lowerBound > 0 || interval.upperBound < 0
  }

  /// Whether the figure is worse after the change, beyond the noise.
  package var isLoss: Bool {
    guard isBeyondNoise, let difference else { return false }
    return figure.figure.prefersMore ? difference < 0 : difference > 0
  }

  /// Whether the change is certain to have no effect on the figure.
  package var isUnchanged: Bool {
    difference == 0 && interval.map { $0.lowerBound == $0.upperBound } ?? true
  }

  /// The difference relative to the value before the change; infinite if this value is 0 and changes, or if
  /// exactly one value is infinite.
  package var relativeDifference: Double? {
    guard let before, let difference else { return nil }
    guard before < .infinity else { return difference }
    return before == 0 ? (difference == 0 ? 0 : difference > 0 ? .infinity : -.infinity) : difference / before
  }
}
