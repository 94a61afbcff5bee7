package import Quantities

/// Limits on the estimate of a transfer.
package struct Budget: Named {
  /// The transfer's name.
  package var name: Located<String>
  /// The longest time to completion, by quantile.
  package var completion: Located<Quantiles<TimeSpan>>?
  /// The most launches in a day, by quantile.
  package var launchesPerDay: Located<Quantiles<Double>>?
  /// The most bytes over cellular in a day, on average.
  package var cellularBytesPerDay: Located<ByteCount>?
  /// The most energy in a day, on average.
  package var energyPerDay: Located<Energy>?
  /// The largest share of items that outlive `validFor`.
  package var expiredShare: Located<Share>?
  /// The largest share of items that never finish.
  package var unfinishedShare: Located<Share>?
  /// The largest share of items that finish after their deadline.
  package var missedDeadlineShare: Located<Share>?
  /// The severity of an exceeded budget.
  package var severity = Setting(BudgetSeverity.error)
  /// Whether it has to be kept with all values that uncertain parameters may have.
  package var certainty = Setting(BudgetCertainty.assumed)
  /// The scenarios in which it has to be kept; `nil` for every scenario that is estimated.
  package var scenarios: Located<[Located<String>]>?

  /// Whether it has to be kept in a scenario.
  package func applies(in scenario: String) -> Bool {
    scenarios.map { $0.value.contains { $0.value == scenario } } ?? true
  }
}

/// Limits on the quantiles of a distribution.
package struct Quantiles<Value: Sendable>: Sendable {
  /// The limit in half of all runs.
  package var p50: Located<Value>?
  /// The limit in 90 of 100 runs.
  package var p90: Located<Value>?
  /// The limit in 95 of 100 runs.
  package var p95: Located<Value>?
  /// The limit in 99 of 100 runs.
  package var p99: Located<Value>?
  /// The limit on the average.
  package var mean: Located<Value>?
}

/// The severity of an exceeded budget.
package enum BudgetSeverity: String, StringEnum {
  case error, warning
}

/// The certainty with which a budget has to be kept.
package enum BudgetCertainty: String, StringEnum {
  /// With the values of the model.
  case assumed
  /// Under all interpretations of the model's rules, and in nine of ten draws of uncertain parameters.
  case required
}
