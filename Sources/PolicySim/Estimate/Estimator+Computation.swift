package import PolicyModel

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
    /// The number of blocks of draws, which come first.
    private let drawBlocks: Int
    private let wave: Int
    private var accumulators: VariantAccumulators
    /// The runs of a block of which other parts have not been added.
    private var begun: [LimiterVariants.Sample] = []
    /// The figures of the runs that draws are compared with, and those of the draws.
    private var figures = DrawnFigures()
    /// The policy under the values of each draw.
    private var experiments: [Experiment] = []
    /// The number of blocks whose results have been added.
    package private(set) var doneBlocks = 0

    /// A part of the work.
    package enum Block: Sendable {
      /// The policy under the values of draws.
      case draws(Range<Int>)
      /// Runs with the values of the settings, and with those of the draws that take their devices.
      case runs(Range<Int>)
    }

    /// The results of a block, or of a part of one.
    package struct BlockResults: Sendable {
      fileprivate let content: Content

      fileprivate enum Content: Sendable {
        case draws([Experiment])
        /// Accumulated results.
        case whole(LimiterVariants.Block, DrawnFigures)
        /// The results of each run; whether the block ends with them.
        case part([LimiterVariants.Sample], DrawnFigures, isEnd: Bool)
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
      let predictor = Predictor(policy, settings)
      self.predictor = predictor
      size = block(variants.base.model)
      let draws = predictor == nil ? [] : ParameterDraws.parts.map(Block.draws)
      drawBlocks = draws.count
      blocks = draws + parts(of: runs, inBlocksOf: size).map(Block.runs)
      wave = Estimator.wave(variants.base.model)
      accumulators = VariantAccumulators(variants)
    }

    /// The number of blocks.
    package var allBlocks: Int { blocks.count }

    /// Whether the results of all blocks have been added.
    package var isDone: Bool { doneBlocks == blocks.count }

    /// The blocks to compute next; few enough that their results fit into memory.
    package var nextBlocks: [Block] {
      let end = doneBlocks < drawBlocks ? drawBlocks : min(doneBlocks + wave, blocks.count)
      return Array(blocks[doneBlocks..<end])
    }

    /// Computes the results of a block.
    package func results(of block: Block) -> BlockResults {
      switch block {
      case .draws(let draws):
        BlockResults(content: .draws(draws.compactMap { predictor?.experiment(ofDraw: $0) }))
      case .runs(let runs): BlockResults(content: results(of: runs))
      }
    }

    private func results(of block: Range<Int>) -> BlockResults.Content {
      var runner = Runner(variants.base, from: block.lowerBound)
      var samples: [LimiterVariants.Sample] = []
      var figures = DrawnFigures()
      for number in block {
        let sample = self.samples?[number] ?? variants.sample(number, &runner)
        samples.append(sample)
        guard let predictor, number < predictor.comparedRuns else { continue }
        figures.add(
          RunFigures(variants.base, sample.run), predictor.figures(ofRun: number, in: experiments, &runner))
      }
      let isEnd = block.upperBound % size == 0 || block.upperBound == runs
      return block.lowerBound % size == 0 && isEnd
        ? .whole(variants.block(samples), figures) : .part(samples, figures, isEnd: isEnd)
    }

    /// Adds the results of all `nextBlocks`, in their order.
    package mutating func add(_ results: [BlockResults]) {
      for result in results {
        switch result.content {
        case .draws(let drawn): experiments += drawn
        case .whole(let block, let some):
          accumulators.add(block, of: variants.base)
          figures.add(some)
        case .part(let samples, let some, let isEnd):
          begun += samples
          figures.add(some)
          if isEnd {
            accumulators.add(variants.block(begun), of: variants.base)
            begun = []
          }
        }
        doneBlocks += 1
      }
    }

    /// The estimate from the results that have been added.
    package var estimate: Estimate {
      var estimate = Estimate(variants.base, runs: runs, accumulators, of: policy)
      estimate.prediction = predictor.map {
        $0.prediction($0.figuresByDraw(figures.drawn), comparedWith: figures.own, estimate)
      }
      return estimate
    }
  }
}
