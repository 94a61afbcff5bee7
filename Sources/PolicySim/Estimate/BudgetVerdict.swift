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
  /// The severity of a violation.
  package let severity: BudgetSeverity
  /// The share of the draws of uncertain parameters in which the limit is kept, from 0 to 1; `nil` without draws.
  package private(set) var keptShare: Double?
  /// The parameters that decide whether the limit is kept, the most important first.
  package private(set) var assumptions: [String] = []
  /// The interpretations of the model's rules under which the limit is broken, such as `limiter.lapse=idle`.
  package private(set) var breakingInterpretations: [String] = []
  /// Whether the limit has to be kept without assumptions, because of the budget's `certainty` or an option.
  package private(set) var needsCertainty = false

  /// The least share of draws in which a limit has to be kept to count as kept without assumptions.
  package static let certainShare = 0.9

  /// The verdict.
  package enum Outcome: Hashable, Sendable {
    /// Within the limit under all interpretations, and in nearly all draws of uncertain parameters.
    case kept
    /// Within the limit with the values of the model, but beyond it with other possible values or interpretations.
    case keptByAssumption
    /// Beyond the limit with the values of the model.
    case broken
    /// Too little is known for an estimate.
    case notEstimated
  }

  /// The verdict.
  package var outcome: Outcome {
    guard isEstimated else { return .notEstimated }
    guard isKept else { return .broken }
    let isCertain = breakingInterpretations.isEmpty && keptShare ?? 1 >= Self.certainShare
    return isCertain ? .kept : .keptByAssumption
  }

  /// Whether the estimate is within the limit with the values of the model.
  package var isKept: Bool { isEstimated && actual.map { $0 <= limit } ?? false }

  /// Whether the estimate is beyond the limit with the values of the model.
  package var isBroken: Bool { isEstimated && !isKept }

  /// Whether the verdict counts against the policy: the limit is broken, or it is kept by assumption only, although
  /// certainty is required.
  package var isViolated: Bool { isBroken || (needsCertainty && outcome == .keptByAssumption) }

  /// The same verdict with required certainty: it counts as a violation unless the limit is kept without assumptions.
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
        let interpretations = estimate.interpretations.map {
          ($0.name, verdicts(of: budget, $0.transfers[index]))
        }
        return verdicts(of: budget, estimate.transfers[index]).enumerated().map { position, verdict in
          var verdict = verdict
          verdict.weigh(interpretations.map { ($0.0, $0.1[position]) }, estimate.prediction)
          return verdict
        }
      }
      return estimate.notEstimated.contains { $0.kind == .transfer && $0.name == name }
        ? verdicts(of: budget, nil) : []
    }
  }

  /// The most parameters that are named as deciding.
  private static let mostAssumptions = 3

  /// Compares the verdict with the verdicts under other interpretations, and with other values of uncertain parameters.
  private mutating func weigh(
    _ interpretations: [(name: String, verdict: BudgetVerdict)], _ prediction: Prediction?
  ) {
    breakingInterpretations = isKept ? interpretations.filter(\.verdict.isBroken).map(\.name) : []
    keptShare = prediction?.keptShare(ofBudget: name)
    guard outcome == .keptByAssumption else { return }
    let ofInterpretations = breakingInterpretations.map { String($0.prefix { $0 != "=" }) }
    let ofDraws = prediction?.causes(ofBudget: name).map(\.parameter) ?? []
    for parameter in ofDraws + ofInterpretations
    where !assumptions.contains(parameter) && assumptions.count < Self.mostAssumptions {
      assumptions.append(parameter)
    }
  }

  /// The verdicts on a transfer's limits; without an estimate, the outcome of each verdict is `notEstimated`.
  private static func verdicts(of budget: Budget, _ transfer: TransferEstimate?) -> [BudgetVerdict] {
    FigureStatistic.limited.compactMap { figure in
      guard let limit = budget.limits[figure] else { return nil }
      let actual = transfer.flatMap { transfer -> Double? in
        // A transfer without items takes no time.
        transfer.value(of: figure) ?? (transfer.hasItems ? nil : 0)
      }
      let share = figure.figure.isShare ? transfer?.share(of: figure.figure) : nil
      return BudgetVerdict(
        transfer: budget.name.value, figure: figure, limit: limit, actual: actual,
        isEstimated: transfer != nil, unseenRuns: share?.unseenRuns, severity: budget.severity.value,
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
}
