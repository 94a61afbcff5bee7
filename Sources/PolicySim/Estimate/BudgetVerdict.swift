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
  /// The largest share that the runs do not rule out, if they saw none; `nil` for any other figure.
  package var leastUnseen: Double?
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

  /// The verdicts on a transfer's limits; without an estimate each is not estimated.
  private static func verdicts(of budget: Budget, _ transfer: TransferEstimate?) -> [BudgetVerdict] {
    func verdict(
      _ what: String, limit: Double?, actual: Double?, leastUnseen: Double? = nil, unit: String
    ) -> BudgetVerdict? {
      // A transfer without items takes no time.
      let actual = actual ?? transfer.flatMap { $0.unfinishedShare == nil ? 0 : nil }
      return limit.map { limit in
        BudgetVerdict(
          name: "\(budget.name.value).\(what)", limit: limit, actual: actual, isEstimated: transfer != nil,
          leastUnseen: leastUnseen, unit: unit, severity: budget.severity.value)
      }
    }
    func share(_ what: String, _ limit: Located<Share>?, _ actual: MeanShare?) -> BudgetVerdict? {
      verdict(
        what, limit: limit?.value.fraction, actual: actual?.value, leastUnseen: actual?.leastUnseen, unit: "")
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
      share("expiredShare", budget.expiredShare, transfer?.means.expiredShare),
      share("unfinishedShare", budget.unfinishedShare, transfer?.means.unfinishedShare),
      share("missedDeadlineShare", budget.missedDeadlineShare, transfer?.means.missedDeadlineShare),
    ]
    return (completion + launches + rest).compactMap { $0 }
  }
}
