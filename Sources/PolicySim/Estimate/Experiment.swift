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
  /// The tasks that can be pending, and those that a person starts.
  let tasks: [TaskRequest]
  let pushes: [Policy.Push]

  init(_ policy: Policy, _ settings: Estimator.Settings) {
    self.settings = settings
    let model = SimulationModel(
      policy, on: settings.day, settings.parameters, disabledMechanisms: settings.disabledMechanisms,
      anytimeWork: settings.anytimeWork)
    self.model = model
    let indices = Dictionary(
      model.transfers.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    transfers = policy.transfers.compactMap { transfer in
      indices[transfer.name.value].map { MeasuredTransfer(name: transfer.name.value, index: $0) }
    }
    let planned = Set(model.launches.tasks.map(\.name))
    tasks = policy.tasks.filter { planned.contains($0.name.value) }
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

  /// The jobs of a transfer that count in a run; at least one.
  func jobs(_ transfer: Int, _ run: RunResult) -> [Job] { run.measured[transfers[transfer].index] }

  /// Seconds from the time at which the work comes up until every item is through, for each job that counts: infinite if any
  /// item never is; none if there are no items.
  func completions(_ transfer: Int, _ run: RunResult) -> [Double] {
    let planned = model.transfers[transfers[transfer].index]
    return jobs(transfer, run).compactMap { $0.completion(of: planned) }
  }

  /// The completion of a transfer's first job; `nil` if there are no items.
  func firstCompletion(_ transfer: Int, _ run: RunResult) -> Double? {
    let index = transfers[transfer].index
    return run.jobs[index].completion(of: model.transfers[index])
  }

  /// The completion of one of a transfer's jobs, another one in each run, so that runs are independent of each other; 0 if
  /// there are no items.
  func sampledCompletion(_ transfer: Int, _ run: RunResult, number: Int) -> Double {
    let completions = completions(transfer, run)
    return completions.isEmpty ? 0 : completions[number % completions.count]
  }

  /// Whether the work of a transfer recurs, so that its first time differs from the later ones.
  func recurs(_ transfer: Int) -> Bool { model.transfers[transfers[transfer].index].window != nil }

  /// A figure of a transfer's jobs, averaged over those that count in a run.
  func average(_ transfer: Int, _ run: RunResult, _ figure: (Job) -> Double) -> Double {
    let jobs = jobs(transfer, run)
    return jobs.reduce(0) { $0 + figure($1) } / Double(jobs.count)
  }

  /// A figure of a transfer's jobs a day.
  func perDay(_ transfer: Int, _ run: RunResult, _ figure: (Job) -> Double) -> Double {
    jobs(transfer, run).reduce(0) { $0 + figure($1) } / days(transfer, run)
  }

  /// The days over which a transfer's jobs spread.
  func days(_ transfer: Int, _ run: RunResult) -> Double {
    run.jobDays[transfers[transfer].index]
  }

  /// The app's launches a day.
  func launchesPerDay(_ run: RunResult) -> Double {
    let resumes = transfers.indices.reduce(0) { $0 + perDay($1, run) { Double($0.launches) } }
    return (run.tasks + run.pushes).reduce(resumes) { $0 + $1.launchesPerDay }
  }
}
