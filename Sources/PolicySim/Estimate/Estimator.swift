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
  private static func block(_ transfers: Int) -> Int { max(1, min(100, 100_000 / max(1, transfers))) }

  /// How many blocks are worked on before they are counted, which bounds what has to be kept.
  private static func wave(_ transfers: Int) -> Int {
    max(4, min(64, 300_000 / max(1, transfers * block(transfers))))
  }

  /// The estimate of a policy.
  ///
  /// The runs are made in blocks of a fixed number, which are counted in their order, so that it doesn't matter how many
  /// threads `workers` has.
  package static func estimate(
    _ policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> Estimate {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let readings = Readings(policy, settings)
    let transfers = readings.base.plan.entries.count
    let blocks = stride(from: 0, to: runs, by: block(transfers)).map {
      $0..<min($0 + block(transfers), runs)
    }
    var tallies = ReadingTallies(readings)
    let wave = wave(transfers)
    for start in stride(from: 0, to: blocks.count, by: wave) {
      let some = Array(blocks[start..<min(start + wave, blocks.count)])
      for block in workers.map(some, done: start, of: blocks.count, readings.block) {
        tallies.add(block, of: readings.base)
      }
    }
    var estimate = Summary(
      readings.base, runs: runs, tallies, without: NotEstimated.all(of: policy)
    ).estimate
    if !settings.explanations.isEmpty {
      estimate.explanation = Explanation(policy, settings, runs: runs, on: workers)
    }
    return estimate
  }
}

/// Makes an estimate of what was counted under each reading of the delay's lapse.
private struct Summary {
  let estimate: Estimate

  init(_ experiment: Experiment, runs: Int, _ tallies: ReadingTallies, without notEstimated: [NotEstimated]) {
    let tally = tallies.base
    let settings = experiment.settings
    let transfers = experiment.transfers.enumerated().map { index, transfer in
      let own = tally.transfers[index]
      let (idle, literal) = tallies.delays(index)
      return TransferEstimate(
        name: transfer.name, completion: own.delays.completion, bands: (idle.completion, literal.completion),
        completeRuns: own.delays.completeRuns,
        completeShareBands: (idle.completeRuns?.value, literal.completeRuns?.value),
        launches: own.delays.launches, launchesBands: (idle.launches, literal.launches),
        launchesPerDay: own.launchesPerDay, limiterDelay: own.delays.limiterDelay,
        limiterDelayBands: (idle.limiterDelay, literal.limiterDelay), means: own.means)
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
      transfers: transfers, tasks: tasks, pushes: pushes, notEstimated: notEstimated,
      launchesPerDay: tally.launchesPerDay, totals: tally.totals, isExact: settings.day.isIdeal)
  }
}
