package import PlatformFacts
internal import PolicyModel

/// The causes of times and launches: the cost of each mechanism, and the parameters with the largest effects.
///
/// Each change is measured under the same random numbers as the estimate, so that differences come from the change alone.
/// Effects within the noise are left out.
package struct Explanation: Sendable {
  /// A part of the explanation.
  package enum Part: CaseIterable, Sendable {
    /// The cost of each mechanism.
    case mechanisms
    /// The parameters that move the 95 % quantile.
    case parameters
  }

  /// The cost of a mechanism.
  package struct Cost: Sendable {
    /// The mechanism that causes the cost.
    package let mechanism: Mechanism
    /// The share of the mean that goes away without the mechanism; below 0 if the mean grows without it.
    ///
    /// Mechanisms interact, so shares need not add up to 1. A transfer that never ends counts as the length of
    /// a run.
    package let share: Double
    /// The confidence interval; `nil` if nothing is random.
    package let interval: Interval?
  }

  /// The effect of a parameter's range on the 95 % quantile.
  package struct Swing: Sendable {
    /// A value of the parameter, and the quantile with this value.
    package struct End: Sendable {
      /// The parameter's value as text.
      package let value: String
      /// The quantile; `nil` if fewer than 95 of 100 runs complete.
      package let quantile: Double?
    }

    /// The parameter's name.
    package let parameter: String
    /// The low end of the parameter's range.
    package let low: End
    /// The high end of the parameter's range.
    package let high: End
    /// The distance between the largest and the smallest quantile; infinite if an end has no quantile.
    package let size: Double
    /// The confidence in the parameter's value.
    package let confidence: Confidence
    /// Whether the parameter's value is assumed.
    package var isAssumed: Bool { confidence == .assumed }
  }

  /// The causes of one figure.
  package struct Causes: Sendable {
    /// The cost of each mechanism, largest first.
    package internal(set) var costs: [Cost] = []
    /// The parameters that change the figure, largest effect first.
    package internal(set) var swings: [Swing] = []
  }

  /// The parts that were computed.
  package let parts: Set<Part>
  /// The number of runs.
  package let runs: Int
  /// The causes of each transfer's completion, in the policy's order.
  package fileprivate(set) var transfers: [Causes]
  /// The causes of the app's launches a day.
  package fileprivate(set) var launches = Causes()

  /// The share of all parameter effects that comes from parameters with an assumed value; `nil` if parameters were not examined or no
  /// parameter has an effect.
  ///
  /// Each transfer has the same weight. For a policy without transfers, this is the share in the effects on launches.
  package var assumedShare: Double? {
    let figures = (transfers.isEmpty ? [launches] : transfers).map(\.swings).filter { !$0.isEmpty }
    guard !figures.isEmpty else { return nil }
    let shares = figures.map { swings in
      // An infinite effect counts as much as the largest finite effect.
      let largest = swings.map(\.size).filter(\.isFinite).max() ?? 1
      let sizes = swings.map { ($0.isAssumed, min($0.size, largest)) }
      return sizes.reduce(0) { $0 + ($1.0 ? $1.1 : 0) } / sizes.reduce(0) { $0 + $1.1 }
    }
    return shares.reduce(0, +) / Double(shares.count)
  }

  fileprivate mutating func add(_ mechanism: Mechanism, _ effects: Effects) {
    for (index, effect) in effects.transfers.enumerated() { transfers[index].add(mechanism, effect) }
    launches.add(mechanism, effects.launches)
  }

  fileprivate mutating func add(
    _ range: UncertainParameter, low: Effects, high: Effects, base: Outcome
  ) {
    for index in transfers.indices {
      transfers[index].add(
        range, low: low.transfers[index], high: high.transfers[index], base: base.completions[index])
    }
    launches.add(range, low: low.launches, high: high.launches, base: base.launches)
  }
}

extension Estimator {
  /// The number of runs of each change of an explanation of an estimate of `all` runs, which needs fewer runs than the estimate: changes have
  /// the random numbers of the estimate. A run of recurring work has many occurrences, and takes long.
  private static func explanationRuns(of all: Int, of policy: Policy) -> Int {
    min(all, max(isLong(policy) ? 100 : 200, min(all / 10, 2_000)))
  }

  /// Computes the explanation of an estimate of `all` runs.
  static func explain(
    _ policy: Policy, _ settings: Settings, runs all: Int, on workers: some ParallelMap
  ) -> Explanation {
    let runs = explanationRuns(of: all, of: policy)
    let base = Outcome.measure(Experiment(policy, settings), runs: 0..<runs)
    let ranges = settings.explanations.contains(.parameters) ? UncertainParameter.all(in: settings) : []
    let mechanisms =
      settings.explanations.contains(.mechanisms)
      ? Mechanism.allCases.filter { !settings.disabledMechanisms.contains($0) } : []
    let changed =
      mechanisms.map { mechanism in
        var changed = settings
        changed.disabledMechanisms.insert(mechanism)
        return changed
      }
      + ranges.flatMap { range in [range.ends.low, range.ends.high].map { range.setting(settings, to: $0) } }
    let effects = workers.map(changed, done: 0, of: changed.count) { changed in
      Effects.measure(changed, on: policy, base)
    }
    var explanation = Explanation(
      parts: settings.explanations, runs: runs,
      transfers: base.completions.map { _ in Explanation.Causes() })
    for (mechanism, effect) in zip(mechanisms, effects) { explanation.add(mechanism, effect) }
    let ends = effects.dropFirst(mechanisms.count)
    for (index, range) in ranges.enumerated() {
      let first = ends.startIndex + 2 * index
      explanation.add(range, low: ends[first], high: ends[first + 1], base: base)
    }
    for index in explanation.transfers.indices { explanation.transfers[index].sort() }
    explanation.launches.sort()
    return explanation
  }
}

extension Explanation.Causes {
  fileprivate mutating func add(_ mechanism: Mechanism, _ effect: Effect) {
    guard let share = effect.meanShare, effect.isMeanBeyondNoise else { return }
    costs.append(
      Explanation.Cost(mechanism: mechanism, share: share, interval: effect.meanInterval))
  }

  fileprivate mutating func add(
    _ range: UncertainParameter, low: Effect, high: Effect, base: EffectFigures
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
        parameter: range.name, low: end(range.ends.low, low.tail), high: end(range.ends.high, high.tail),
        size: size,
        confidence: range.confidence))
  }

  /// Sorts costs and swings by size, largest first; equal elements keep their order.
  fileprivate mutating func sort() {
    costs = costs.enumerated().sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }
      .map(\.element)
    swings = swings.enumerated().sorted { ($1.element.size, $0.offset) < ($0.element.size, $1.offset) }
      .map(\.element)
  }
}
