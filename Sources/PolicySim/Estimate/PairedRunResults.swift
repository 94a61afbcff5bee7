package import PolicyModel

/// The results of each run in order; a run has the same random numbers whatever the policy says, so two sets
/// can be compared run by run.
package struct PairedRunResults: Sendable {
  /// The results of a transfer by run.
  package struct Transfer: Sendable {
    /// The transfer's name.
    package let name: String
    /// Seconds until every item is through, for each time that counts in each run: infinite if any item never is, none if
    /// there are no items.
    package let completions: [[Double]]
    /// Items that never finish, as a share.
    package let unfinishedShare: [Double]
    /// The share of items that outlive their validity.
    package let expiredShare: [Double]
    /// Items that finish after their deadline or never, as a share; 0 if there is no deadline.
    package let missedDeadlineShare: [Double]
    /// Background resumes a day.
    package let launchesPerDay: [Double]
    /// Joules a day.
    package let energyPerDay: [Double]
    /// Bytes over cellular by day.
    package let cellularBytesPerDay: [Double]
  }

  /// The launches for a task or a push by run.
  package struct Launches: Sendable {
    /// The task's or the push's name.
    package let name: String
    /// Launches a day.
    package let perDay: [Double]
  }

  /// The number of runs.
  package let runs: Int
  /// The transfers in the order of the policy.
  package let transfers: [Transfer]
  /// The tasks that the system launches, in the order of the policy.
  package let tasks: [Launches]
  /// The pushes in the order of the policy.
  package let pushes: [Launches]
  /// Joules of a launch.
  let launchEnergy: Double
}

extension Estimator {
  /// Runs that a thread takes at a time.
  private static let part = 100

  /// The results of each run, for comparisons run by run.
  package static func pairedRunResults(
    of policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> PairedRunResults {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let experiment = Experiment(policy, settings)
    let parts = stride(from: 0, to: runs, by: part).map { $0..<min($0 + part, runs) }
    let results = workers.map(parts, done: 0, of: parts.count) { $0.map(experiment.run) }.flatMap { $0 }
    return PairedRunResults(experiment, results)
  }
}

extension PairedRunResults {
  fileprivate init(_ experiment: Experiment, _ results: [RunResult]) {
    runs = results.count
    transfers = experiment.transfers.indices.map { PairedRunResults.Transfer(experiment, $0, results) }
    tasks = experiment.tasks.enumerated().map { index, task in
      Launches(name: task.name.value, perDay: results.map { $0.tasks[index].launchesPerDay })
    }
    pushes = experiment.pushes.enumerated().map { index, push in
      Launches(name: push.name.value, perDay: results.map { $0.pushes[index].launchesPerDay })
    }
    launchEnergy = experiment.model.settings.launchEnergy
  }
}

extension PairedRunResults.Transfer {
  fileprivate init(_ experiment: Experiment, _ number: Int, _ results: [RunResult]) {
    let index = experiment.transfers[number].index
    let transfer = experiment.model.transfers[index]
    func share(_ items: (Job) -> Int) -> [Double] {
      results.map { run in
        transfer.count > 0
          ? experiment.average(number, run) { Double(items($0)) } / Double(transfer.count) : 0
      }
    }
    func perDay(_ value: (Job) -> Double) -> [Double] {
      results.map { experiment.perDay(number, $0, value) }
    }
    name = transfer.name
    completions = results.map { experiment.completions(number, $0) }
    unfinishedShare = share { transfer.count - $0.finished }
    expiredShare = share(\.expired)
    missedDeadlineShare =
      transfer.deadline < .max
      ? share { $0.missedDeadline + transfer.count - $0.finished } : results.map { _ in 0 }
    launchesPerDay = perDay { Double($0.launches) }
    energyPerDay = perDay(\.energy)
    cellularBytesPerDay = perDay(\.cellularBytes)
  }
}
