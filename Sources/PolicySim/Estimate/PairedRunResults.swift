package import PolicyModel

/// The results of each run in order; a run has the same random numbers whatever the policy says, so two sets
/// can be compared run by run.
package struct PairedRunResults: Hashable, Sendable {
  /// The results of a transfer by run.
  package struct Transfer: Hashable, Sendable {
    /// The transfer's name.
    package let name: String
    /// Seconds until every item is through, for each time that counts in each run: infinite if any item never is, none if
    /// there are no items.
    package let completions: [[Double]]
    /// The share of items that finish while they are valid, and by the deadline; 1 if there are no items.
    package let validAndOnTimeShare: [Double]
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
  package struct Launches: Hashable, Sendable {
    /// The task's or the push's name.
    package let name: String
    /// Launches a day.
    package let perDay: [Double]
    /// Joules of the launches and of the work in them a day.
    package let energyPerDay: [Double]
  }

  /// The number of runs.
  package let runs: Int
  /// The transfers in the order of the policy.
  package let transfers: [Transfer]
  /// The tasks that the system launches, in the order of the policy.
  package let tasks: [Launches]
  /// The pushes in the order of the policy.
  package let pushes: [Launches]
}

extension Estimator {
  /// Runs that a thread takes at a time.
  private static let part = 25

  /// The results of each run, for comparisons run by run.
  package static func pairedRunResults(
    of policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> PairedRunResults {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let experiment = Experiment(policy, settings)
    let parts = (0..<runs).divided(into: part)
    let results = workers.map(parts, done: 0, of: parts.count) { part in
      experiment.results(part).map { PairedRun(experiment, $0) }
    }
    return PairedRunResults(experiment, results.flatMap { $0 })
  }
}

/// The figures of one run that comparisons need.
struct PairedRun: Sendable {
  let figures: RunFigures
  let tasks: [RunResult.Launches]
  let pushes: [RunResult.Launches]

  init(_ experiment: Experiment, _ run: RunResult) {
    figures = RunFigures(experiment, run)
    tasks = run.tasks
    pushes = run.pushes
  }
}

extension PairedRunResults {
  /// The results of runs of an experiment.
  init(_ experiment: Experiment, _ results: [PairedRun]) {
    runs = results.count
    transfers = experiment.transfers.enumerated().map { index, transfer in
      Transfer(name: transfer.name, results.map { $0.figures.transfers[index] })
    }
    tasks = experiment.tasks.enumerated().map { index, task in
      Launches(name: task.name.value, results.map { $0.tasks[index] })
    }
    pushes = experiment.pushes.enumerated().map { index, push in
      Launches(name: push.name.value, results.map { $0.pushes[index] })
    }
  }
}

extension PairedRunResults.Transfer {
  fileprivate init(name: String, _ runs: [RunFigures.Transfer]) {
    self.init(
      name: name, completions: runs.map(\.completions), validAndOnTimeShare: runs.map(\.validAndOnTimeShare),
      unfinishedShare: runs.map(\.unfinishedShare), expiredShare: runs.map(\.expiredShare),
      missedDeadlineShare: runs.map(\.missedDeadlineShare), launchesPerDay: runs.map(\.launchesPerDay),
      energyPerDay: runs.map(\.energyPerDay), cellularBytesPerDay: runs.map(\.cellularBytesPerDay))
  }
}

extension PairedRunResults.Launches {
  fileprivate init(name: String, _ runs: [RunResult.Launches]) {
    self.init(name: name, perDay: runs.map(\.launchesPerDay), energyPerDay: runs.map(\.energyPerDay))
  }
}
