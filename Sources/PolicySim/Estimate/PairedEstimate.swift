package import PolicyModel

/// The estimate of a policy with the results of its runs, for comparisons run by run and draw by draw.
package struct PairedEstimate: Sendable {
  /// The results under another interpretation of a rule of the model.
  package struct Interpretation: Sendable {
    /// The parameter and its value, such as `limiter.lapse=idle`.
    package let name: String
    /// The results of each run.
    package let results: PairedRunResults
  }

  /// The estimate.
  package let estimate: Estimate
  /// The results of each run.
  package let results: PairedRunResults
  /// The results under the other interpretations that give other ones.
  package let interpretations: [Interpretation]
  /// The figures of the runs of each draw of uncertain parameters; empty without draws.
  let draws: [[RunFigures]]

  /// Whether nothing is random, so that one run is exact.
  package var isExact: Bool { estimate.isExact }

  /// The results under an interpretation.
  package func results(under interpretation: String) -> PairedRunResults {
    interpretations.first { $0.name == interpretation }?.results ?? results
  }
}

extension Estimator {
  /// The draws that a thread takes at a time.
  private static let drawsOfPart = 5

  /// The estimate of a policy with the results of its runs; the same estimate as without them.
  package static func pairedEstimate(
    of policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> PairedEstimate {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let variants = LimiterVariants(policy, settings)
    let size = block(variants.base.model.transfers.count)
    let blocks = stride(from: 0, to: runs, by: size).map { $0..<min($0 + size, runs) }
    let results = workers.map(blocks, done: 0, of: blocks.count) { PairedBlock(variants, $0) }
    var accumulators = VariantAccumulators(variants)
    for result in results { accumulators.add(result.block, of: variants.base) }
    var estimate = Estimate(variants.base, runs: runs, accumulators, of: policy)

    let own = results.flatMap(\.runs)
    var draws: [[RunFigures]] = []
    if let predictor = Predictor(policy, settings) {
      let parts = stride(from: 0, to: ParameterDraws.count, by: drawsOfPart).map {
        $0..<min($0 + drawsOfPart, ParameterDraws.count)
      }
      draws = workers.map(parts, done: 0, of: parts.count) { $0.map(predictor.figures) }.flatMap { $0 }
      estimate.prediction = predictor.prediction(
        draws, comparedWith: own.prefix(predictor.comparedRuns).map(\.figures), estimate)
    }
    let interpretations = accumulators.differentBounds.map { bound in
      PairedEstimate.Interpretation(
        name: bound.interpretation.name,
        results: PairedRunResults(
          variants.base, results.flatMap { $0.bounds[bound.interpretation.name] ?? $0.runs }))
    }
    return PairedEstimate(
      estimate: estimate, results: PairedRunResults(variants.base, own), interpretations: interpretations,
      draws: draws)
  }
}

/// A block of runs, with the figures of each.
private struct PairedBlock: Sendable {
  let block: LimiterVariants.Block
  let runs: [PairedRun]
  /// The runs under the interpretations that change any of them, by name.
  let bounds: [String: [PairedRun]]

  init(_ variants: LimiterVariants, _ runs: Range<Int>) {
    let samples = variants.samples(runs)
    block = variants.block(samples)
    self.runs = samples.map { PairedRun(variants.base, $0.run) }
    bounds = Dictionary(
      variants.changedRuns(of: samples).map { interpretation, runs in
        (interpretation.name, runs.map { PairedRun(variants.base, $0) })
      }, uniquingKeysWith: { first, _ in first })
  }
}
