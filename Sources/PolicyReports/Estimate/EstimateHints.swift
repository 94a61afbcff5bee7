package import PolicyModel
package import PolicySim

/// An estimate in a few words, for editors.
package struct EstimateHints {
  private let report: EstimateReport
  private let estimate: Estimate

  /// The hints about an estimate of a policy.
  package init(_ policy: Policy, _ estimate: Estimate) {
    report = EstimateReport(policy, subject: "", estimate)
    self.estimate = estimate
  }

  /// The p95 of the completion and the launches of a transfer, such as `p95 15h 45m · 8.9 launches/day`.
  /// `nil` if the transfer is not estimated.
  package func hint(of transfer: String) -> String? {
    guard let one = estimate.transfers.first(where: { $0.name == transfer }) else { return nil }
    guard one.completion.count > 0 else { return nil }
    return "p95 \(late(one)) · \(NumberFormat.count(one.launchesPerDay.mean)) launches/day"
  }

  /// The p95 of the completion without its Monte Carlo error.
  private func late(_ transfer: TransferEstimate) -> String {
    let band = transfer.completionBand(\.p95)
    guard band.low != nil else { return "never" }
    if transfer.isBandTooWide { return NumberFormat.range(band, NumberFormat.duration) }
    return transfer.completion.p95.map { NumberFormat.duration($0) } ?? "never"
  }

  /// The worst verdict on a transfer's budget, such as `kept` or `broken: 19d 21h`. `nil` if the transfer has
  /// no budget.
  package func budgetHint(of transfer: String) -> String? {
    let verdicts = report.verdicts.filter { $0.transfer == transfer }
    if let broken = verdicts.first(where: { $0.outcome == .broken }) {
      return "broken: \(BudgetText.actual(broken))"
    }
    if let doubtful = verdicts.first(where: \.isUncertain) {
      return BudgetText.reason(doubtful).map { "\(doubtful.word): \($0)" } ?? doubtful.word
    }
    if verdicts.contains(where: { $0.outcome == .notEstimated }) { return "not estimated" }
    return verdicts.isEmpty ? nil : "kept"
  }

  /// The estimate of a transfer, a line for each figure. Empty if the transfer is not estimated.
  package func lines(of transfer: String) -> [String] {
    guard let one = estimate.transfers.first(where: { $0.name == transfer }) else {
      return estimate.notEstimated.filter { $0.name == transfer }.map { "not estimated: \($0.reason)" }
    }
    return [
      "completion: p50 \(report.completion(.p50, of: one)), p95 \(report.completion(.p95, of: one))",
      "launches: \(NumberFormat.count(one.launchesPerDay.mean)) a day",
      "cellular: \(NumberFormat.bytes(one[.cellularBytesPerDay])) a day",
      "energy: \(NumberFormat.energy(one[.energyPerDay])) a day",
    ]
      + [report.incompleteText(of: one), one.backlog.map { report.words(of: $0) }].compactMap(\.self)
      + budgetLines(of: transfer)
  }

  /// The verdicts on a transfer's budget, a line for each limit.
  package func budgetLines(of transfer: String) -> [String] {
    report.verdicts.filter { $0.transfer == transfer }.map {
      "\($0.word): \(BudgetText.text($0))"
    }
  }
}
