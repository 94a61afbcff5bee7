internal import PolicyModel

/// Runs a policy under values of uncertain parameters.
struct Predictor: Sendable {
  /// The draws of the parameters.
  let draws: ParameterDraws
  private let policy: Policy
  private let settings: Estimator.Settings
  /// The number of runs that the draws share.
  private let allRuns: Int
  private let runsOfDraw: Int

  /// `nil` if an estimate does without: nothing is random in it, it has few runs, no parameter is uncertain, or it is not asked for.
  init?(_ policy: Policy, _ settings: Estimator.Settings) {
    guard settings.predicts, !settings.day.isIdeal, settings.runs >= Estimator.leastPredictedRuns else {
      return nil
    }
    let draws = ParameterDraws(settings)
    guard !draws.parameters.isEmpty else { return nil }
    self.draws = draws
    self.policy = policy
    self.settings = settings
    runsOfDraw = Estimator.runsOfDraw(of: policy)
    allRuns = min(settings.runs, runsOfDraw * ParameterDraws.count)
  }

  /// The number of an estimate's runs whose figures the draws are compared with.
  var comparedRuns: Int { allRuns }

  /// The runs of a draw: devices that the estimate has, too, so that the draw's values alone make the difference.
  func runs(ofDraw draw: Int) -> [Int] {
    (draw * runsOfDraw..<(draw + 1) * runsOfDraw).map { $0 % allRuns }
  }

  /// The figures of each run of a draw.
  func figures(ofDraw draw: Int) -> [RunFigures] {
    let experiment = Experiment(policy, draws.settings(settings, draw: draw))
    return runs(ofDraw: draw).map { RunFigures(experiment, experiment.run($0)) }
  }

  /// The prediction from the figures of all draws, and those of the same runs without them.
  func prediction(_ drawn: [[RunFigures]], comparedWith own: [RunFigures], _ estimate: Estimate) -> Prediction
  {
    let shares = estimate.transfers.map {
      TransferShares(
        completion: CumulativeShares($0.completion), launches: CumulativeShares($0.launchesPerDay))
    }
    let figures = drawn.enumerated().map { draw, runs -> Prediction.Draw in
      let pairs = Array(zip(self.runs(ofDraw: draw).map { own[$0] }, runs))
      let changed = estimate.changed(as: pairs, shares)
      return Prediction.Draw(
        completions: changed.transfers.map { Self.quantiles($0.completion) },
        keeps: Dictionary(
          BudgetVerdict.all(of: policy, changed).filter(\.isEstimated).map { ($0.name, $0.isKept) },
          uniquingKeysWith: { first, _ in first }))
    }
    return Prediction(figures, of: draws, in: estimate)
  }

  private static func quantiles(_ completion: Distribution) -> [Double] {
    Prediction.Figure.allCases.map { completion.quantile($0.share) ?? .infinity }
  }
}

/// The figures of a transfer in a run without a change, and with it.
private typealias FigurePair = (before: RunFigures.Transfer, after: RunFigures.Transfer)

/// The distributions of a transfer's figures without a change.
private struct TransferShares {
  let completion: CumulativeShares
  let launches: CumulativeShares

  /// The completion with the change.
  func completion(_ runs: [FigurePair]) -> Distribution {
    Self.changed(completion, runs) { $0.completions }
  }

  /// The launches a day with the change.
  func launchesPerDay(_ runs: [FigurePair]) -> Distribution {
    Self.changed(launches, runs) { [$0.launchesPerDay] }
  }

  private static func changed(
    _ shares: CumulativeShares, _ runs: [FigurePair], _ values: (RunFigures.Transfer) -> [Double]
  ) -> Distribution {
    let pairs = runs.map { (values($0.before), values($0.after)) }
    // If a change decides how often the work comes up, its times have no counterparts.
    guard pairs.allSatisfy({ $0.count == $1.count }) else { return Distribution(groups: pairs.map(\.1)) }
    return PairedValues(pairs.flatMap { Array(zip($0, $1)) }).distribution(from: shares)
  }
}

extension Estimate {
  /// The estimate with the figures of transfers changed as the pairs of runs without and with a change say.
  fileprivate func changed(
    as runs: [(before: RunFigures, after: RunFigures)], _ shares: [TransferShares]
  ) -> Estimate {
    var changed = self
    changed.interpretations = []
    for index in changed.transfers.indices {
      let pairs = runs.map { ($0.transfers[index], $1.transfers[index]) }
      changed.transfers[index].completion = shares[index].completion(pairs)
      changed.transfers[index].launchesPerDay = shares[index].launchesPerDay(pairs)
      changed.transfers[index].means.change(pairs.map { ($0.means, $1.means) })
    }
    return changed
  }
}

extension TransferMeans {
  /// Changes the means that budgets limit as the pairs of runs without and with a change say.
  fileprivate mutating func change(_ runs: [(before: TransferMeans, after: TransferMeans)]) {
    func share(_ figure: (TransferMeans) -> MeanShare?) -> MeanShare? {
      figure(self).map { all in
        let pairs = runs.map { (figure($0.before)?.value ?? 0, figure($0.after)?.value ?? 0) }
        return MeanShare(of: min(1, max(0, PairedValues(pairs).mean(from: all.value))))
      }
    }
    func mean(_ figure: (TransferMeans) -> Mean) -> Mean {
      let pairs = runs.map { (figure($0.before).value, figure($0.after).value) }
      return Mean(of: max(0, PairedValues(pairs).mean(from: figure(self).value)))
    }
    (unfinishedShare, expiredShare, missedDeadlineShare) = (
      share(\.unfinishedShare), share(\.expiredShare), share(\.missedDeadlineShare)
    )
    (cellularBytesPerDay, energyPerDay) = (mean(\.cellularBytesPerDay), mean(\.energyPerDay))
  }
}
