internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim

/// The budgets of a policy, to be checked in some scenarios.
struct BudgetCheck: Sendable {
  private let policy: Policy
  private let scenarios: [Scenario]

  /// A scenario, with the verdicts that a comparison has found already.
  private struct Scenario: Sendable {
    let settings: Estimator.Settings
    let known: [BudgetVerdict]
  }

  /// The check of a policy's budgets in scenarios, in some of which its change has been compared.
  init(of policy: Policy, in scenarios: [Estimator.Settings], comparedIn change: PolicyChange?) {
    self.policy = policy
    self.scenarios = scenarios.map {
      Scenario(settings: $0, known: change?.verdicts(in: $0.day.name) ?? [])
    }
  }

  /// The policies for each thread from which on a policy is left to one of them.
  private static let policiesOfThread = 4

  /// The verdicts of checks in their order, each with the work that is too much if there is such work.
  static func verdicts(
    of checks: [BudgetCheck], on workers: Workers
  ) -> [Result<[ScenarioVerdicts], SimulationExcess>] {
    guard checks.count >= policiesOfThread * workers.jobs else {
      return checks.map { $0.verdicts(on: workers) }
    }
    // A thread that estimates a policy by itself waits for no other.
    return workers.map(checks, done: 0, of: checks.count) { $0.verdicts(on: Workers(jobs: 1)) }
  }

  private func verdicts(on workers: Workers) -> Result<[ScenarioVerdicts], SimulationExcess> {
    var result: [ScenarioVerdicts] = []
    for scenario in scenarios {
      let settings = scenario.settings
      var verdicts = scenario.known
      if verdicts.isEmpty, !policy.budgets.isEmpty {
        if let excess = Estimator.certainExcess(of: policy, settings) { return .failure(excess) }
        verdicts = EstimatedPolicy.verdicts(on: policy, settings, workers)
        if let excess = Estimator.excess(of: policy, settings) { return .failure(excess) }
      }
      result.append(ScenarioVerdicts(scenario: settings.day.name, verdicts))
    }
    return .success(result)
  }
}
