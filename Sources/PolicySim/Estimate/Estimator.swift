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
    /// The runs of each draw; `nil` for the usual number of the policy.
    var runsOfDraw: Int?

    /// Settings with the usual number of runs.
    package init(day: DeviceDay, parameters: Parameters) {
      self.day = day
      self.parameters = parameters
    }

    /// Makes the same runs in each draw as for another policy, so that the two can be compared.
    package mutating func pair(with policy: Policy) { runsOfDraw = Estimator.runsOfDraw(of: policy) }
  }

  /// The runs of a block, which a thread takes at a time; fewer if each has much to keep.
  static func block(_ transfers: Int) -> Int { max(1, min(100, 100_000 / max(1, transfers))) }

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
    /// The results of all runs; `nil` if they are yet to be made.
    private let samples: [LimiterVariants.Sample]?
    /// The draws of uncertain parameters; `nil` if they keep their values.
    private let predictor: Predictor?
    /// The runs of a whole block.
    private let size: Int
    private let blocks: [Block]
    private let wave: Int
    private var accumulators: VariantAccumulators
    /// The runs of a block of which other parts have not been added.
    private var begun: [LimiterVariants.Sample] = []
    /// The figures of the runs that draws are compared with, and those of each draw.
    private var compared: [RunFigures] = []
    private var drawn: [[RunFigures]] = []
    /// The number of blocks whose results have been added.
    package private(set) var doneBlocks = 0

    /// A part of the work.
    package enum Block: Sendable {
      /// Runs with the values of the settings.
      case runs(Range<Int>)
      /// The runs of draws.
      case draws(Range<Int>)
    }

    /// The results of a block, or of a part of one.
    package struct BlockResults: Sendable {
      fileprivate let content: Content

      fileprivate enum Content: Sendable {
        /// Accumulated results.
        case whole(LimiterVariants.Block, [RunFigures])
        /// The results of each run; whether the block ends with them.
        case part([LimiterVariants.Sample], [RunFigures], isEnd: Bool)
        case draws([[RunFigures]])
      }
    }

    /// The estimate of a policy, of which nothing is computed yet.
    package init(_ policy: Policy, _ settings: Settings) { self.init(policy, settings, samples: nil) }

    /// The estimate of a policy from the results of all runs, or also of these.
    init(_ policy: Policy, _ settings: Settings, samples: [LimiterVariants.Sample]?) {
      let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
      self.policy = policy
      self.runs = runs
      self.samples = samples
      variants = LimiterVariants(policy, settings)
      let transfers = variants.base.model.transfers.count
      let predictor = Predictor(policy, settings)
      self.predictor = predictor
      size = block(transfers)
      let draws = predictor == nil ? 0 : ParameterDraws.count
      blocks =
        parts(of: runs, inBlocksOf: size).map(Block.runs)
        + stride(from: 0, to: draws, by: Self.drawsOfBlock).map {
          .draws($0..<min($0 + Self.drawsOfBlock, draws))
        }
      wave = Estimator.wave(transfers)
      accumulators = VariantAccumulators(variants)
    }

    /// The draws that a thread takes at a time.
    private static let drawsOfBlock = 5

    /// The number of blocks.
    package var allBlocks: Int { blocks.count }

    /// Whether the results of all blocks have been added.
    package var isDone: Bool { doneBlocks == blocks.count }

    /// The blocks to compute next; few enough that their results fit into memory.
    package var nextBlocks: [Block] {
      Array(blocks[doneBlocks..<min(doneBlocks + wave, blocks.count)])
    }

    /// Computes the results of a block.
    package func results(of block: Block) -> BlockResults {
      switch block {
      case .runs(let runs): BlockResults(content: results(of: runs))
      case .draws(let draws):
        BlockResults(content: .draws(draws.compactMap { predictor?.figures(ofDraw: $0) }))
      }
    }

    private func results(of block: Range<Int>) -> BlockResults.Content {
      let samples = samples.map { Array($0[block]) } ?? variants.samples(block)
      let comparedRuns = max(0, (predictor?.comparedRuns ?? 0) - block.lowerBound)
      let figures = variants.figures(samples.prefix(comparedRuns))
      let isEnd = block.upperBound % size == 0 || block.upperBound == runs
      return block.lowerBound % size == 0 && isEnd
        ? .whole(variants.block(samples), figures) : .part(samples, figures, isEnd: isEnd)
    }

    /// Adds the results of all `nextBlocks`, in their order.
    package mutating func add(_ results: [BlockResults]) {
      for result in results {
        switch result.content {
        case .whole(let block, let figures):
          accumulators.add(block, of: variants.base)
          compared += figures
        case .part(let samples, let figures, let isEnd):
          begun += samples
          compared += figures
          if isEnd {
            accumulators.add(variants.block(begun), of: variants.base)
            begun = []
          }
        case .draws(let block): drawn += block
        }
        doneBlocks += 1
      }
    }

    /// The estimate from the results that have been added.
    package var estimate: Estimate {
      var estimate = Estimate(variants.base, runs: runs, accumulators, of: policy)
      estimate.prediction = predictor?.prediction(drawn, comparedWith: compared, estimate)
      return estimate
    }
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
