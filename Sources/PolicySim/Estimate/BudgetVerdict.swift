package import PolicyModel
internal import Quantities

/// The verdict on one limit of a budget.
package struct BudgetVerdict: Sendable {
  /// The transfer, such as `cameraRoll`.
  package let transfer: String
  /// The limited figure, such as `completion.p95`.
  package let figure: FigureStatistic
  /// The name of the limit, such as `cameraRoll.completion.p95`.
  package var name: String { "\(transfer).\(figure.name)" }
  /// `s`, `B`, `J`, or empty for a number or a share.
  package var unit: String { figure.unit }
  /// The limit in the unit.
  package let limit: Double
  /// The estimate in the unit; `nil` if too little finishes, or if there is no estimate.
  package let actual: Double?
  /// Whether there is an estimate to compare with the limit.
  package var isEstimated = true
  /// The number of runs if the figure is a share that is 0 in every run; `nil` otherwise.
  package var unseenRuns: Int?
  /// The number of runs of the estimate.
  package var runs = 1
  /// The interval of the estimate, in the unit. Each bound holds with a confidence of 99 %. The upper bound is infinite if the runs give no
  /// upper bound. `nil` if one run is exact, or if there is no estimate.
  package var bounds: ClosedRange<Double>?
  /// The severity of a violation.
  package let severity: BudgetSeverity
  /// The share of the draws of uncertain parameters in which the limit is kept, from 0 to 1; `nil` without draws.
  package private(set) var keptShare: Double?
  /// The shares that other random numbers may give: other random numbers hardly ever give a smaller or a greater share. `nil` without
  /// draws.
  package private(set) var keptShares: ClosedRange<Double>?
  /// The median of the figure over the draws, in the unit, infinite if the figure never comes; `nil` without draws, and for a figure other
  /// than a quantile of the completion.
  package private(set) var median: Double?
  /// The parameters that decide whether the limit is kept, the most important first.
  package private(set) var assumptions: [String] = []
  /// The interpretations of the model's rules under which the limit is broken, such as `limiter.lapse=idle`.
  package private(set) var breakingInterpretations: [String] = []
  /// The interpretations of the model's rules under which the runs don't show whether the limit is kept.
  package private(set) var doubtfulInterpretations: [String] = []
  /// Whether the limit has to be kept without assumptions, because of the budget's `certainty` or an option.
  package private(set) var needsCertainty = false

  /// The evidence that the draws give about the limit.
  private var drawn = DrawnEvidence.undrawn

  /// The least share of draws in which a limit has to be kept to count as kept without assumptions.
  package static let certainShare = 0.9

  /// The evidence that the draws of uncertain parameters give about a limit.
  private enum DrawnEvidence: Sendable {
    /// No parameter was drawn.
    case undrawn
    /// `kept`: nearly all draws keep the limit; `assumed`: too few draws keep the limit; `undecided`: other random numbers could show the
    /// opposite.
    case kept, assumed, undecided
  }

  /// The outcomes of comparing an estimate with a limit.
  package enum Outcome: Hashable, Sendable {
    /// The estimate is within the limit under all interpretations, and in nearly all draws of uncertain parameters.
    case kept
    /// The estimate is within the limit with the values of the model, but beyond the limit with other possible values or interpretations.
    case keptByAssumption
    /// The estimate is beyond the limit with the values of the model.
    case broken
    /// The estimate is so close to the limit that the runs don't show whether the limit is kept: another seed could give another verdict.
    case undecided
    /// Too little is known for an estimate.
    case notEstimated
  }

  /// The outcome of comparing the estimate with the limit.
  package var outcome: Outcome {
    guard isEstimated else { return .notEstimated }
    switch evidence {
    case .beyond: return .broken
    // An event that occurs in no run is hardly ever so frequent that it exceeds a limit above 0. Only the assumptions can decide then.
    case .neither: return unseenRuns != nil && limit > 0 && isAssumed ? .keptByAssumption : .undecided
    case .within:
      if isAssumed { return .keptByAssumption }
      return doubtfulInterpretations.isEmpty && drawn != .undecided ? .kept : .undecided
    }
  }

  /// Whether an interpretation, or more than a few draws, break the limit.
  private var isAssumed: Bool { !breakingInterpretations.isEmpty || drawn == .assumed }

  /// The evidence that the runs give for a limit, with the values of the model.
  private enum Evidence {
    case within, beyond, neither
  }

  private var evidence: Evidence {
    guard let bounds else { return isKept ? .within : .beyond }
    if Self.isWithin(bounds.upperBound, limit) { return .within }
    return Self.isWithin(bounds.lowerBound, limit) ? .neither : .beyond
  }

  /// Whether the runs don't show on which side of the limit the figure is.
  package var isWithinNoise: Bool { outcome == .undecided && evidence == .neither }

  /// Whether the draws don't show whether the limit is kept in nearly all of them, although the runs show that it is kept with the values
  /// of the model.
  package var isWithinNoiseOfDraws: Bool {
    outcome == .undecided && evidence == .within && drawn == .undecided
  }

  /// Whether a value is at most the limit; rounding of the value does not count.
  private static func isWithin(_ value: Double, _ limit: Double) -> Bool { value <= limit * (1 + 1e-9) }

  /// Whether the estimate is within the limit with the values of the model, whether or not the runs show it.
  package var isKept: Bool { isEstimated && actual.map { Self.isWithin($0, limit) } ?? false }

  /// Whether the runs show that the figure is beyond the limit with the values of the model.
  package var isBroken: Bool { outcome == .broken }

  /// Whether the limit may be broken: it is kept by assumption, or the runs don't decide.
  package var isUncertain: Bool { outcome == .keptByAssumption || outcome == .undecided }

  /// Whether the verdict counts against the policy: either the limit is broken, or certainty is required and the limit is not certainly
  /// kept.
  package var isViolated: Bool { isBroken || (needsCertainty && isUncertain) }

  /// The same verdict with required certainty: the verdict counts as a violation unless the limit is kept without assumptions.
  package var withRequiredCertainty: BudgetVerdict {
    var verdict = self
    verdict.needsCertainty = true
    return verdict
  }

  /// The verdicts on every limit of a policy that applies in the scenario of an estimate, in the policy's order.
  package static func all(of policy: Policy, _ estimate: Estimate) -> [BudgetVerdict] {
    policy.budgets.filter { $0.applies(in: estimate.scenario) }.flatMap { budget -> [BudgetVerdict] in
      let name = budget.name.value
      if let index = estimate.transfers.firstIndex(where: { $0.name == name }) {
        let runs = estimate.isExact ? nil : estimate.runs
        let interpretations = estimate.interpretations.map {
          ($0.name, verdicts(of: budget, $0.transfers[index], runs: runs))
        }
        return verdicts(of: budget, estimate.transfers[index], runs: runs).enumerated().map {
          position, verdict in
          var verdict = verdict
          verdict.weigh(interpretations.map { ($0.0, $0.1[position]) }, estimate.prediction)
          if let prediction = estimate.prediction, let quantile = verdict.figure.completionQuantile {
            verdict.median = prediction.median(of: quantile, transfer: index) ?? .infinity
          }
          return verdict
        }
      }
      return estimate.notEstimated.contains { $0.kind == .transfer && $0.name == name }
        ? verdicts(of: budget, nil, runs: nil) : []
    }
  }

  /// The estimate of each limit of a policy that applies in the scenario, by the limit's name: infinite if too little completes;
  /// without limits whose figure is not estimated.
  static func figures(_ policy: Policy, _ estimate: Estimate) -> [String: Double] {
    let verdicts = policy.budgets.filter { $0.applies(in: estimate.scenario) }.flatMap {
      budget -> [BudgetVerdict] in
      let transfer = estimate.transfers.first { $0.name == budget.name.value }
      return transfer.map { Self.verdicts(of: budget, $0, runs: nil) } ?? []
    }
    return Dictionary(
      verdicts.map { ($0.name, $0.actual ?? .infinity) }, uniquingKeysWith: { first, _ in first })
  }

  /// The most parameters that are named as deciding.
  private static let mostAssumptions = 3

  /// Compares the verdict with the verdicts under other interpretations, and with other values of uncertain parameters.
  private mutating func weigh(
    _ interpretations: [(name: String, verdict: BudgetVerdict)], _ prediction: Prediction?
  ) {
    func names(_ evidence: Evidence) -> [String] {
      isKept ? interpretations.filter { $0.verdict.evidence == evidence }.map(\.name) : []
    }
    breakingInterpretations = names(.beyond)
    // An interpretation is in doubt only if the runs decide with the model's own rules. Otherwise, the runs are too few for every
    // interpretation.
    doubtfulInterpretations = evidence == .within ? names(.neither) : []
    weighDraws(prediction)
    guard isUncertain else { return }
    let ofInterpretations = (breakingInterpretations + doubtfulInterpretations).map {
      String($0.prefix { $0 != "=" })
    }
    let ofDraws = prediction?.causes(of: name) { Self.isWithin($0, limit) }.map(\.parameter) ?? []
    for parameter in ofDraws + ofInterpretations
    where !assumptions.contains(parameter) && assumptions.count < Self.mostAssumptions {
      assumptions.append(parameter)
    }
  }

  /// Compares the limit with the draws of uncertain parameters.
  ///
  /// The draws show the effect of a parameter on the runs of the estimate, so the noise of these runs is in all draws alike: the verdict has
  /// to be the same with either bound of the estimate.
  private mutating func weighDraws(_ prediction: Prediction?) {
    func share(_ estimate: Double?) -> DrawShare? {
      prediction?.share(of: name) { Self.isWithin(moved($0, to: estimate), limit) }
    }
    guard let own = share(nil) else { return }
    keptShare = own.value
    let least = max(0, (share(bounds?.upperBound) ?? own).leastLikely)
    let most = min(1, (share(bounds?.lowerBound) ?? own).mostLikely)
    keptShares = min(least, most)...max(least, most)
    drawn = least >= Self.certainShare ? .kept : most < Self.certainShare ? .assumed : .undecided
  }

  /// The figure of a draw, moved as if the estimate were another value in its interval.
  private func moved(_ drawn: Double, to estimate: Double?) -> Double {
    guard let actual, let estimate, actual < .infinity else { return drawn }
    // Effects add up in shares, and multiply in other figures.
    if figure.figure.isShare || actual <= 0 { return max(0, drawn + estimate - actual) }
    return drawn * (estimate / actual)
  }

  /// The verdicts on a transfer's limits; without an estimate, the outcome of each verdict is `notEstimated`. Without a number of
  /// runs, the verdicts have no bounds.
  private static func verdicts(
    of budget: Budget, _ transfer: TransferEstimate?, runs: Int?
  ) -> [BudgetVerdict] {
    FigureStatistic.limited.compactMap { figure in
      guard let limit = budget.limits[figure] else { return nil }
      let actual = transfer.flatMap { transfer -> Double? in
        // A transfer without items takes no time.
        transfer.value(of: figure) ?? (transfer.hasItems ? nil : 0)
      }
      let share = figure.figure.isShare ? transfer?.share(of: figure.figure) : nil
      return BudgetVerdict(
        transfer: budget.name.value, figure: figure, limit: limit, actual: actual,
        isEstimated: transfer != nil, unseenRuns: share?.unseenRuns, runs: runs ?? 1,
        bounds: runs == nil ? nil : transfer?.bounds(of: figure), severity: budget.severity.value,
        needsCertainty: budget.certainty.value == .required)
    }
  }
}

