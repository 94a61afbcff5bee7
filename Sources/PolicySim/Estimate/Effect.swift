internal import PolicyModel
internal import Quantities

/// A figure in each of several runs; infinite for a run that never completes.
struct EffectFigures: Hashable, Sendable {
  /// The share of runs below the tail's quantile.
  static let tailShare = 0.95

  let values: [Double]
  /// The 95 % quantile.
  let tail: Double

  init(_ values: [Double]) {
    self.values = values
    tail = Distribution(values).quantile(Self.tailShare) ?? .infinity
  }

  /// The figures of these runs and of the runs after them.
  func followed(by later: EffectFigures) -> EffectFigures { EffectFigures(values + later.values) }
}

/// The figures of some runs of an experiment.
struct Outcome: Sendable {
  /// Each transfer's completion in seconds, in the policy's order.
  let completions: [EffectFigures]
  /// The app's launches a day.
  let launches: EffectFigures
  /// Seconds after which a run gives up; infinite if runs continue until all work is done.
  let end: Double

  /// Makes runs of an experiment.
  static func measure(_ experiment: Experiment, runs: Range<Int>) -> Outcome {
    let results = experiment.results(runs)
    return Outcome(
      completions: experiment.transfers.indices.map { index in
        EffectFigures(
          zip(runs, results).map { experiment.sampledCompletion(index, $1, number: $0) })
      }, launches: EffectFigures(results.map(experiment.launchesPerDay)),
      end: experiment.model.settings.horizon == .never
        ? .infinity : Double(experiment.model.settings.stallTimeout) / 1_000)
  }

  /// The outcome of these runs and of the runs after them.
  func followed(by later: Outcome) -> Outcome {
    Outcome(
      completions: zip(completions, later.completions).map { $0.followed(by: $1) },
      launches: launches.followed(by: later.launches), end: max(end, later.end))
  }
}

/// The effect of a change on a figure, run by run under the same random numbers.
struct Effect: Sendable {
  /// The share of the mean that the change removes; `nil` if the mean without the change is 0 or unknown.
  var meanShare: Double?
  /// The confidence interval of `meanShare`.
  var meanInterval: Interval?
  /// Whether the mean changes by more than noise.
  var isMeanBeyondNoise = false
  /// The tail's quantile after the change.
  var tail: Double
  /// Whether the tail changes by more than noise.
  var isTailBeyondNoise = false

  /// No effect.
  init(unchanged base: EffectFigures) { tail = base.tail }

  /// The effect on figures; values above `end`, such as infinite values, count as `end`.
  init(_ base: EffectFigures, _ changed: EffectFigures, end: Double) {
    tail = changed.tail
    var difference = Mean()
    var whole = Mean()
    for (before, after) in zip(base.values, changed.values) {
      let (before, after) = (min(before, end), min(after, end))
      guard before.isFinite, after.isFinite else { continue }
      difference.add(before - after)
      whole.add(before)
    }
    if whole.value > 0 {
      meanShare = difference.value / whole.value
      // A change can't remove more than the whole mean.
      meanInterval = difference.interval.map {
        Interval(low: $0.low.map { $0 / whole.value }, high: $0.high.map { min(1, $0 / whole.value) })
      }
      let noise = (difference.standardError ?? 0) * NormalDistribution.quantile975
      isMeanBeyondNoise = difference.value != 0 && abs(difference.value) > noise
    }
    isTailBeyondNoise = Self.isShifted(base, changed)
  }

  /// Whether more runs crossed the old quantile in one direction than chance explains.
  ///
  /// This is McNemar's test: without an effect, runs cross in either direction equally often.
  private static func isShifted(_ base: EffectFigures, _ changed: EffectFigures) -> Bool {
    guard base.values.count > 1 else { return base.values != changed.values }
    var (up, down) = (0, 0)
    for (before, after) in zip(base.values, changed.values) {
      if before <= base.tail, after > base.tail { up += 1 }
      if before > base.tail, after <= base.tail { down += 1 }
      // A run at the quantile counts as below the quantile. If such a run moves down, the quantile moves, too.
      if before == base.tail, after < base.tail { down += 1 }
    }
    let changes = up + down
    guard changes > 0 else { return false }
    let ranks = QuantileRanks(0.5, count: changes)
    // If only chance decides, `up` and `down` are the numbers of heads and tails in tosses of a fair coin. The numbers differ beyond chance
    // if the smaller number is below the confidence interval of the median.
    guard let low = ranks.low else { return false }
    return min(up, down) < low
  }
}

/// The effects of a change on all figures of a policy.
struct Effects: Sendable {
  let transfers: [Effect]
  let launches: Effect

  /// The number of runs that show whether a change has any effect at all.
  private static let trial = 20

  /// Measures the effects of changed settings on a policy.
  static func measure(_ changed: Estimator.Settings, on policy: Policy, _ base: Outcome) -> Effects {
    let runs = base.launches.values.count
    let experiment = Experiment(policy, changed)
    let first = Outcome.measure(experiment, runs: 0..<min(runs, trial))
    func isSame(_ left: EffectFigures, _ right: EffectFigures) -> Bool {
      left.values.elementsEqual(right.values.prefix(left.values.count))
    }
    guard
      !isSame(first.launches, base.launches) || !zip(first.completions, base.completions).allSatisfy(isSame)
    else {
      return Effects(
        transfers: base.completions.map(Effect.init(unchanged:)), launches: Effect(unchanged: base.launches))
    }
    let outcome =
      runs > trial ? first.followed(by: Outcome.measure(experiment, runs: trial..<runs)) : first
    return Effects(
      transfers: zip(base.completions, outcome.completions).map {
        Effect($0, $1, end: max(base.end, outcome.end))
      }, launches: Effect(base.launches, outcome.launches, end: .infinity))
  }
}
