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
    func verdict(_ what: String, _ limit: Double?, _ actual: Double?, _ unit: String) -> BudgetVerdict? {
      // A transfer without items takes no time.
      let actual = actual ?? transfer.flatMap { $0.unfinishedShare == nil ? 0 : nil }
      return limit.map { limit in
        BudgetVerdict(
          name: "\(budget.name.value).\(what)", limit: limit, actual: actual, isEstimated: transfer != nil,
          unit: unit, severity: budget.severity.value)
      }
    }
    func quantiles<Value>(
      _ what: String, _ limits: Quantiles<Value>?, _ actual: Distribution?, _ unit: String,
      _ number: (Value) -> Double
    ) -> [BudgetVerdict?] {
      [
        verdict("\(what).p50", limits?.p50.map { number($0.value) }, actual?.p50, unit),
        verdict("\(what).p90", limits?.p90.map { number($0.value) }, actual?.p90, unit),
        verdict("\(what).p95", limits?.p95.map { number($0.value) }, actual?.p95, unit),
        verdict("\(what).p99", limits?.p99.map { number($0.value) }, actual?.p99, unit),
        verdict("\(what).mean", limits?.mean.map { number($0.value) }, actual?.mean, unit),
      ]
    }
    let completion = quantiles("completion", budget.completion?.value, transfer?.completion, "s", \.seconds)
      // The time of the last item that finished means nothing if others never finish.
      .map { verdict in
        verdict.map { transfer?.isNever(Self.share(of: $0)) ?? false ? $0.withoutActual : $0 }
      }
    let launches = quantiles("launchesPerDay", budget.launchesPerDay?.value, transfer?.launchesPerDay, "") {
      $0
    }
    let rest = [
      verdict(
        "cellularBytesPerDay", budget.cellularBytesPerDay.map { Double($0.value.bytes) },
        transfer?.cellularBytesPerDay, "B"),
      verdict("energyPerDay", budget.energyPerDay?.value.joules, transfer?.energyPerDay, "J"),
      verdict("expiredShare", budget.expiredShare?.value.fraction, transfer?.expiredShare, ""),
      verdict("unfinishedShare", budget.unfinishedShare?.value.fraction, transfer?.unfinishedShare, ""),
      verdict(
        "missedDeadlineShare", budget.missedDeadlineShare?.value.fraction, transfer?.missedDeadlineShare, ""),
    ]
    return (completion + launches + rest).compactMap { $0 }
  }
}
