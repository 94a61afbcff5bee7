internal import PlatformFacts
internal import PolicyModel

/// A policy under the limiter's rules of the settings, and under the alternative rules that bound the limiter's possible
/// behavior.
struct LimiterVariants: Sendable {
  /// The experiment under the rules of the settings.
  let base: Experiment
  /// The bounds in the order of reports.
  let bounds: [LimiterVariant]
  /// The model under each of the bounds.
  private let models: [SimulationModel]

  init(_ policy: Policy, _ settings: Estimator.Settings) {
    let base = Experiment(policy, settings)
    self.base = base
    bounds = LimiterVariant.bounds(of: base.model.settings.limiter)
    models = bounds.map { base.model.variant($0) }
  }

  /// A run under the rules of the settings, and the same run under each bound that changes its results.
  struct Sample: Sendable {
    /// The run under the rules of the settings.
    let run: RunResult
    /// The run under each bound; `nil` if the bound does not change the results.
    let bounds: [RunResult?]
  }

  /// Makes runs.
  ///
  /// The random numbers are the same under each variant, so differences come from the rule alone.
  func samples(_ runs: Range<Int>) -> [Sample] {
    var runner = Runner(base, from: runs.lowerBound)
    return runs.map { sample($0, &runner) }
  }

  /// Makes a run, and the same run under each bound that changes its results.
  func sample(_ number: Int, _ runner: inout Runner) -> Sample {
    let run = runner.result(of: number, base.model)
    guard base.settings.comparesInterpretations else {
      return Sample(run: run, bounds: bounds.map { _ in nil })
    }
    return Sample(
      run: run,
      bounds: bounds.indices.map { index in
        run.limiterEffects.isChanged(by: bounds[index]) ? runner.result(of: number, models[index]) : nil
      })
  }

  /// The results of a block of runs.
  func block(_ runs: Range<Int>) -> Block { block(samples(runs)) }

  /// The results of a block of runs that have been made.
  func block(_ samples: [Sample]) -> Block {
    guard samples.count > 1 else { return .run(samples[0].run, bounds: samples[0].bounds) }
    return .runs(
      RunAccumulator(base, block: samples.map(\.run)),
      bounds: bounds.indices.map { bound in
        guard samples.contains(where: { $0.bounds[bound] != nil }) else { return nil }
        let runs = samples.map { $0.bounds[bound] ?? $0.run }
        return base.transfers.indices.map { RunAccumulator.Transfer(base, $0, runs) }
      })
  }

  /// The results of a block of runs, and the results under each bound; `nil` if the bound does not change the results.
  enum Block: Sendable {
    /// A block of a single run, which would take longer to accumulate as a block than to run.
    case run(RunResult, bounds: [RunResult?])
    case runs(RunAccumulator, bounds: [[RunAccumulator.Transfer]?])
  }
}

/// An interpretation of a rule for which the sources allow several interpretations.
struct ModelInterpretation: Sendable {
  /// The parameter and its value, in the form that `--model` takes.
  let name: String

  init(_ variant: LimiterVariant) {
    name =
      switch variant {
      case .reset(let rule): "\(ParameterKey<ResumeDelayReset>.delayReset.name)=\(rule.rawValue)"
      case .hold(let rule): "\(ParameterKey<ResumeDelayHold>.delayHold.name)=\(rule.rawValue)"
      }
  }
}

/// The accumulated results of runs under each variant.
struct VariantAccumulators: Sendable {
  private(set) var base: RunAccumulator
  /// The results under each bound; `nil` until the bound changes a result.
  private var bounds: [[RunAccumulator.Transfer]?]
  private let variants: [LimiterVariant]

  /// An accumulator without runs.
  init(_ variants: LimiterVariants) {
    base = RunAccumulator(variants.base)
    self.variants = variants.bounds
    bounds = variants.bounds.map { _ in nil }
  }

  /// Adds the next block.
  mutating func add(_ block: LimiterVariants.Block, of experiment: Experiment) {
    switch block {
    case .run(let run, let others):
      for (index, other) in others.enumerated() where keepsApart(index, other != nil) {
        for transfer in base.transfers.indices {
          bounds[index]?[transfer].add(other ?? run, transfer, of: experiment)
        }
      }
      base.add(run, of: experiment)
    case .runs(let accumulator, let others):
      for (index, other) in others.enumerated() where keepsApart(index, other != nil) {
        for transfer in base.transfers.indices {
          bounds[index]?[transfer].add(other?[transfer] ?? accumulator.transfers[transfer])
        }
      }
      base.add(accumulator)
    }
  }

  /// Whether the results under a bound have to be kept apart from the results of the base, because they differ in earlier blocks or in the
  /// next block.
  private mutating func keepsApart(_ index: Int, _ differs: Bool) -> Bool {
    if bounds[index] == nil, differs { bounds[index] = base.transfers }
    return bounds[index] != nil
  }

  /// A figure of a transfer under the bounds.
  func figures(_ transfer: Int, _ figure: (TransferDelays) -> Distribution) -> VariantFigures {
    let all = bounds.map { figure($0?[transfer].delays ?? base.transfers[transfer].delays) }
    return VariantFigures(idle: all[0], literal: all[1], hold: all[2])
  }

  /// The results under each bound whose results differ from the base.
  var differentBounds: [(variant: LimiterVariant, transfers: [RunAccumulator.Transfer])] {
    zip(variants, bounds).compactMap { variant, transfers in transfers.map { (variant, $0) } }
  }
}
