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
