/// A figure of a transfer that budgets and thresholds limit, under the name that it has in budgets.
package struct LimitedFigure: Hashable, Sendable {
  /// The quantity.
  package enum Quantity: String, CaseIterable, Sendable {
    case completion, launchesPerDay
    case cellularBytesPerDay, energyPerDay
    case expiredShare, unfinishedShare, missedDeadlineShare

    /// Whether a figure is a quantile or the mean of many values, and not the mean of all runs.
    package var hasStatistics: Bool { self == .completion || self == .launchesPerDay }
  }

  /// The statistic of a quantity.
  package enum Statistic: String, CaseIterable, Sendable {
    case p50, p90, p95, p99, mean

    /// The share of values that a quantile is not below; `nil` for the mean.
    var share: Double? {
      switch self {
      case .p50: 0.5
      case .p90: 0.9
      case .p95: 0.95
      case .p99: 0.99
      case .mean: nil
      }
    }
  }

  /// The quantity.
  package let quantity: Quantity
  /// The statistic of it; the mean of a quantity that has no others.
  package let statistic: Statistic

  /// All figures, in the order of the language's keys.
  package static let all = Quantity.allCases.flatMap { quantity in
    quantity.hasStatistics
      ? Statistic.allCases.map { LimitedFigure(quantity: quantity, statistic: $0) }
      : [LimitedFigure(quantity: quantity, statistic: .mean)]
  }

  /// The name in budgets, such as `completion.p95` or `energyPerDay`.
  package var name: String {
    quantity.hasStatistics ? "\(quantity.rawValue).\(statistic.rawValue)" : quantity.rawValue
  }

  /// The figure with a name in budgets.
  package init?(_ name: some StringProtocol) {
    guard let figure = Self.all.first(where: { $0.name == name }) else { return nil }
    self = figure
  }

  private init(quantity: Quantity, statistic: Statistic) {
    self.quantity = quantity
    self.statistic = statistic
  }

  /// `s`, `J`, `B`, or empty for a number or a share.
  package var unit: String {
    switch quantity {
    case .completion: "s"
    case .energyPerDay: "J"
    case .cellularBytesPerDay: "B"
    case .launchesPerDay, .expiredShare, .unfinishedShare, .missedDeadlineShare: ""
    }
  }

  /// Whether it is a share of items.
  package var isShare: Bool {
    switch quantity {
    case .expiredShare, .unfinishedShare, .missedDeadlineShare: true
    case .completion, .launchesPerDay, .cellularBytesPerDay, .energyPerDay: false
    }
  }
}

/// A figure of a transfer before and after a change, under the same random numbers.
package struct ComparedLimit: Sendable {
  /// The transfer.
  package let transfer: String
  /// The figure.
  package let figure: LimitedFigure
  /// The value before the change; infinite for never, `nil` if the transfer does not exist.
  package let before: Double?
  /// The value after the change; infinite for never, `nil` if the transfer does not exist.
  package let after: Double?
  /// The 95 % confidence interval of the difference, from paired runs; `nil` without one.
  package let interval: ClosedRange<Double>?

  /// The value after minus the value before; infinite if one of them is never, 0 if both are.
  package var difference: Double? {
    guard let before, let after else { return nil }
    return ComparedFigure.difference(from: before, to: after)
  }

  /// Whether the interval of the difference excludes 0.
  package var isBeyondNoise: Bool {
    guard let interval else { return false }
    return interval.lowerBound > 0 || interval.upperBound < 0
  }

  /// Whether the change is certain to have no effect on it.
  package var isUnchanged: Bool {
    difference == 0 && interval.map { $0.lowerBound == $0.upperBound } ?? true
  }
}

/// The figures that budgets limit, before and after a change.
package struct LimitComparison: Sendable {
  private let before: PairedRunResults
  private let after: PairedRunResults
  private let resamples: Resamples

  /// Compares two sets of runs with the same random numbers.
  package init(_ before: PairedRunResults, _ after: PairedRunResults) {
    self.before = before
    self.after = after
    resamples = Resamples(runs: before.runs)
  }

  /// The figures of a policy that has no earlier version.
  package init(of after: PairedRunResults) {
    self.init(PairedRunResults(runs: after.runs, transfers: [], tasks: [], pushes: []), after)
  }

  /// The transfers of both, in the order of the policy before the change.
  package var transfers: [String] {
    let old = before.transfers.map(\.name)
    return old + after.transfers.map(\.name).filter { !old.contains($0) }
  }

  /// A figure of a transfer.
  package func figure(_ figure: LimitedFigure, of transfer: String) -> ComparedLimit {
    let old = before.transfers.first { $0.name == transfer }?.values(of: figure.quantity)
    let new = after.transfers.first { $0.name == transfer }?.values(of: figure.quantity)
    guard let share = figure.statistic.share else {
      // As in an estimate: the mean of all values, which is never if one of them is.
      func mean(_ runs: [[Double]]) -> Double? {
        let values = runs.joined()
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
      }
      return ComparedLimit(
        transfer: transfer, figure: figure, before: old.flatMap(mean), after: new.flatMap(mean),
        interval: old.flatMap { old in new.flatMap { PairedMeans.interval(ofGroups: old, $0) } })
    }
    let quantiles = resamples.quantiles(share, before: old, after: new)
    return ComparedLimit(
      transfer: transfer, figure: figure, before: quantiles.before, after: quantiles.after,
      interval: quantiles.interval)
  }
}

extension PairedRunResults.Transfer {
  /// The values of a quantity by run.
  fileprivate func values(of quantity: LimitedFigure.Quantity) -> [[Double]] {
    switch quantity {
    case .completion: completions
    case .launchesPerDay: launchesPerDay.map { [$0] }
    case .cellularBytesPerDay: cellularBytesPerDay.map { [$0] }
    case .energyPerDay: energyPerDay.map { [$0] }
    case .expiredShare: expiredShare.map { [$0] }
    case .unfinishedShare: unfinishedShare.map { [$0] }
    case .missedDeadlineShare: missedDeadlineShare.map { [$0] }
    }
  }
}

extension PairedRunResults {
  /// Some of the runs, in their order.
  package func part(_ numbers: [Int]) -> PairedRunResults {
    func some<Value>(_ values: [Value]) -> [Value] { numbers.map { values[$0] } }
    func some(_ launches: [Launches]) -> [Launches] {
      launches.map {
        Launches(name: $0.name, perDay: some($0.perDay), energyPerDay: some($0.energyPerDay))
      }
    }
    return PairedRunResults(
      runs: numbers.count,
      transfers: transfers.map {
        Transfer(
          name: $0.name, completions: some($0.completions), validAndOnTimeShare: some($0.validAndOnTimeShare),
          unfinishedShare: some($0.unfinishedShare), expiredShare: some($0.expiredShare),
          missedDeadlineShare: some($0.missedDeadlineShare), launchesPerDay: some($0.launchesPerDay),
          energyPerDay: some($0.energyPerDay), cellularBytesPerDay: some($0.cellularBytesPerDay))
      }, tasks: some(tasks), pushes: some(pushes))
  }
}
