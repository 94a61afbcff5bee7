internal import PolicyModel
internal import Quantities

// The further runs that an estimate makes to decide its budgets.
extension Estimator {
  /// The most runs that an estimate makes to decide its budgets, as a multiple of the runs that the settings ask for.
  private static let mostTimes = 4
  /// The numbers of runs that an estimate may have are multiples of this number.
  private static let runStep = 50
  /// The most events of an estimate with more runs, so that users do not have to wait much longer.
  private static let mostEventsForVerdicts = 10_000_000

  /// The settings with enough runs to decide the budgets that an estimate leaves undecided; `nil` if the estimate decides all budgets, or
  /// if no allowed number of runs decides more budgets.
  static func settingsWithMoreRuns(
    _ policy: Policy, _ settings: Settings, _ estimate: Estimate
  ) -> Settings? {
    guard !policy.budgets.isEmpty, let meter = settings.meter else { return nil }
    let most = settings.runs * mostTimes
    let needed = BudgetVerdict.all(of: policy, estimate).compactMap(\.decidingRuns).filter { $0 <= most }
    guard let runs = needed.max(), runs > settings.runs else { return nil }
    var more = settings
    more.runs = min(most, (runs + runStep - 1) / runStep * runStep)
    more.meter = EventMeter(limit: min(meter.limit, mostEventsForVerdicts))
    return more
  }
}

extension BudgetVerdict {
  /// The spare runs, as a factor: the estimate of the noise is noisy, too.
  private static let spare = 1.25

  /// The number of runs that probably suffices to show on which side of the limit the figure is; `nil` if the runs of the estimate suffice,
  /// or if no number of runs does.
  fileprivate var decidingRuns: Int? {
    guard isWithinNoise, let actual, let bounds else { return nil }
    if unseenRuns != nil {
      guard limit > 0, limit < 1 else { return nil }
      return MeanShare.runs(excluding: limit)
    }
    let reach = actual <= limit ? bounds.upperBound - actual : actual - bounds.lowerBound
    let distance = abs(limit - actual)
    guard reach < .infinity, distance > 0 else { return nil }
    // The interval narrows with the square root of the number of runs.
    let needed = Double(runs) * (reach / distance) * (reach / distance) * Self.spare
    return needed < 1e9 ? Int(needed.rounded(.up)) : nil
  }
}
