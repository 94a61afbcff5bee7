package import PolicyModel
package import PolicySim

/// A policy with the results of its runs.
package struct EstimatedPolicy {
  /// The policy, changed or not, with its text.
  package let alternative: Alternative
  /// The scenario, seed, runs and parameters of the estimate.
  package let settings: Estimator.Settings
  /// The results of each run.
  package let values: PairedRunResults
  /// The verdicts on the policy's budgets.
  package let verdicts: [BudgetVerdict]

  /// Makes the runs of a policy, and checks its budgets.
  package init(
    _ alternative: Alternative, settings: Estimator.Settings, on workers: any ParallelMap
  ) {
    self.alternative = alternative
    self.settings = settings
    values = Estimator.pairedRunResults(of: alternative.policy, settings, on: workers)
    verdicts = Self.verdicts(on: alternative.policy, settings, workers)
  }

  /// The verdicts on a policy's budgets; if it has none, nothing is estimated.
  package static func verdicts(
    on policy: Policy, _ settings: Estimator.Settings, _ workers: any ParallelMap
  ) -> [BudgetVerdict] {
    policy.budgets.isEmpty
      ? [] : BudgetVerdict.all(of: policy, Estimator.estimate(policy, settings, on: workers))
  }
}
