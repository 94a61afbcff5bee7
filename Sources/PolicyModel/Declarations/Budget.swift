/// Limits on the estimate of a transfer.
package struct Budget: Named {
  /// The transfer's name.
  package var name: Located<String>
  /// The limits on statistics of the transfer's figures, in their units.
  package var limits: [FigureStatistic: Double] = [:]
  /// The severity of an exceeded budget.
  package var severity = Setting(BudgetSeverity.error)
  /// Whether the budget has to hold for all values that uncertain parameters may have.
  package var certainty = Setting(BudgetCertainty.assumed)
  /// The scenarios in which the budget has to hold; `nil` for every scenario that is estimated.
  package var scenarios: Located<[Located<String>]>?

  /// Whether the budget limits any statistic of a figure.
  package func limits(_ figure: Figure) -> Bool { limits.keys.contains { $0.figure == figure } }

  /// Whether the budget has to hold in a scenario.
  package func applies(in scenario: String) -> Bool {
    scenarios.map { $0.value.contains { $0.value == scenario } } ?? true
  }
}

/// Limits on the statistics of a figure.
struct StatisticLimits<Value: Sendable>: Sendable {
  /// The limits as written in the policy.
  var values: [Statistic: Value] = [:]
}

/// The severity of an exceeded budget.
package enum BudgetSeverity: String, StringEnum {
  case error, warning
}

/// The certainty with which a budget has to hold.
package enum BudgetCertainty: String, StringEnum {
  /// The budget has to hold with the values of the model.
  case assumed
  /// The budget has to hold under all interpretations of the model's rules, and in nine of ten draws of uncertain parameters.
  case required
}
