package import PolicyModel
internal import Quantities

/// What runs of a policy have to do.
package struct Workload: Equatable, Sendable {
  /// How many runs there were.
  package var runs = 0
  /// How often a run went to the next thing that happens.
  package var steps = 0
  /// Background launches.
  package var launches = 0
  /// Items that finished.
  package var finished = 0
  /// Milliseconds in which the limiter held something, by job.
  package var held: Int64 = 0

  /// Nothing yet.
  package init() {}

  /// Makes runs of a policy, and counts what they did.
  package init(_ policy: Policy, _ settings: Estimator.Settings, runs: Range<Int>) {
    let model = SimulationModel(
      policy, on: settings.day, settings.parameters, disabledMechanisms: settings.disabledMechanisms)
    for run in runs {
      var simulation = Simulation(model, seed: settings.seed, run: run)
      simulation.run()
      steps += simulation.steps
      launches += simulation.launches
      for job in simulation.jobs {
        finished += job.finished
        held += job.held
      }
    }
    self.runs = runs.count
  }

  /// Both together.
  package static func + (left: Workload, right: Workload) -> Workload {
    var sum = left
    sum.runs += right.runs
    sum.steps += right.steps
    sum.launches += right.launches
    sum.finished += right.finished
    sum.held += right.held
    return sum
  }
}

extension Estimator {
  /// How many runs an estimate makes unless somebody says otherwise.
  private static let most = 2_000
  private static let least = 20
  /// How many things that happen are worth waiting for.
  private static let stepBudget = 3_000_000

  /// How many runs of a policy are usual: fewer, where each has very much to do.
  package static func usualRuns(of policy: Policy) -> Int {
    let work = policy.transfers.reduce(1) { work, transfer in
      guard transfer.isEstimable, let count = transfer.itemCount else { return work }
      let isUniform =
        transfer.authChallenge.value == .never && transfer.failureShare.value.fraction == 0
        && transfer.size?.value.lower == transfer.size?.value.upper
      return work + max(1, min(count, isUniform ? 10 : .max))
    }
    return max(least, min(most, stepBudget / work))
  }
}
