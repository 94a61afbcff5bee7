internal import PolicyModel

/// Runs a policy under values of uncertain parameters.
struct Predictor: Sendable {
  /// The draws of the parameters.
  let draws: ParameterDraws
  private let policy: Policy
  private let settings: Estimator.Settings
  /// The number of an estimate's runs with which the draws are compared.
  let comparedRuns: Int
  private let runsOfDraw: Int

  /// `nil` if an estimate does without: nothing is random in it, it has few runs or very many transfers, no
  /// parameter is uncertain, or it is not asked for.
  init?(_ policy: Policy, _ settings: Estimator.Settings) {
    guard settings.predicts, !settings.day.isIdeal, settings.runs >= Estimator.leastPredictedRuns else {
      return nil
    }
    let draws = ParameterDraws(settings)
    guard !draws.parameters.isEmpty else { return nil }
    self.draws = draws
    self.policy = policy
    self.settings = settings
    runsOfDraw = settings.runsOfDraw ?? Estimator.runsOfDraw(of: policy)
    comparedRuns = min(settings.runs, runsOfDraw * ParameterDraws.count)
    guard policy.transfers.count * comparedRuns <= Self.mostFigures else { return nil }
  }

  /// The transfers of all runs that fit into memory and into the time that an estimate may take.
  private static let mostFigures = 300_000

  /// The runs of a draw: devices that the estimate has, too, so that the draw's values alone make the difference.
  func runs(ofDraw draw: Int) -> [Int] {
    (draw * runsOfDraw..<(draw + 1) * runsOfDraw).map { $0 % comparedRuns }
  }

  /// The policy under the values of a draw.
  func experiment(ofDraw draw: Int) -> Experiment {
    Experiment(policy, draws.settings(settings, draw: draw))
  }

  /// The figures of a run in each draw that takes its device, in the order of the draws.
  func figures(ofRun run: Int, in experiments: [Experiment], _ runner: inout Runner) -> [RunFigures] {
    guard run < comparedRuns else { return [] }
    return stride(from: run, to: runsOfDraw * ParameterDraws.count, by: comparedRuns).map { position in
      let experiment = experiments[position / runsOfDraw]
      return RunFigures(experiment, runner.result(of: run, experiment.model))
    }
  }

  /// The figures of each run of each draw, from those of each run in its draws.
  func figuresByDraw(_ figures: [[RunFigures]]) -> [[RunFigures]] {
    (0..<ParameterDraws.count).map { draw in
      (draw * runsOfDraw..<(draw + 1) * runsOfDraw).map { figures[$0 % comparedRuns][$0 / comparedRuns] }
    }
  }

  /// The prediction from the figures of all draws, and those of the same runs without them.
  func prediction(_ drawn: [[RunFigures]], comparedWith own: [RunFigures], _ estimate: Estimate) -> Prediction
  {
    let shares = estimate.transfers.map {
      TransferShares(
        completion: CumulativeShares($0.completion), launches: CumulativeShares($0.launchesPerDay))
    }
    let hasBudgets = !policy.budgets.isEmpty
    let figures = drawn.enumerated().map { draw, runs -> Prediction.Draw in
      let pairs = Array(zip(self.runs(ofDraw: draw).map { own[$0] }, runs))
      // Without budgets nothing but the completions is asked for.
      guard hasBudgets else {
        let completions = shares.indices.map { index in
          Self.quantiles(shares[index].completion(pairs.map { ($0.transfers[index], $1.transfers[index]) }))
        }
        return Prediction.Draw(completions: completions, keeps: [:])
      }
      let changed = estimate.changed(as: pairs, shares)
      return Prediction.Draw(
        completions: changed.transfers.map { Self.quantiles($0.completion) },
        keeps: Dictionary(
          BudgetVerdict.all(of: policy, changed).filter(\.isEstimated).map { ($0.name, $0.isKept) },
          uniquingKeysWith: { first, _ in first }))
    }
    return Prediction(figures, of: draws, in: estimate)
  }

  private static func quantiles(_ completion: Distribution) -> [Quantile: Double] {
    Dictionary(
      uniqueKeysWithValues: Quantile.allCases.map { ($0, completion.quantile($0.share) ?? .infinity) })
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
    // If a change decides how often the work comes up, its times have no counterparts.
    guard runs.allSatisfy({ $0.before.completions.count == $0.after.completions.count }) else {
      return Distribution(groups: runs.map(\.after.completions))
    }
    var pairs: [PairedValues.Pair] = []
    for run in runs {
      for index in run.after.completions.indices {
        pairs.append((run.before.completions[index], run.after.completions[index]))
      }
    }
    return PairedValues(pairs).distribution(from: completion)
  }

  /// The launches a day with the change.
  func launchesPerDay(_ runs: [FigurePair]) -> Distribution {
    PairedValues(runs.map { ($0.before.launchesPerDay, $0.after.launchesPerDay) }).distribution(
      from: launches)
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
      changed.transfers[index].means.change(pairs)
    }
    return changed
  }
}

extension TransferMeans {
  /// Changes the means that budgets limit as the pairs of runs without and with a change say.
  fileprivate mutating func change(_ runs: [FigurePair]) {
    func changed(_ mean: Double, _ figure: (RunFigures.Transfer) -> Double) -> Double {
      max(0, PairedValues(runs.map { (figure($0.before), figure($0.after)) }).mean(from: mean))
    }
    func changed(_ share: MeanShare?, _ figure: (RunFigures.Transfer) -> Double) -> MeanShare? {
      share.map { MeanShare(of: min(1, changed($0.value, figure))) }
    }
    unfinishedShare = changed(unfinishedShare, \.unfinishedShare)
    expiredShare = changed(expiredShare, \.expiredShare)
    missedDeadlineShare = changed(missedDeadlineShare, \.missedDeadlineShare)
    cellularBytesPerDay = Mean(of: changed(cellularBytesPerDay.value, \.cellularBytesPerDay))
    energyPerDay = Mean(of: changed(energyPerDay.value, \.energyPerDay))
  }
}
