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
    /// The transfers whose work comes up at any time, although the app submits it in a visit.
    package var anytimeWork: Set<String> = []
    /// Whether the estimate also makes runs under the alternative interpretations of the limiter's rules.
    package var comparesInterpretations = true
    /// Whether the estimate also draws uncertain parameters from their ranges, if it has enough runs.
    package var predicts = false
    /// Whether runs end with their transfers, so that launches for tasks and pushes are counted only in part.
    package var countsOnlyTransfers = false
    /// Counts the events, and ends runs that have too many; `nil` if the number of events is not bounded.
    package var meter: EventMeter?
    /// The number of runs of each draw; `nil` for the usual number of the policy.
    var runsOfDraw: Int?

    /// Settings with the usual number of runs.
    package init(day: DeviceDay, parameters: Parameters) {
      self.day = day
      self.parameters = parameters
    }

    /// Settings with draws of uncertain parameters. `runs` and `mostEvents` are `nil` for the usual runs and the usual bound
    /// of events of the policy.
    package init(
      of policy: Policy, on day: DeviceDay, _ parameters: Parameters, seed: UInt64 = 1, runs: Int? = nil,
      mostEvents: Int? = nil
    ) {
      self.init(day: day, parameters: parameters)
      self.seed = seed
      self.runs = runs ?? Estimator.usualRuns(of: policy)
      predicts = true
      meter = mostEvents.map { EventMeter(limit: $0) } ?? Estimator.meter(of: policy, self)
    }

    /// Makes each draw use the same runs as the draws of another policy, so that the estimates of both policies can be
    /// compared.
    package mutating func pair(with policy: Policy) { runsOfDraw = Estimator.runsOfDraw(of: policy) }
  }

  /// The number of jobs that the runs of a block may keep in memory.
  private static let jobsOfBlock = 100_000.0

  /// The number of runs of a block, which a thread makes at a time; fewer if each run keeps many results.
  static func block(_ model: SimulationModel) -> Int {
    let runs = min(100, 100_000 / max(1, model.transfers.count))
    return max(1, min(runs, Int(jobsOfBlock / max(1, model.countedJobs))))
  }

  /// The number of blocks at the end that are run in parts, so that no thread works on a whole block while the other threads
  /// are done.
  private static let dividedBlocks = 3
  /// The number of runs of a part of a block.
  private static let part = 10

  /// The ranges of runs that threads make: whole blocks, then parts of blocks.
  static func parts(of runs: Int, inBlocksOf size: Int) -> [Range<Int>] {
    let blocks = (0..<runs).divided(into: size)
    return blocks.dropLast(dividedBlocks)
      + blocks.suffix(dividedBlocks).flatMap { $0.divided(into: part) }
  }

  /// The number of blocks that are run before their results are accumulated; this bounds memory.
  static func wave(_ model: SimulationModel) -> Int {
    let block = block(model)
    guard model.countedJobs * Double(block) <= jobsOfBlock / 2 else { return 4 }
    return max(4, min(64, 300_000 / max(1, model.transfers.count * block)))
  }

  /// The estimate of a policy.
  ///
  /// Runs are made in blocks of a fixed size, and blocks are accumulated in order, so the result does not depend on the
  /// number of threads of `workers`.
  package static func estimate(
    _ policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> Estimate {
    estimate(Computation(policy, settings), policy, settings, on: workers)
  }

  /// The estimate of a policy from a computation that has not begun.
  static func estimate(
    _ begun: Computation, _ policy: Policy, _ settings: Settings, on workers: some ParallelMap
  ) -> Estimate {
    var computation = begun
    while !computation.isDone {
      let blocks = computation.nextBlocks
      computation.add(
        workers.map(blocks, done: computation.doneBlocks, of: computation.allBlocks, computation.results))
    }
    var estimate = computation.estimate
    estimate.obstacles = obstacles(of: policy, settings, in: estimate, on: workers)
    if !settings.explanations.isEmpty {
      estimate.explanation = explain(policy, settings, runs: computation.runs, on: workers)
    }
    return estimate
  }
}

extension Estimator {
  /// The bounds of the usual number of runs.
  private static let mostRuns = 2_000
  /// The most runs of a policy whose work recurs: each run simulates weeks of work.
  private static let mostLongRuns = 250
  private static let leastRuns = 20
  /// The least number of runs of an estimate for which drawing uncertain parameters is worth the time.
  static let leastPredictedRuns = 200
  /// The number of items in all runs of an estimate for which users should have to wait.
  private static let stepBudget = 3_000_000

  /// The usual number of runs of a policy: fewer if a run has many items.
  package static func usualRuns(of policy: Policy) -> Int {
    let work = policy.transfers.reduce(1) { work, transfer in
      guard transfer.isEstimable, let count = transfer.itemCount else { return work }
      let isUniform =
        transfer.authChallenge.value == .never && transfer.failureShare.value.fraction == 0
        && transfer.size?.value.lower == transfer.size?.value.upper
      return work + max(1, min(count, isUniform ? 10 : .max))
    }
    return max(leastRuns, min(isLong(policy) ? mostLongRuns : mostRuns, stepBudget / work))
  }

  /// Whether work of a policy recurs, so that each run takes weeks.
  static func isLong(_ policy: Policy) -> Bool {
    !policy.tasks.isEmpty || !policy.pushes.isEmpty
      || policy.transfers.contains { $0.every.value != .once }
  }

  /// The number of runs of each draw of uncertain parameters.
  ///
  /// A run of recurring work has many occurrences. Work that comes up only once needs more runs instead, unless the runs
  /// take long.
  static func runsOfDraw(of policy: Policy) -> Int {
    let usual = usualRuns(of: policy)
    return usual == mostRuns ? usual / 20 : max(5, usual / 50)
  }
}
