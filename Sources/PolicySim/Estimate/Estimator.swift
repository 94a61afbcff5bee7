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

  /// The number of blocks at the end that are run in parts, so that no thread is left alone with a whole one.
  private static let dividedBlocks = 3
  /// The runs of a part of a block.
  private static let part = 10

  /// Ranges of runs that threads take: whole blocks, then parts of them.
  private static func parts(of runs: Int, inBlocksOf size: Int) -> [Range<Int>] {
    let blocks = stride(from: 0, to: runs, by: size).map { $0..<min($0 + size, runs) }
    return blocks.dropLast(dividedBlocks)
      + blocks.suffix(dividedBlocks).flatMap { block in
        stride(from: block.lowerBound, to: block.upperBound, by: part).map {
          $0..<min($0 + part, block.upperBound)
        }
      }
  }

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
    var computation = Computation(policy, settings)
    while !computation.isDone {
      let blocks = computation.nextBlocks
      computation.add(
        workers.map(blocks, done: computation.doneBlocks, of: computation.allBlocks, computation.results))
    }
    var estimate = computation.estimate
    if !settings.explanations.isEmpty {
      estimate.explanation = explain(policy, settings, runs: computation.runs, on: workers)
    }
    return estimate
  }
}

extension Estimator {
  /// An estimate in the making, for callers that have threads of their own, show progress or may cancel it.
  ///
  /// Compute the results of all `nextBlocks`, in any order and on any thread, add them in the order of the blocks, and
  /// repeat until it is done.
  package struct Computation: Sendable {
    /// The number of runs.
    let runs: Int
    private let policy: Policy
    private let variants: LimiterVariants
    /// The runs of a whole block.
    private let size: Int
    private let blocks: [Range<Int>]
    private let wave: Int
    private var accumulators: VariantAccumulators
    /// The runs of a block of which other parts have not been added.
    private var begun: [LimiterVariants.Sample] = []
    /// The number of blocks whose results have been added.
    package private(set) var doneBlocks = 0

    /// The results of a block of runs, or of a part of one.
    package enum BlockResults: Sendable {
      case whole(Block)
      case part(Part)

      /// Accumulated results.
      package struct Block: Sendable { fileprivate let results: LimiterVariants.Block }
      /// The results of each run.
      package struct Part: Sendable { fileprivate let samples: [LimiterVariants.Sample] }
    }

    /// The estimate of a policy, of which nothing is computed yet.
    package init(_ policy: Policy, _ settings: Settings) {
      let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
      self.policy = policy
      self.runs = runs
      variants = LimiterVariants(policy, settings)
      let transfers = variants.base.model.transfers.count
      size = block(transfers)
      blocks = parts(of: runs, inBlocksOf: size)
      wave = Estimator.wave(transfers)
      accumulators = VariantAccumulators(variants)
    }

    /// The number of blocks.
    package var allBlocks: Int { blocks.count }

    /// Whether the results of all blocks have been added.
    package var isDone: Bool { doneBlocks == blocks.count }

    /// The blocks to compute next; few enough that their results fit into memory.
    package var nextBlocks: [Range<Int>] {
      Array(blocks[doneBlocks..<min(doneBlocks + wave, blocks.count)])
    }

    /// Computes the results of a block.
    package func results(of block: Range<Int>) -> BlockResults {
      let isWhole = block.lowerBound % size == 0 && isEnd(block)
      return isWhole
        ? .whole(BlockResults.Block(results: variants.block(block)))
        : .part(BlockResults.Part(samples: variants.samples(block)))
    }

    /// Whether no other part of the same block follows.
    private func isEnd(_ block: Range<Int>) -> Bool {
      block.upperBound % size == 0 || block.upperBound == runs
    }

    /// Adds the results of all `nextBlocks`, in their order.
    package mutating func add(_ results: [BlockResults]) {
      for result in results {
        switch result {
        case .whole(let block): accumulators.add(block.results, of: variants.base)
        case .part(let part):
          begun += part.samples
          if isEnd(blocks[doneBlocks]) {
            accumulators.add(variants.block(begun), of: variants.base)
            begun = []
          }
        }
        doneBlocks += 1
      }
    }

    /// The estimate from the results that have been added.
    package var estimate: Estimate {
      Summary(variants.base, runs: runs, accumulators, of: policy).estimate
    }
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
        name: transfer.name, completion: own.delays.completion,
        firstCompletion: experiment.recurs(index) ? own.delays.firstCompletion : own.delays.completion,
        recurs: experiment.recurs(index),
        backlog: Backlog(
          of: experiment.model.transfers[transfer.index], growth: own.means.backlogPerDay,
          in: experiment.model),
        bands: (idle.completion, literal.completion),
        completeRuns: own.delays.completeRuns,
        launches: own.delays.launches, launchesBands: (idle.launches, literal.launches),
        launchesPerDay: own.launchesPerDay, limiterDelay: own.delays.limiterDelay,
        limiterDelayBands: (idle.limiterDelay, literal.limiterDelay), means: own.means)
    }
    let tasks = zip(experiment.tasks, accumulator.tasks).map { task, launches in
      TaskEstimate(
        name: task.name.value, launchesPerDay: launches.perDay, firstLaunch: launches.first,
        startsPerDay: task.type?.value == .continuedProcessing ? launches.starts : nil)
    }
    let pushes = zip(experiment.pushes, accumulator.pushes).compactMap { push, launches -> PushEstimate? in
      guard let sent = push.perDay?.value else { return nil }
      return PushEstimate(
        name: push.name.value, sentPerDay: sent, launchesPerDay: launches.perDay, outcomes: launches.outcomes)
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
  /// The most runs of a policy whose work recurs: each has weeks of it.
  private static let mostLongRuns = 250
  private static let leastRuns = 20
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
    let isLong =
      !policy.tasks.isEmpty || !policy.pushes.isEmpty
      || policy.transfers.contains { $0.every.value != .once }
    return max(leastRuns, min(isLong ? mostLongRuns : mostRuns, stepBudget / work))
  }
}
