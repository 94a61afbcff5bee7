internal import PolicyModel

/// A policy under one set of parameters, ready to run.
struct Experiment: Sendable {
  /// A transfer that the estimate includes.
  struct MeasuredTransfer: Sendable {
    let name: String
    /// The index in the model.
    let index: Int
  }

  let settings: Estimator.Settings
  let model: SimulationModel
  /// The transfers of the model in the policy's order.
  let transfers: [MeasuredTransfer]
  /// The tasks that the system launches by itself.
  let tasks: [TaskRequest]
  let pushes: [Policy.Push]

  init(_ policy: Policy, _ settings: Estimator.Settings) {
    self.settings = settings
    let model = SimulationModel(
      policy, on: settings.day, settings.parameters, disabledMechanisms: settings.disabledMechanisms)
    self.model = model
    let indices = Dictionary(
      model.transfers.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    transfers = policy.transfers.compactMap { transfer in
      indices[transfer.name.value].map { MeasuredTransfer(name: transfer.name.value, index: $0) }
    }
    let launched = Set(model.launches.tasks.filter { $0.kind != .continuedProcessing }.map(\.name))
    tasks = policy.tasks.filter { launched.contains($0.name.value) }
    pushes = policy.wakingPushes
  }

  /// The results of a run.
  func run(_ run: Int) -> RunResult { self.run(run, of: model) }

  /// The results of a run of another variant of the model.
  func run(_ run: Int, of model: SimulationModel) -> RunResult {
    var simulation = Simulation(model, seed: settings.seed, run: run)
    simulation.stopsTransfers = true
    simulation.run()
    return RunResult(simulation)
  }

  /// Seconds from submission until every item is through: infinite if any never is; `nil` if there are no items.
  func completion(_ transfer: Int, _ run: RunResult) -> Double? {
    let index = transfers[transfer].index
    return run.jobs[index].completion(of: model.transfers[index])
  }

  /// The days over which a transfer's job spreads.
  func days(_ transfer: Int, _ run: RunResult) -> Double {
    run.jobDays[transfers[transfer].index]
  }

  /// The app's launches a day.
  func launchesPerDay(_ run: RunResult) -> Double {
    let resumes = transfers.indices.reduce(0) {
      $0 + Double(run.jobs[transfers[$1].index].launches) / days($1, run)
    }
    return (run.tasks + run.pushes).reduce(resumes) { $0 + $1.launchesPerDay }
  }
}
