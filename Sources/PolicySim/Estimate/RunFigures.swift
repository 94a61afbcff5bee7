/// The figures of one run that budgets limit.
struct RunFigures: Sendable {
  /// The figures of a transfer.
  struct Transfer: Sendable {
    /// Seconds until every item is through, for each job that counts; infinite if any item never is.
    let completions: [Double]
    let launchesPerDay: Double
    let means: TransferMeans
  }

  let transfers: [Transfer]

  init(_ experiment: Experiment, _ run: RunResult) {
    transfers = experiment.transfers.enumerated().map { index, transfer in
      var means = TransferMeans(experiment.model.transfers[transfer.index])
      means.add(run, index, of: experiment)
      return Transfer(
        completions: experiment.completions(index, run),
        launchesPerDay: experiment.perDay(index, run) { Double($0.launches) }, means: means)
    }
  }
}
