package import PolicyModel

/// What each run came to, in the order of the runs: a run has the same random numbers whatever the policy says.
package struct RunValues: Sendable {
  /// What a transfer's work came to, by run.
  package struct Transfer: Sendable {
    /// The transfer's name.
    package let name: String
    /// Seconds to the end of the last item that finished; `nil` in runs in which none did.
    package let completion: [Double?]
    /// Items that never finish, as a share.
    package let unfinishedShare: [Double]
    /// Items that outlive their validity, as a share.
    package let expiredShare: [Double]
    /// Items that finish after their deadline or never, as a share; 0 where there is no deadline.
    package let missedDeadlineShare: [Double]
    /// Background resumes by day.
    package let launchesPerDay: [Double]
    /// Joules by day.
    package let energyPerDay: [Double]
    /// Bytes over cellular by day.
    package let cellularBytesPerDay: [Double]
  }

  /// How often a task or a push launches the app by day, by run.
  package struct Launches: Sendable {
    /// The task's or the push's name.
    package let name: String
    /// Launches by day.
    package let perDay: [Double]
  }

  /// How many runs there are.
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
  /// How many runs a thread takes at a time.
  private static let part = 100

  /// The values of each run under the settings' own reading of the limiter, for comparisons run by run.
  package static func runValues(
    of policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> RunValues {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let experiment = Experiment(policy, settings)
    let parts = stride(from: 0, to: runs, by: part).map { $0..<min($0 + part, runs) }
    let tallies = workers.map(parts, done: 0, of: parts.count) { $0.map(experiment.run) }.flatMap { $0 }
    return RunValues(experiment, tallies)
  }
}

extension RunValues {
  fileprivate init(_ experiment: Experiment, _ tallies: [RunSample]) {
    runs = tallies.count
    transfers = experiment.transfers.indices.map { RunValues.Transfer(experiment, $0, tallies) }
    tasks = experiment.tasks.enumerated().map { index, task in
      Launches(name: task.name.value, perDay: tallies.map { $0.tasks[index].launchesPerDay })
    }
    pushes = experiment.pushes.enumerated().map { index, push in
      Launches(name: push.name.value, perDay: tallies.map { $0.pushes[index].launchesPerDay })
    }
    launchEnergy = experiment.plan.settings.launchEnergy
  }
}

extension RunValues.Transfer {
  fileprivate init(_ experiment: Experiment, _ transfer: Int, _ tallies: [RunSample]) {
    let place = experiment.transfers[transfer].entry
    let entry = experiment.plan.entries[place]
    let occurrences = tallies.map { $0.occurrences[place] }
    func share(_ items: (Occurrence) -> Int) -> [Double] {
      occurrences.map { entry.count > 0 ? Double(items($0)) / Double(entry.count) : 0 }
    }
    func perDay(_ value: (Occurrence) -> Double) -> [Double] {
      zip(occurrences, tallies).map { value($0) / experiment.days(transfer, $1) }
    }
    name = entry.name
    completion = tallies.map { experiment.completion(transfer, $0) }
    unfinishedShare = share { entry.count - $0.finished }
    expiredShare = share(\.expired)
    missedDeadlineShare =
      entry.deadline < .max
      ? share { $0.missedDeadline + entry.count - $0.finished } : occurrences.map { _ in 0 }
    launchesPerDay = perDay { Double($0.launches) }
    energyPerDay = perDay(\.energy)
    cellularBytesPerDay = perDay(\.cellularBytes)
  }
}
