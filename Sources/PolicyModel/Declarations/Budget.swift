package import Quantities

/// What the estimate of a transfer is held to.
package struct Budget: Named {
  /// The transfer's name.
  package var name: Located<String>
  /// The longest time to the end, by quantile.
  package var completion: Located<Quantiles<TimeSpan>>?
  /// The most launches in a day, by quantile.
  package var launchesPerDay: Located<Quantiles<Double>>?
  /// The most bytes over cellular in a day, on average.
  package var cellularBytesPerDay: Located<ByteCount>?
  /// The most energy in a day, on average.
  package var energyPerDay: Located<Energy>?
  /// The most items that may outlive `validFor`.
  package var expiredShare: Located<Share>?
  /// The most items that may never finish.
  package var unfinishedShare: Located<Share>?
  /// The most items that may finish after their deadline.
  package var missedDeadlineShare: Located<Share>?
  /// What a broken budget counts as.
  package var severity = Setting(BudgetSeverity.error)
}

/// Limits of a distribution's quantiles.
package struct Quantiles<Value: Sendable>: Sendable {
  /// The most in half of all runs.
  package var p50: Located<Value>?
  /// The most in 90 of 100 runs.
  package var p90: Located<Value>?
  /// The most in 95 of 100 runs.
  package var p95: Located<Value>?
  /// The most in 99 of 100 runs.
  package var p99: Located<Value>?
  /// The most on average.
  package var mean: Located<Value>?
}

/// What a broken budget counts as.
package enum BudgetSeverity: String, StringEnum {
  case error, warning
}
