internal import PolicyModel

/// A figure in each of several runs; infinite where a run has none.
struct Figures: Hashable, Sendable {
  /// The share of runs that the tail's quantile is above.
  static let tailShare = 0.95

  let values: [Double]
  /// What 95 of 100 runs do not exceed.
  let tail: Double

  init(_ values: [Double]) {
    self.values = values
    tail = Distribution(values).quantile(Self.tailShare) ?? .infinity
  }
}

/// What some runs of an experiment came to, run by run.
struct Outcome: Sendable {
  /// Each transfer's completion in seconds, in the policy's order.
  let completions: [Figures]
  /// The app's launches by day.
  let launches: Figures
  /// Seconds after which a run ends whatever is left; infinite where it goes on until all is done.
  let end: Double

  init(_ experiment: Experiment, runs: Range<Int>) {
    let tallies = runs.map(experiment.run)
    completions = experiment.transfers.indices.map { index in
      Figures(tallies.map { experiment.completion(index, $0) ?? .infinity })
    }
    launches = Figures(tallies.map(experiment.launchesPerDay))
    end =
      experiment.plan.settings.horizon == .never
      ? .infinity : Double(experiment.plan.settings.horizon) / 1_000
  }
}

/// What a change makes of a figure, run by run under the same random numbers.
struct Effect: Sendable {
  /// Which share of the mean is gone; `nil` where there is no mean to compare with.
  var meanShare: Double?
  /// Between which values that share lies.
  var meanInterval: Interval?
  /// Whether the mean is another one, and not by chance.
  var isMeanBeyondNoise = false
  /// The tail's quantile after the change.
  var tail: Double
  /// Whether the tail is another one, and not by chance.
  var isTailBeyondNoise = false

  /// No effect.
  init(without base: Figures) { tail = base.tail }

  /// The effect on figures that count as `end` where they have none.
  init(_ base: Figures, _ changed: Figures, end: Double) {
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
      // No more than all of it can go.
      meanInterval = difference.interval.map {
        Interval(low: $0.low.map { $0 / whole.value }, high: $0.high.map { min(1, $0 / whole.value) })
      }
      let noise = (difference.standardError ?? 0) * Interval.standardErrors
      isMeanBeyondNoise = difference.value != 0 && abs(difference.value) > noise
    }
    isTailBeyondNoise = Self.isShifted(base, changed)
  }

  /// Whether runs went over the old quantile, or came below it, more often than chance lets them.
  ///
  /// This is McNemar's test: where nothing has changed, a run that changes sides goes either way alike.
  private static func isShifted(_ base: Figures, _ changed: Figures) -> Bool {
    guard base.values.count > 1 else { return base.values != changed.values }
    var (up, down) = (0, 0)
    for (before, after) in zip(base.values, changed.values) {
      if before <= base.tail, after > base.tail { up += 1 }
      if before > base.tail, after <= base.tail { down += 1 }
      // A run at the quantile itself is on its lower side; one that leaves it downwards moves the quantile, too.
      if before == base.tail, after < base.tail { down += 1 }
    }
    let changes = up + down
    guard changes > 0 else { return false }
    let ranks = QuantileRanks(0.5, count: changes)
    // As rare as a rank outside the interval of a fair coin's middle.
    guard let low = ranks.low else { return false }
    return min(up, down) < low
  }
}

/// What a change makes of all figures of a policy.
struct Effects: Sendable {
  let transfers: [Effect]
  let launches: Effect

  /// So many runs tell whether a change does anything at all.
  private static let trial = 20

  /// What changed settings make of a policy.
  init(of changed: Estimator.Settings, on policy: Policy, _ base: Outcome) {
    let runs = base.launches.values.count
    let experiment = Experiment(policy, changed)
    let trial = Outcome(experiment, runs: 0..<min(runs, Self.trial))
    func isSame(_ left: Figures, _ right: Figures) -> Bool {
      left.values.elementsEqual(right.values.prefix(left.values.count))
    }
    guard
      !isSame(trial.launches, base.launches)
        || !zip(trial.completions, base.completions).allSatisfy(isSame)
    else {
      transfers = base.completions.map(Effect.init(without:))
      launches = Effect(without: base.launches)
      return
    }
    let outcome = runs > Self.trial ? Outcome(experiment, runs: 0..<runs) : trial
    transfers = zip(base.completions, outcome.completions).map {
      Effect($0, $1, end: max(base.end, outcome.end))
    }
    launches = Effect(base.launches, outcome.launches, end: .infinity)
  }
}
