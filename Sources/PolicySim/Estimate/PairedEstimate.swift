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

  /// The estimate of the policy.
  package let estimate: Estimate
  /// The results of each run.
  package let results: PairedRunResults
  /// The results under each interpretation that changes a result.
  package let interpretations: [Interpretation]
  /// The figures of the runs of each draw of uncertain parameters; empty without draws.
  let draws: [[RunFigures]]

  /// Whether nothing is random, so that one run is exact.
  package var isExact: Bool { estimate.isExact }

  /// The results under an interpretation; the usual results if the interpretation does not change them.
  package func results(under interpretation: String) -> PairedRunResults {
    interpretations.first { $0.name == interpretation }?.results ?? results
  }
}

extension Estimator {
  /// The number of runs that a thread makes at a time.
  private static let runsOfPart = 10

  /// The estimate of a policy with the results of its runs. The estimate equals the result of `estimate(_:_:on:)`.
  package static func pairedEstimate(
    of policy: Policy, _ settings: Settings, on workers: some ParallelMap = SequentialMap()
  ) -> PairedEstimate {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let variants = LimiterVariants(policy, settings)
    let predictor = Predictor(policy, settings)
    let draws = predictor == nil ? [] : ParameterDraws.parts
    let experiments = workers.map(draws, done: 0, of: draws.count) { part in
      part.compactMap { predictor?.experiment(ofDraw: $0) }
    }.flatMap { $0 }

    var accumulators = VariantAccumulators(variants)
    var samples: [PairedSample] = []
    for blocks in waves(of: runs, variants.base.model) {
      let parts = blocks.flatMap { $0.divided(into: runsOfPart) }
      let made = workers.map(parts, done: 0, of: parts.count) { part in
        var runner = Runner(variants.base, from: part.lowerBound)
        return part.map { run in
          let sample = variants.sample(run, &runner)
          let drawn = predictor?.figures(ofRun: run, in: experiments, &runner) ?? []
          return (sample, PairedSample(sample, drawn, variants.base))
        }
      }.flatMap { $0 }
      let first = samples.count
      let results = workers.map(blocks, done: 0, of: blocks.count) { block in
        variants.block(block.map { made[$0 - first].0 })
      }
      for result in results { accumulators.add(result, of: variants.base) }
      samples += made.map(\.1)
    }
    var estimate = Estimate(variants.base, runs: runs, accumulators, of: policy)
    let drawn = predictor?.figuresByDraw(samples.map(\.drawn)) ?? []
    estimate.prediction = predictor.map {
      $0.prediction(
        drawn, of: experiments, comparedWith: samples.prefix($0.comparedRuns).map(\.run.figures), estimate)
    }
    let interpretations = accumulators.differentBounds.map { bound in
      let index = variants.bounds.firstIndex(of: bound.variant)
      return PairedEstimate.Interpretation(
        name: ModelInterpretation(bound.variant).name,
        results: PairedRunResults(
          variants.base, samples.map { sample in index.flatMap { sample.bounds[$0] } ?? sample.run }))
    }
    return PairedEstimate(
      estimate: estimate, results: PairedRunResults(variants.base, samples.map(\.run)),
      interpretations: interpretations, draws: drawn)
  }

  /// The blocks of runs, in groups whose results fit into memory together.
  private static func waves(of runs: Int, _ model: SimulationModel) -> [[Range<Int>]] {
    let blocks = (0..<runs).divided(into: block(model))
    return (0..<blocks.count).divided(into: wave(model)).map { Array(blocks[$0]) }
  }
}

/// The figures of a run, of the same run under each bound that changes its results, and of the same run in the draws that
/// use its device.
private struct PairedSample: Sendable {
  let run: PairedRun
  let bounds: [PairedRun?]
  let drawn: [RunFigures]

  init(_ sample: LimiterVariants.Sample, _ drawn: [RunFigures], _ experiment: Experiment) {
    run = PairedRun(experiment, sample.run)
    bounds = sample.bounds.map { $0.map { PairedRun(experiment, $0) } }
    self.drawn = drawn
  }
}
