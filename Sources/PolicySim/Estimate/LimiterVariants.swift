internal import PlatformFacts
internal import PolicyModel

/// A policy under each rule for the reset of the limiter's delay: the rule of the settings, and the two bounds.
struct LimiterVariants: Sendable {
  /// The bounds in the order of reports.
  private static let bounds: [ResumeDelayReset] = [.idle, .literal]

  /// The experiment under the rule of the settings.
  let base: Experiment
  /// The model under each of the bounds.
  private let bounds: [SimulationModel]

  init(_ policy: Policy, _ settings: Estimator.Settings) {
    let base = Experiment(policy, settings)
    self.base = base
    bounds = Self.bounds.map { base.model.variant($0) }
  }

  /// The results of a block of runs.
  ///
  /// The random numbers are the same in each variant, so differences come from the rule alone.
  func block(_ runs: Range<Int>) -> Block {
    var samples: [RunResult] = []
    var others: [[RunResult]?] = bounds.map { _ in nil }
    for (position, run) in runs.enumerated() {
      let sample = base.run(run)
      for (index, bound) in Self.bounds.enumerated() where sample.resetEffects.isChanged(by: bound) {
        // The runs before were the same.
        if others[index] == nil { others[index] = samples }
        others[index]?.append(base.run(run, of: bounds[index]))
      }
      for index in others.indices where others[index]?.count == position { others[index]?.append(sample) }
      samples.append(sample)
    }
    guard samples.count > 1 else { return .run(samples[0], bounds: others.map { $0?.first }) }
    return .runs(
      RunAccumulator(base, block: samples),
      bounds: others.map { samples in
        samples.map { samples in base.transfers.indices.map { TransferDelays(base, $0, samples) } }
      })
  }

  /// The results of a block of runs, and those under the bounds; `nil` if they are the same.
  enum Block: Sendable {
    /// Accumulating a single run as a block would take longer than the run.
    case run(RunResult, bounds: [RunResult?])
    case runs(RunAccumulator, bounds: [[TransferDelays]?])
  }
}

/// The accumulated results of runs under each variant.
struct VariantAccumulators: Sendable {
  private(set) var base: RunAccumulator
  /// The results under the bounds; `nil` as long as they are the same.
  private var bounds: [[TransferDelays]?]

  /// An accumulator without runs.
  init(_ variants: LimiterVariants) {
    base = RunAccumulator(variants.base)
    bounds = [nil, nil]
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
          bounds[index]?[transfer].add(other?[transfer] ?? accumulator.transfers[transfer].delays)
        }
      }
      base.add(accumulator)
    }
  }

  /// Whether a bound differs from the base, or begins to.
  private mutating func keepsApart(_ index: Int, _ differs: Bool) -> Bool {
    if bounds[index] == nil, differs { bounds[index] = base.transfers.map(\.delays) }
    return bounds[index] != nil
  }

  /// The results of a transfer under the bounds.
  func delays(_ transfer: Int) -> (idle: TransferDelays, literal: TransferDelays) {
    let own = base.transfers[transfer].delays
    return (bounds[0]?[transfer] ?? own, bounds[1]?[transfer] ?? own)
  }
}
