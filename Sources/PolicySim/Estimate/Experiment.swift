internal import PolicyModel

extension SimulationModel {
  /// The model of a policy under the settings of an estimate.
  convenience init(
    _ policy: Policy, _ settings: Estimator.Settings, measuring: MeasuredOccurrences = .steadyState
  ) {
    self.init(
      policy, on: settings.day, settings.parameters, disabledMechanisms: settings.disabledMechanisms,
      measuring: measuring, anytimeWork: settings.anytimeWork)
  }
}

/// A policy under one set of parameters, ready to run.
final class Experiment: Sendable {
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
  /// The tasks that can be pending, and the tasks that the user starts.
  let tasks: [TaskRequest]
  let pushes: [Policy.Push]

  init(_ policy: Policy, _ settings: Estimator.Settings) {
    self.settings = settings
    let model = SimulationModel(policy, settings)
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

  /// The results of some runs.
  func results(_ runs: Range<Int>) -> [RunResult] {
    var runner = Runner(self, from: runs.lowerBound)
    return runs.map { runner.result(of: $0, model) }
  }

  func work(_ transfer: Int, _ run: RunResult) -> TransferResult { run.works[transfers[transfer].index] }

  /// Seconds from the time at which the work comes up until the last item finishes, for each job that counts; infinite if
  /// any item never finishes; empty if the transfer has no items.
  func completions(_ transfer: Int, _ run: RunResult) -> [Double] {
    let index = transfers[transfer].index
    guard model.transfers[index].count > 0 else { return [] }
    var completions: [Double] = []
    completions.reserveCapacity(run.works[index].sums.jobs)
    run.works[index].forEachJob { job in
      if let completion = job.completion(of: model.transfers[index]) { completions.append(completion) }
    }
    return completions
  }

  /// The completion of a transfer's first job; `nil` if the transfer has no items.
  func firstCompletion(_ transfer: Int, _ run: RunResult) -> Double? {
    let index = transfers[transfer].index
    return run.works[index].first.completion(of: model.transfers[index])
  }

  /// The completion of a single job of a transfer; `number` chooses a different job for each run. A single value per run
  /// keeps the values independent of each other. 0 if the transfer has no items.
  func sampledCompletion(_ transfer: Int, _ run: RunResult, number: Int) -> Double {
    let completions = completions(transfer, run)
    return completions.isEmpty ? 0 : completions[number % completions.count]
  }

  /// Whether the work of a transfer recurs, so that its first occurrence differs from the later occurrences.
  func recurs(_ transfer: Int) -> Bool { model.transfers[transfers[transfer].index].window != nil }

  /// The sums over a transfer's jobs that count in a run.
  func sums(_ transfer: Int, _ run: RunResult) -> TransferRun { run.works[transfers[transfer].index].sums }

  /// The launches for a transfer's jobs a day.
  func launchesPerDay(_ transfer: Int, _ run: RunResult) -> Double {
    sums(transfer, run).launches / days(transfer, run)
  }

  /// The days over which a transfer's jobs spread.
  func days(_ transfer: Int, _ run: RunResult) -> Double {
    run.works[transfers[transfer].index].days
  }

  /// The app's launches a day.
  func launchesPerDay(_ run: RunResult) -> Double {
    var sum = transfers.indices.reduce(0) { $0 + launchesPerDay($1, run) }
    for task in run.tasks { sum += task.launchesPerDay }
    for push in run.pushes { sum += push.launchesPerDay }
    return sum
  }
}
