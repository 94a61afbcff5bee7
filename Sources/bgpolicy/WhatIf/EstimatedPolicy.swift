internal import PolicyModel
internal import PolicySim

/// A policy with the values of its runs.
struct EstimatedPolicy {
  let alternative: Alternative
  let settings: Estimator.Settings
  /// What each run came to.
  let values: PairedRunResults
  /// How the estimate stands to the policy's budgets.
  let verdicts: [BudgetVerdict]

  /// Estimates a policy as a call says; its own scenarios and parameters are those of the changed policy.
  init(
    _ alternative: Alternative, _ arguments: Arguments, _ workers: Workers, of command: String
  ) throws(UsageError) {
    self.init(
      alternative, try EstimateOptions.settings(for: alternative.policy, arguments, of: command), workers)
  }

  init(_ alternative: Alternative, _ settings: Estimator.Settings, _ workers: Workers) {
    self.alternative = alternative
    self.settings = settings
    values = Estimator.pairedRunResults(of: alternative.policy, settings, on: workers)
    verdicts = Self.verdicts(on: alternative.policy, settings, workers)
  }

  /// How an estimate of a policy stands to its budgets; where there are none, nothing is estimated.
  static func verdicts(
    on policy: Policy, _ settings: Estimator.Settings, _ workers: Workers
  ) -> [BudgetVerdict] {
    policy.budgets.isEmpty
      ? [] : BudgetVerdict.all(of: policy, Estimator.estimate(policy, settings, on: workers))
  }

  /// As many threads as a call asks for, which tell nobody how far they are.
  static func workers(_ arguments: Arguments, of command: String) throws(UsageError) -> Workers {
    Workers(
      jobs: try EstimateOptions.jobs(arguments, of: command), progress: Progress("", isShown: false))
  }
}
