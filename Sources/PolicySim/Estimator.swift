package import PolicyModel

/// Estimates what a policy costs.
package enum Estimator {
  /// How an estimate is made.
  package struct Settings: Sendable {
    /// The device's day.
    package var day: DeviceDay
    /// The model's parameters.
    package var parameters: Parameters
    /// What the device and the daemon do without.
    package var without: Set<Mechanism> = []
    /// The seed of all random numbers.
    package var seed: UInt64 = 1
    /// How many runs to make.
    package var runs = 2_000
    /// What to find out besides.
    package var explanations: Set<Explanation.Part> = []

    /// The usual number of runs on a device's day.
    package init(day: DeviceDay, parameters: Parameters) {
      self.day = day
      self.parameters = parameters
    }
  }

  /// How many runs make a block, what a thread takes at a time; fewer where each has much to keep.
  private static func block(_ experiment: Experiment) -> Int {
    max(1, min(100, 100_000 / max(1, experiment.plan.entries.count)))
  }
  /// How many blocks are worked on before they are merged, which bounds what has to be kept.
  private static func wave(_ experiment: Experiment) -> Int {
    max(6, min(64, 500_000 / max(1, experiment.plan.entries.count * block(experiment))))
  }

  /// The estimate of a policy.
  ///
  /// The runs are made in blocks of a fixed number, which are merged in their order, so that it doesn't matter how many
  /// threads `workers` has.
  package static func estimate(
    _ policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> Estimate {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let experiments = readings(of: settings).map { Experiment(policy, $0) }
    let blocks = stride(from: 0, to: runs, by: block(experiments[0])).map {
      $0..<min($0 + block(experiments[0]), runs)
    }
    // The same random numbers in each reading: the difference is the reading's alone.
    let parts = blocks.flatMap { block in experiments.indices.map { (experiment: $0, runs: block) } }
    var tallies = experiments.map { Tally($0, [RunTally]()) }
    let wave = wave(experiments[0])
    for start in stride(from: 0, to: parts.count, by: wave) {
      let some = Array(parts[start..<min(start + wave, parts.count)])
      let products = workers.map(some, done: start, of: parts.count) { part in
        Tally(experiments[part.experiment], part.runs.map { experiments[part.experiment].run($0) })
      }
      for index in tallies.indices {
        let own = zip(some, products).filter { $0.0.experiment == index }.map(\.1)
        tallies[index] = Tally(merging: [tallies[index]] + own)
      }
    }
    var estimate = Summary(experiments[0], runs: runs, tallies).estimate
    if !settings.explanations.isEmpty {
      estimate.explanation = Explanation(policy, settings, runs: runs, on: workers)
    }
    return estimate
  }

  /// The settings, and the same with the delay lapsing in the two other ways.
  private static func readings(of settings: Settings) -> [Settings] {
    [settings]
      + [.idle, .literal].map { (reading: ResumeLimiter.Lapse) in
        var other = settings
        if reading != settings.parameters.limiter.lapse {
          _ = other.parameters.set("limiter.lapse", to: reading.rawValue)
        }
        return other
      }
  }
}

/// Makes an estimate of what was counted under each reading of the delay's lapse.
private struct Summary {
  let estimate: Estimate

  init(_ experiment: Experiment, runs: Int, _ tallies: [Tally]) {
    let tally = tallies[0]
    let settings = experiment.settings
    let transfers = experiment.transfers.enumerated().map { index, transfer in
      let all = tallies.map { $0.transfers[index] }
      return TransferEstimate(
        name: transfer.name, completion: all[0].completion,
        bands: (all[1].completion, all[2].completion), launches: all[0].launches,
        launchesBands: (all[1].launches, all[2].launches), launchesPerDay: all[0].launchesPerDay,
        limiterDelay: all[0].limiterDelay, limiterDelayBands: (all[1].limiterDelay, all[2].limiterDelay),
        means: all[0].means)
    }
    let tasks = zip(experiment.tasks, tally.tasks).map { task, launches in
      TaskEstimate(
        name: task.name.value, launchesPerDay: launches.perDay, firstLaunch: launches.first)
    }
    let pushes = zip(experiment.pushes, tally.pushes).map { push, launches in
      let sent = push.perDay?.value ?? 0
      return PushEstimate(
        name: push.name.value, sentPerDay: sent, launchesPerDay: launches.perDay,
        coalescedShare: launches.perDay.mean.flatMap { sent > 0 ? max(0, 1 - $0 / sent) : nil })
    }
    estimate = Estimate(
      scenario: settings.day.name, seed: settings.seed, runs: runs, parameters: settings.parameters,
      transfers: transfers, tasks: tasks, pushes: pushes, launchesPerDay: tally.launchesPerDay,
      totals: tally.totals, isExact: settings.day.isIdeal)
  }
}