extension TransferEstimate {
  /// The value of a figure's statistic; `nil` if too little completes, or if the transfer has no items.
  fileprivate func value(of figure: FigureStatistic) -> Double? {
    guard figure.figure.hasQuantiles else {
      return figure.figure.isShare ? share(of: figure.figure)?.value : self[figure.figure]
    }
    let distribution = distribution(of: figure.figure)
    return figure.statistic.share.map(distribution.quantile) ?? distribution.mean
  }

  /// The confidence interval of a figure's statistic for verdicts; `nil` if the transfer has no items.
  fileprivate func bounds(of figure: FigureStatistic) -> ClosedRange<Double>? {
    func range(_ interval: Interval?) -> ClosedRange<Double>? {
      interval.map { ($0.low ?? 0)...max($0.low ?? 0, $0.high ?? .infinity) }
    }
    guard figure.figure.hasQuantiles else {
      guard figure.figure.isShare else {
        let mean = mean(of: figure.figure)
        return range(mean.interval?.forVerdicts(around: mean.value))
      }
      // If a share is 0 or 1 in all runs, its interval already has an exact bound, which is not widened.
      return share(of: figure.figure).flatMap { share in
        range(
          share.value <= 0 || share.value >= 1
            ? share.interval : share.interval?.forVerdicts(around: share.value, atMost: 1))
      }
    }
    let distribution = distribution(of: figure.figure)
    guard let share = figure.statistic.share else {
      // If some runs never reach the event, the mean is infinite, and the verdict has no bounds.
      return distribution.mean.flatMap { range(distribution.meanInterval?.forVerdicts(around: $0)) }
    }
    return distribution.bounds(of: share)
  }
}
