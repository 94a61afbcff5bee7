internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim

/// A check of a policy's budgets in some scenarios.
struct BudgetCheck: Sendable {
  private let policy: Policy
  private let scenarios: [Scenario]
  /// Whether an estimate chooses its number of runs.
  private let choosesRuns: Bool

  /// A scenario, with the verdicts that a comparison has already found.
  private struct Scenario: Sendable {
    let settings: Estimator.Settings
    let known: [BudgetVerdict]
  }

  /// The check of a policy's budgets in scenarios. The comparison of the policy with its base may already
  /// have the verdicts in some scenarios.
  init(
    of policy: Policy, in scenarios: [Estimator.Settings], comparedIn change: PolicyChange?,
    choosesRuns: Bool
  ) {
    self.policy = policy
    self.choosesRuns = choosesRuns
    self.scenarios = scenarios.map {
      Scenario(settings: $0, known: change?.verdicts(in: $0.day.name) ?? [])
    }
  }

  /// The number of policies for each thread at which each policy is estimated by a single thread. With fewer
  /// policies, all threads share the runs of each policy.
  private static let policiesOfThread = 4

  /// The verdicts of checks in the order of the checks, or the excess if a policy has too much work.
  static func verdicts(
    of checks: [BudgetCheck], on workers: Workers
  ) -> [Result<[ScenarioVerdicts], SimulationExcess>] {
    guard checks.count >= policiesOfThread * workers.jobs else {
      return checks.map { $0.verdicts(on: workers) }
    }
    // A thread that estimates a whole policy waits for no other thread.
    return workers.map(checks, done: 0, of: checks.count) { $0.verdicts(on: Workers(jobs: 1)) }
  }

  /// The number of runs for a policy without budgets. This number is enough to find work that is never done.
  private static let runsWithoutBudgets = 40

  private func verdicts(on workers: Workers) -> Result<[ScenarioVerdicts], SimulationExcess> {
    var result: [ScenarioVerdicts] = []
    for scenario in scenarios {
      guard scenario.known.isEmpty else {
        result.append(ScenarioVerdicts(scenario: scenario.settings.day.name, scenario.known))
        continue
      }
      guard policy.transfers.contains(where: \.isEstimable) || !policy.budgets.isEmpty else {
        result.append(ScenarioVerdicts(scenario: scenario.settings.day.name, []))
        continue
      }
      var settings = scenario.settings
      // Budgets limit only figures of transfers.
      settings.countsOnlyTransfers = true
      if policy.budgets.isEmpty {
        settings.runs = min(settings.runs, Self.runsWithoutBudgets)
        settings.predicts = false
      }
      do throws(SimulationExcess) {
        let bounded = try Estimator.boundedEstimate(
          policy, settings, choosesRuns: choosesRuns, on: workers)
        result.append(ScenarioVerdicts(on: policy, bounded.estimate))
      } catch {
        // The excess is a problem only for budgets; without budgets the verdicts stay empty.
        guard policy.budgets.isEmpty else { return .failure(error) }
        result.append(ScenarioVerdicts(scenario: settings.day.name, []))
      }
    }
    return .success(result)
  }
}
