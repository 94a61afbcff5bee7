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
    /// Whether the other interpretations of the limiter's rules are run, too.
    package var comparesInterpretations = true
    /// Whether uncertain parameters are drawn from their ranges, too, if there are enough runs.
    package var predicts = false
    /// Whether runs end with their transfers, so that launches for tasks and pushes are not counted to their end.
    package var countsOnlyTransfers = false
    /// Counts the events, and ends runs that have too many; `nil` if there is no bound.
    package var meter: EventMeter?
    /// The runs of each draw; `nil` for the usual number of the policy.
    var runsOfDraw: Int?

    /// Settings with the usual number of runs.
    package init(day: DeviceDay, parameters: Parameters) {
      self.day = day
      self.parameters = parameters
    }

    /// Settings with the usual runs of a policy, draws of uncertain parameters, and a bound of events; `nil` for the usual runs and
    /// events.
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

    /// Makes the same runs in each draw as for another policy, so that the two can be compared.
    package mutating func pair(with policy: Policy) { runsOfDraw = Estimator.runsOfDraw(of: policy) }
  }

  /// The jobs of a block that fit into memory.
  private static let jobsOfBlock = 100_000.0

  /// The runs of a block, which a thread takes at a time; fewer if each has much to keep.
  static func block(_ model: SimulationModel) -> Int {
    let runs = min(100, 100_000 / max(1, model.transfers.count))
    return max(1, min(runs, Int(jobsOfBlock / max(1, model.countedJobs))))
  }

  /// The number of blocks at the end that are run in parts, so that no thread is left alone with a whole one.
  private static let dividedBlocks = 3
  /// The runs of a part of a block.
  private static let part = 10

  /// Ranges of runs that threads take: whole blocks, then parts of them.
  static func parts(of runs: Int, inBlocksOf size: Int) -> [Range<Int>] {
    let blocks = (0..<runs).divided(into: size)
    return blocks.dropLast(dividedBlocks)
      + blocks.suffix(dividedBlocks).flatMap { $0.divided(into: part) }
  }

  /// The blocks that are run before they are accumulated, which bounds memory.
  static func wave(_ model: SimulationModel) -> Int {
    let block = block(model)
    guard model.countedJobs * Double(block) <= jobsOfBlock / 2 else { return 4 }
    return max(4, min(64, 300_000 / max(1, model.transfers.count * block)))
  }

  /// The estimate of a policy.
  ///
  /// Runs are made in blocks of a fixed size that are accumulated in order, so the number of threads of
  /// `workers` does not matter.
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
  /// The most runs of a policy whose work recurs: each has weeks of it.
  private static let mostLongRuns = 250
  private static let leastRuns = 20
  /// The least runs of an estimate that is worth drawing uncertain parameters.
  static let leastPredictedRuns = 200
  /// The number of events that are worth waiting for.
  private static let stepBudget = 3_000_000

  /// The usual number of runs of a policy: fewer if a run has many events.
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
  private static func isLong(_ policy: Policy) -> Bool {
    !policy.tasks.isEmpty || !policy.pushes.isEmpty
      || policy.transfers.contains { $0.every.value != .once }
  }

  /// The runs of each draw of uncertain parameters.
  ///
  /// A run in which work recurs has many times of it. Of work that comes up once there have to be as many runs, unless they
  /// take long.
  static func runsOfDraw(of policy: Policy) -> Int {
    let usual = usualRuns(of: policy)
    return usual == mostRuns ? usual / 20 : max(5, usual / 50)
  }
}
