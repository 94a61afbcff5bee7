package import PolicyModel
package import PolicySim

/// A policy with the results of its runs.
package struct EstimatedPolicy {
  /// The policy, changed or not, with its text.
  package let alternative: Alternative
  /// The scenario, seed, runs and parameters of the estimate.
  package let settings: Estimator.Settings
  /// The estimate with the results of each run.
  package let paired: PairedEstimate
  /// The verdicts on the policy's budgets.
  package let verdicts: [BudgetVerdict]

  /// The results of each run.
  package var values: PairedRunResults { paired.results }

  /// Estimates a policy, and checks its budgets.
  package init(
    _ alternative: Alternative, settings: Estimator.Settings, on workers: any ParallelMap
  ) {
    self.alternative = alternative
    self.settings = settings
    paired = Estimator.pairedEstimate(of: alternative.policy, settings, on: workers)
    verdicts = BudgetVerdict.all(of: alternative.policy, paired.estimate)
  }

  /// Estimates a policy within the events that its settings allow.
  ///
  /// - Throws: `SimulationExcess` if the estimate needs more events.
  package init(
    bounded alternative: Alternative, _ settings: Estimator.Settings, on workers: any ParallelMap
  ) throws(SimulationExcess) {
    if let excess = Estimator.certainExcess(of: alternative.policy, settings) { throw excess }
    self.init(alternative, settings: settings, on: workers)
    if let excess = Estimator.excess(of: alternative.policy, settings) { throw excess }
  }

  /// The verdicts on a policy's budgets; makes no estimate if the policy has no budgets.
  package static func verdicts(
    on policy: Policy, _ settings: Estimator.Settings, _ workers: any ParallelMap
  ) -> [BudgetVerdict] {
    guard !policy.budgets.isEmpty else { return [] }
    var settings = settings
    // Budgets limit figures of transfers only.
    settings.countsOnlyTransfers = true
    return BudgetVerdict.all(of: policy, Estimator.estimate(policy, settings, on: workers))
  }

  /// The mean of a share of a transfer's items; 0 without an estimate.
  func share(
    _ share: Figure, of transfer: Policy.Transfer
  ) -> Double {
    guard let runs = values.transfers.first(where: { $0.name == transfer.name.value })?[share],
      !runs.isEmpty
    else { return 0 }
    return runs.reduce(0, +) / Double(runs.count)
  }
}
