/// The figures of one run that budgets limit and comparisons show.
struct RunFigures: Hashable, Sendable {
  /// The figures of a transfer; shares are 0 if there are no items.
  struct Transfer: Hashable, Sendable {
    /// Seconds until every item is through, for each job that counts; infinite if any item never is.
    let completions: [Double]
    let launchesPerDay: Double
    let unfinishedShare: Double
    let expiredShare: Double
    let missedDeadlineShare: Double
    /// 1 if there are no items.
    let validAndOnTimeShare: Double
    let cellularBytesPerDay: Double
    let energyPerDay: Double
  }

  let transfers: [Transfer]
  /// Launches of the whole app a day.
  let launchesPerDay: Double
  /// Joules of the whole app a day.
  let energyPerDay: Double

  init(_ experiment: Experiment, _ run: RunResult) {
    transfers = experiment.transfers.indices.map { Transfer(experiment, $0, run) }
    launchesPerDay = experiment.launchesPerDay(run)
    var launchEnergy = 0.0
    for task in run.tasks { launchEnergy += task.energyPerDay }
    for push in run.pushes { launchEnergy += push.energyPerDay }
    energyPerDay = transfers.reduce(0) { $0 + $1.energyPerDay } + launchEnergy
  }
}

extension RunFigures.Transfer {
  fileprivate init(_ experiment: Experiment, _ number: Int, _ run: RunResult) {
    let sums = experiment.sums(number, run)
    let shares = ItemShares(sums, of: experiment, number)
    let days = experiment.days(number, run)
    let hasItems = experiment.model.transfers[experiment.transfers[number].index].count > 0
    self.init(
      completions: experiment.completions(number, run), launchesPerDay: sums.launches / days,
      unfinishedShare: hasItems ? shares.unfinished : 0, expiredShare: hasItems ? shares.expired : 0,
      missedDeadlineShare: hasItems ? shares.missedDeadline : 0,
      validAndOnTimeShare: hasItems ? shares.validAndOnTime : 1,
      cellularBytesPerDay: sums.cellularBytes / days, energyPerDay: sums.energy / days)
  }
}

extension [RunFigures] {
  /// The mean of a figure over the runs; 0 if there are none.
  func mean(_ figure: (RunFigures) -> Double) -> Double {
    reduce(0) { $0 + figure($1) } / Double(Swift.max(1, count))
  }
}
