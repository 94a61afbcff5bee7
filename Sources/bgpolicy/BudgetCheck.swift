internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim

/// The budgets of a policy, to be checked in some scenarios.
struct BudgetCheck: Sendable {
  private let policy: Policy
  private let scenarios: [Scenario]
  /// Whether an estimate with too many events makes do with fewer runs.
  private let canHaveFewerRuns: Bool

  /// A scenario, with the verdicts that a comparison has found already.
  private struct Scenario: Sendable {
    let settings: Estimator.Settings
    let known: [BudgetVerdict]
  }

  /// The check of a policy's budgets in scenarios, in some of which its change has been compared.
  init(
    of policy: Policy, in scenarios: [Estimator.Settings], comparedIn change: PolicyChange?,
    canHaveFewerRuns: Bool
  ) {
    self.policy = policy
    self.canHaveFewerRuns = canHaveFewerRuns
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

  /// Enough runs to see that work is never done, for a policy without budgets.
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
      // Budgets limit figures of transfers.
      settings.countsOnlyTransfers = true
      if policy.budgets.isEmpty {
        settings.runs = min(settings.runs, Self.runsWithoutBudgets)
        settings.predicts = false
      }
      do throws(SimulationExcess) {
        let bounded = try Estimator.boundedEstimate(
          policy, settings, canHaveFewer: canHaveFewerRuns, on: workers)
        result.append(ScenarioVerdicts(on: policy, bounded.estimate))
      } catch {
        // Without budgets there is nothing that the gate can't decide.
        guard policy.budgets.isEmpty else { return .failure(error) }
        result.append(ScenarioVerdicts(scenario: settings.day.name, []))
      }
    }
    return .success(result)
  }
}
