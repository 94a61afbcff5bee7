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
    transfers = experiment.transfers.enumerated().map { index, transfer in
      var means = TransferMeans(experiment.model.transfers[transfer.index])
      means.add(run, index, of: experiment)
      return Transfer(
        completions: experiment.completions(index, run),
        launchesPerDay: experiment.perDay(index, run) { Double($0.launches) },
        unfinishedShare: means.unfinishedShare?.value ?? 0, expiredShare: means.expiredShare?.value ?? 0,
        missedDeadlineShare: means.missedDeadlineShare?.value ?? 0,
        validAndOnTimeShare: means.validAndOnTimeShare?.value ?? 1,
        cellularBytesPerDay: means.cellularBytesPerDay.value, energyPerDay: means.energyPerDay.value)
    }
    launchesPerDay = experiment.launchesPerDay(run)
    energyPerDay =
      transfers.reduce(0) { $0 + $1.energyPerDay }
      + (run.tasks + run.pushes).reduce(0) { $0 + $1.energyPerDay }
  }
}

extension [RunFigures] {
  /// The mean of a figure over the runs; 0 if there are none.
  func mean(_ figure: (RunFigures) -> Double) -> Double {
    reduce(0) { $0 + figure($1) } / Double(Swift.max(1, count))
  }
}
