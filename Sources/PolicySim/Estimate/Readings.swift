internal import PolicyModel

/// A policy under each reading of when the limiter's delay is forgotten: the settings' own, and the two bounds.
struct Readings: Sendable {
  /// The bounds, in the order in which they are told.
  private static let bounds: [ResumeLimiter.Lapse] = [.idle, .literal]

  /// Under the settings' own reading.
  let base: Experiment
  /// The plan under each of the bounds.
  private let bounds: [Plan]

  init(_ policy: Policy, _ settings: Estimator.Settings) {
    let base = Experiment(policy, settings)
    self.base = base
    bounds = Self.bounds.map { base.plan.reading($0) }
  }

  /// What a block of runs came to.
  ///
  /// The random numbers are the same in each reading: the difference is the reading's alone.
  func block(_ runs: Range<Int>) -> Block {
    var samples: [RunSample] = []
    var others: [[RunSample]?] = bounds.map { _ in nil }
    for (place, run) in runs.enumerated() {
      let sample = base.run(run)
      for (index, bound) in Self.bounds.enumerated() where sample.lapseChoices.decide(against: bound) {
        // Those before came to the same.
        if others[index] == nil { others[index] = samples }
        others[index]?.append(base.run(run, of: bounds[index]))
      }
      for index in others.indices where others[index]?.count == place { others[index]?.append(sample) }
      samples.append(sample)
    }
    guard samples.count > 1 else { return .run(samples[0], bounds: others.map { $0?.first }) }
    return .runs(
      Tally(base, block: samples),
      bounds: others.map { samples in
        samples.map { samples in base.transfers.indices.map { TransferDelays(base, $0, samples) } }
      })
  }

  /// What a block of runs came to, and what it would have under the bounds; `nil` where that is the same.
  enum Block: Sendable {
    /// Counting a single run by itself would take longer than the run.
    case run(RunSample, bounds: [RunSample?])
    case runs(Tally, bounds: [[TransferDelays]?])
  }
}

/// What some of the runs came to under each reading.
struct ReadingTallies: Sendable {
  private(set) var base: Tally
  /// Under the bounds; `nil` as long as that is the same.
  private var bounds: [[TransferDelays]?]

  /// Of no runs.
  init(_ readings: Readings) {
    base = Tally(readings.base)
    bounds = [nil, nil]
  }

  /// Takes in the next block.
  mutating func add(_ block: Readings.Block, of experiment: Experiment) {
    switch block {
    case .run(let run, let others):
      for (index, other) in others.enumerated() where keepsApart(index, other != nil) {
        for transfer in base.transfers.indices {
          bounds[index]?[transfer].add(other ?? run, transfer, of: experiment)
        }
      }
      base.add(run, of: experiment)
    case .runs(let tally, let others):
      for (index, other) in others.enumerated() where keepsApart(index, other != nil) {
        for transfer in base.transfers.indices {
          bounds[index]?[transfer].add(other?[transfer] ?? tally.transfers[transfer].delays)
        }
      }
      base.add(tally)
    }
  }

  /// Whether a bound is another one than the base, or becomes so.
  private mutating func keepsApart(_ index: Int, _ differs: Bool) -> Bool {
    if bounds[index] == nil, differs { bounds[index] = base.transfers.map(\.delays) }
    return bounds[index] != nil
  }

  /// What a transfer came to under the bounds.
  func delays(_ transfer: Int) -> (idle: TransferDelays, literal: TransferDelays) {
    let own = base.transfers[transfer].delays
    return (bounds[0]?[transfer] ?? own, bounds[1]?[transfer] ?? own)
  }
}
