internal import PolicyModel

/// What time and launches are made of: what each mechanism costs, and which parameters they hang on.
///
/// Each change is tried under the same random numbers as the estimate, so that the difference is the change's alone. What
/// does not stand out from the noise is left out.
package struct Explanation: Sendable {
  /// Something to find out.
  package enum Part: CaseIterable, Sendable {
    /// What each mechanism costs.
    case mechanisms
    /// Which parameters move the 95 % quantile.
    case parameters
  }

  /// What a mechanism costs.
  package struct Cost: Sendable {
    /// The mechanism.
    package let mechanism: Mechanism
    /// Which share of the mean goes where the mechanism does; below 0 where there is more without it.
    ///
    /// Mechanisms act on each other, so shares need not add up to 1. What never ends counts as long as a run.
    package let share: Double
    /// Between which values it lies; `nil` where nothing is random.
    package let interval: Interval?
  }

  /// How far a parameter moves the 95 % quantile.
  package struct Swing: Sendable {
    /// A value of the parameter, and what it makes of the quantile.
    package struct End: Sendable {
      /// The value as text.
      package let value: String
      /// The quantile with it; `nil` where fewer than 95 of 100 runs come to an end.
      package let quantile: Double?
    }

    /// The parameter's name.
    package let parameter: String
    /// With the low end of the range in which the parameter may be.
    package let low: End
    /// With the high end of it.
    package let high: End
    /// How far the quantile moves; infinite where one end has none.
    package let size: Double
    /// Whether the parameter's value is assumed.
    package let isAssumed: Bool
  }

  /// What one figure is made of.
  package struct Causes: Sendable {
    /// What each mechanism costs, the dearest first.
    package internal(set) var costs: [Cost] = []
    /// The parameters that move it, most first.
    package internal(set) var swings: [Swing] = []
  }

  /// What was found out.
  package let parts: Set<Part>
  /// How many runs it rests on.
  package let runs: Int
  /// What each transfer's completion is made of, in the policy's order.
  package private(set) var transfers: [Causes]
  /// What the app's launches a day are made of.
  package private(set) var launches = Causes()

  /// Of all that the parameters move, the share that is moved by parameters whose value is assumed; `nil` where nothing
  /// was found out about parameters, or none moves anything.
  ///
  /// Each figure counts alike, whatever it measures; of a policy without transfers it is that of the launches.
  package var assumedShare: Double? {
    let figures = (transfers.isEmpty ? [launches] : transfers).map(\.swings).filter { !$0.isEmpty }
    guard !figures.isEmpty else { return nil }
    let shares = figures.map { swings in
      // What has no end weighs as much as the largest that has one.
      let largest = swings.map(\.size).filter(\.isFinite).max() ?? 1
      let sizes = swings.map { ($0.isAssumed, min($0.size, largest)) }
      return sizes.reduce(0) { $0 + ($1.0 ? $1.1 : 0) } / sizes.reduce(0) { $0 + $1.1 }
    }
    return shares.reduce(0, +) / Double(shares.count)
  }

  /// Fewer runs than the estimate has are enough, and more than these make nothing clearer.
  private static func runs(of all: Int) -> Int { min(all, max(200, min(all / 10, 2_000))) }

  init(
    _ policy: Policy, _ settings: Estimator.Settings, runs all: Int, on workers: some ParallelMap
  ) {
    let runs = Self.runs(of: all)
    let base = Outcome(Experiment(policy, settings), runs: 0..<runs)
    let ranges = settings.explanations.contains(.parameters) ? VariedParameter.all(in: settings) : []
    let mechanisms =
      settings.explanations.contains(.mechanisms)
      ? Mechanism.allCases.filter { !settings.without.contains($0) } : []
    let changed =
      mechanisms.map { mechanism in
        var changed = settings
        changed.without.insert(mechanism)
        return changed
      } + ranges.flatMap { range in [range.low, range.high].map { range.setting(settings, to: $0) } }
    let effects = workers.map(changed, done: 0, of: changed.count) { changed in
      Effects(of: changed, on: policy, base)
    }
    parts = settings.explanations
    self.runs = runs
    transfers = base.completions.map { _ in Causes() }
    for (mechanism, effect) in zip(mechanisms, effects) { add(mechanism, effect) }
    let ends = effects.dropFirst(mechanisms.count)
    for (index, range) in ranges.enumerated() {
      let first = ends.startIndex + 2 * index
      add(range, ends[first], ends[first + 1], base)
    }
    for index in transfers.indices { transfers[index].sort() }
    launches.sort()
  }

  private mutating func add(_ mechanism: Mechanism, _ effects: Effects) {
    for (index, effect) in effects.transfers.enumerated() { transfers[index].add(mechanism, effect) }
    launches.add(mechanism, effects.launches)
  }

  private mutating func add(
    _ range: VariedParameter, _ low: Effects, _ high: Effects, _ base: Outcome
  ) {
    for index in transfers.indices {
      transfers[index].add(
        range, low.transfers[index], high.transfers[index], base: base.completions[index])
    }
    launches.add(range, low.launches, high.launches, base: base.launches)
  }
}

extension Explanation.Causes {
  fileprivate mutating func add(_ mechanism: Mechanism, _ effect: Effect) {
    guard let share = effect.meanShare, effect.isMeanBeyondNoise else { return }
    costs.append(
      Explanation.Cost(mechanism: mechanism, share: share, interval: effect.meanInterval))
  }

  fileprivate mutating func add(
    _ range: VariedParameter, _ low: Effect, _ high: Effect, base: Figures
  ) {
    guard low.isTailBeyondNoise || high.isTailBeyondNoise else { return }
    let tails = [base.tail, low.tail, high.tail]
    let size = (tails.max() ?? 0) - (tails.min() ?? 0)
    func end(_ value: String, _ tail: Double) -> Explanation.Swing.End {
      Explanation.Swing.End(value: value, quantile: tail.isFinite ? tail : nil)
    }
    guard size > 0 else { return }
    swings.append(
      Explanation.Swing(
        parameter: range.name, low: end(range.low, low.tail), high: end(range.high, high.tail), size: size,
        isAssumed: range.isAssumed))
  }

  /// The largest first; equal ones stay in the order of their lists.
  fileprivate mutating func sort() {
    costs = costs.enumerated().sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }
      .map(\.element)
    swings = swings.enumerated().sorted { ($1.element.size, $0.offset) < ($0.element.size, $1.offset) }
      .map(\.element)
  }
}
