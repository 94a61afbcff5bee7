package import PolicyModel
internal import Quantities

/// Estimates the cost of a policy.
package enum Estimator {
  /// The settings of an estimate.
  package struct Settings: Sendable {
    /// The scenario.
    package var day: DeviceDay
    /// The model's parameters.
    package var parameters: Parameters
    /// The mechanisms that the runs leave out.
    package var disabledMechanisms: Set<Mechanism> = []
    /// The seed of all random numbers.
    package var seed: UInt64 = 1
    /// The number of runs.
    package var runs = 2_000
    /// The parts of the explanation to compute.
    package var explanations: Set<Explanation.Part> = []

    /// Settings with the usual number of runs.
    package init(day: DeviceDay, parameters: Parameters) {
      self.day = day
      self.parameters = parameters
    }
  }

  /// The runs of a block, which a thread takes at a time; fewer if each has much to keep.
  private static func block(_ transfers: Int) -> Int { max(1, min(100, 100_000 / max(1, transfers))) }

  /// The blocks that are run before they are accumulated, which bounds memory.
  private static func wave(_ transfers: Int) -> Int {
    max(4, min(64, 300_000 / max(1, transfers * block(transfers))))
  }

  /// The estimate of a policy.
  ///
  /// Runs are made in blocks of a fixed size that are accumulated in order, so the number of threads of
  /// `workers` does not matter.
  package static func estimate(
    _ policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> Estimate {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let variants = LimiterVariants(policy, settings)
    let transfers = variants.base.model.transfers.count
    let blocks = stride(from: 0, to: runs, by: block(transfers)).map {
      $0..<min($0 + block(transfers), runs)
    }
    var results = VariantAccumulators(variants)
    let wave = wave(transfers)
    for start in stride(from: 0, to: blocks.count, by: wave) {
      let some = Array(blocks[start..<min(start + wave, blocks.count)])
      for block in workers.map(some, done: start, of: blocks.count, variants.block) {
        results.add(block, of: variants.base)
      }
    }
    var estimate = Summary(
      variants.base, runs: runs, results, of: policy
    ).estimate
    if !settings.explanations.isEmpty {
      estimate.explanation = explain(policy, settings, runs: runs, on: workers)
    }
    return estimate
  }
}

private struct Summary {
  let estimate: Estimate

  init(_ experiment: Experiment, runs: Int, _ results: VariantAccumulators, of policy: Policy) {
    let accumulator = results.base
    let settings = experiment.settings
    let transfers = experiment.transfers.enumerated().map { index, transfer in
      let own = accumulator.transfers[index]
      let (idle, literal) = results.delays(index)
      return TransferEstimate(
        name: transfer.name, completion: own.delays.completion, bands: (idle.completion, literal.completion),
        completeRuns: own.delays.completeRuns,
        completeShareBands: (idle.completeRuns?.value, literal.completeRuns?.value),
        launches: own.delays.launches, launchesBands: (idle.launches, literal.launches),
        launchesPerDay: own.launchesPerDay, limiterDelay: own.delays.limiterDelay,
        limiterDelayBands: (idle.limiterDelay, literal.limiterDelay), means: own.means)
    }
    let tasks = zip(experiment.tasks, accumulator.tasks).map { task, launches in
      TaskEstimate(
        name: task.name.value, launchesPerDay: launches.perDay, firstLaunch: launches.first)
    }
    let pushes = zip(experiment.pushes, accumulator.pushes).map { push, launches in
      let sent = push.perDay?.value ?? 0
      return PushEstimate(
        name: push.name.value, sentPerDay: sent, launchesPerDay: launches.perDay,
        coalescedShare: launches.perDay.mean.flatMap { sent > 0 ? max(0, 1 - $0 / sent) : nil })
    }
    estimate = Estimate(
      scenario: settings.day.name, seed: settings.seed, runs: runs, parameters: settings.parameters,
      transfers: transfers, tasks: tasks, pushes: pushes, assumptions: policy.estimateAssumptions,
      notEstimated: NotEstimated.all(of: policy),
      launchesPerDay: accumulator.launchesPerDay, totals: accumulator.totals, isExact: settings.day.isIdeal)
  }
}

extension Estimator {
  /// The bounds of the usual number of runs.
  private static let mostRuns = 2_000
  private static let leastRuns = 20
  /// The number of events that are worth waiting for.
  private static let stepBudget = 3_000_000

  /// The usual number of runs of a policy: fewer if each has very much to do.
  package static func usualRuns(of policy: Policy) -> Int {
    let work = policy.transfers.reduce(1) { work, transfer in
      guard transfer.isEstimable, let count = transfer.itemCount else { return work }
      let isUniform =
        transfer.authChallenge.value == .never && transfer.failureShare.value.fraction == 0
        && transfer.size?.value.lower == transfer.size?.value.upper
      return work + max(1, min(count, isUniform ? 10 : .max))
    }
    return max(leastRuns, min(mostRuns, stepBudget / work))
  }
}
