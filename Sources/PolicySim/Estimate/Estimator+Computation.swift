package import PolicyModel

extension Estimator {
  /// The computation of an estimate in steps, for callers that have threads of their own, show progress, or may cancel the
  /// computation.
  ///
  /// Compute the results of all `nextBlocks`, in any order and on any thread, add the results in the order of the blocks,
  /// and repeat until `isDone` is true.
  package struct Computation: Sendable {
    /// The number of runs.
    let runs: Int
    private let policy: Policy
    private let variants: LimiterVariants
    /// The results of all runs; `nil` if the runs have not been made yet.
    private let samples: [LimiterVariants.Sample]?
    /// Makes the draws of uncertain parameters; `nil` if all parameters keep their values.
    private let predictor: Predictor?
    /// The number of runs of a whole block.
    private let size: Int
    private let blocks: [Block]
    /// The number of blocks of draws; these blocks come first.
    private let drawBlocks: Int
    private let wave: Int
    private var accumulators: VariantAccumulators
    /// The runs of a block of which some parts have not been added yet.
    private var begun: [LimiterVariants.Sample] = []
    /// The figures of the draws, and the figures of the runs with which the draws are compared.
    private var figures = DrawnFigures()
    /// The policy under the values of each draw.
    private var experiments: [Experiment] = []
    /// The number of blocks whose results have been added.
    package private(set) var doneBlocks = 0

    /// A part of the work.
    package enum Block: Sendable {
      /// The policy under the values of draws.
      case draws(Range<Int>)
      /// Runs with the settings' values of the parameters. To compare draws with these runs, the first runs are repeated with the values
      /// of draws.
      case runs(Range<Int>)
    }

    /// The results of a block, or of a part of a block.
    package struct BlockResults: Sendable {
      fileprivate let content: Content

      fileprivate enum Content: Sendable {
        case draws([Experiment])
        /// Accumulated results.
        case whole(LimiterVariants.Block, DrawnFigures)
        /// The results of each run of a part of a block; `isEnd` means that the block ends with this part.
        case part([LimiterVariants.Sample], DrawnFigures, isEnd: Bool)
      }
    }

    /// A computation of the estimate of a policy that has not begun.
    package init(_ policy: Policy, _ settings: Settings) { self.init(policy, settings, samples: nil) }

    /// A computation of the estimate of a policy from the results of all runs; with `nil`, the computation makes the runs.
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

    /// The blocks to compute next. The results of these blocks fit into memory together.
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
        $0.prediction(
          $0.figuresByDraw(figures.drawn), of: experiments, comparedWith: figures.own, estimate)
      }
      return estimate
    }
  }
}
