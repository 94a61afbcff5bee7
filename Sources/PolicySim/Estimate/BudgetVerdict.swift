package import PolicyModel
internal import Quantities

/// The verdict on one limit of a budget.
package struct BudgetVerdict: Sendable {
  /// The name of the limit, such as `cameraRoll.completion.p95`.
  package let name: String
  /// The limit in the unit.
  package let limit: Double
  /// The estimate in the unit; `nil` if too little finishes, or if there is no estimate.
  package let actual: Double?
  /// Whether there is an estimate to compare with the limit.
  package var isEstimated = true
  /// `s`, `B`, `J`, or empty for a number or a share.
  package let unit: String
  /// The severity of a violation.
  package let severity: BudgetSeverity

  /// Whether the estimate is within the limit.
  package var isKept: Bool { isEstimated && actual.map { $0 <= limit } ?? false }

  /// Whether the estimate is beyond the limit.
  package var isBroken: Bool { isEstimated && !isKept }

  /// The verdicts on every limit of a policy, in its order.
  package static func all(of policy: Policy, _ estimate: Estimate) -> [BudgetVerdict] {
    policy.budgets.flatMap { budget -> [BudgetVerdict] in
      let name = budget.name.value
      if let transfer = estimate.transfers.first(where: { $0.name == name }) {
        return verdicts(of: budget, transfer)
      }
      return estimate.notEstimated.contains { $0.kind == .transfer && $0.name == name }
        ? verdicts(of: budget, nil) : []
    }
  }

  /// The share of runs that a limit on the completion covers.
  private static func share(of verdict: BudgetVerdict) -> Double {
    switch verdict.name.split(separator: ".").last {
    case "p50": 0.5
    case "p90": 0.9
    case "p99": 0.99
    default: 0.95
    }
  }

  private var withoutActual: BudgetVerdict {
    BudgetVerdict(name: name, limit: limit, actual: nil, unit: unit, severity: severity)
  }

  /// The verdicts on a transfer's limits; without an estimate each is not estimated.
  private static func verdicts(of budget: Budget, _ transfer: TransferEstimate?) -> [BudgetVerdict] {
    func verdict(_ what: String, limit: Double?, actual: Double?, unit: String) -> BudgetVerdict? {
      // A transfer without items takes no time.
      let actual = actual ?? transfer.flatMap { $0.unfinishedShare == nil ? 0 : nil }
      return limit.map { limit in
        BudgetVerdict(
          name: "\(budget.name.value).\(what)", limit: limit, actual: actual, isEstimated: transfer != nil,
          unit: unit, severity: budget.severity.value)
      }
    }
    func quantiles<Value>(
      _ what: String, limits: Quantiles<Value>?, actual: Distribution?, unit: String,
      _ number: (Value) -> Double
    ) -> [BudgetVerdict?] {
      [
        verdict("\(what).p50", limit: limits?.p50.map { number($0.value) }, actual: actual?.p50, unit: unit),
        verdict("\(what).p90", limit: limits?.p90.map { number($0.value) }, actual: actual?.p90, unit: unit),
        verdict("\(what).p95", limit: limits?.p95.map { number($0.value) }, actual: actual?.p95, unit: unit),
        verdict("\(what).p99", limit: limits?.p99.map { number($0.value) }, actual: actual?.p99, unit: unit),
        verdict(
          "\(what).mean", limit: limits?.mean.map { number($0.value) }, actual: actual?.mean, unit: unit),
      ]
    }
    let completion = quantiles(
      "completion", limits: budget.completion?.value, actual: transfer?.completion, unit: "s", \.seconds
    )
    // The time of the last item that finished means nothing if others never finish.
    .map { verdict in
      verdict.map { transfer?.isNever(Self.share(of: $0)) ?? false ? $0.withoutActual : $0 }
    }
    let launches = quantiles(
      "launchesPerDay", limits: budget.launchesPerDay?.value, actual: transfer?.launchesPerDay, unit: ""
    ) {
      $0
    }
    let rest = [
      verdict(
        "cellularBytesPerDay", limit: budget.cellularBytesPerDay.map { Double($0.value.bytes) },
        actual: transfer?.cellularBytesPerDay, unit: "B"),
      verdict(
        "energyPerDay", limit: budget.energyPerDay?.value.joules, actual: transfer?.energyPerDay, unit: "J"),
      verdict(
        "expiredShare", limit: budget.expiredShare?.value.fraction, actual: transfer?.expiredShare, unit: ""),
      verdict(
        "unfinishedShare", limit: budget.unfinishedShare?.value.fraction, actual: transfer?.unfinishedShare,
        unit: ""),
      verdict(
        "missedDeadlineShare", limit: budget.missedDeadlineShare?.value.fraction,
        actual: transfer?.missedDeadlineShare, unit: ""),
    ]
    return (completion + launches + rest).compactMap { $0 }
  }
}
