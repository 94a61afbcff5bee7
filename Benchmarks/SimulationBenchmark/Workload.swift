internal import PolicyModel
internal import Quantities

/// The work of runs of a policy.
struct Workload: Equatable, Sendable {
  /// The number of runs.
  var runs = 0
  /// The number of events.
  var steps = 0
  /// Background launches.
  var launches = 0
  /// Items that finished.
  var finished = 0
  /// Milliseconds in which the limiter held items, by job.
  var held: Int64 = 0

  /// The work of no runs.
  init() {}

  /// Makes runs of a policy and counts their work.
  init(_ policy: Policy, _ settings: Estimator.Settings, runs: Range<Int>) {
    let model = SimulationModel(
      policy, on: settings.day, settings.parameters, disabledMechanisms: settings.disabledMechanisms,
      measuring: .firstTimes)
    for run in runs {
      var simulation = Simulation(model, seed: settings.seed, run: run)
      simulation.run()
      steps += simulation.steps
      launches += simulation.app.launches
      for job in simulation.jobs {
        finished += job.finished
        held += job.held
      }
    }
    self.runs = runs.count
  }

  /// The sum of both.
  static func + (left: Workload, right: Workload) -> Workload {
    var sum = left
    sum.runs += right.runs
    sum.steps += right.steps
    sum.launches += right.launches
    sum.finished += right.finished
    sum.held += right.held
    return sum
  }
}
