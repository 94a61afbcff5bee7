internal import PolicyModel

/// Runs a policy under values of uncertain parameters.
struct Predictor: Sendable {
  let draws: ParameterDraws
  private let policy: Policy
  private let settings: Estimator.Settings
  /// The number of an estimate's runs with which the draws are compared.
  let comparedRuns: Int
  private let runsOfDraw: Int

  /// `nil` if the estimate has no prediction: the settings don't ask for one, nothing is random, the estimate has few runs
  /// or very many transfers, or no parameter is uncertain.
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
    // Each draw has runs of its own, or shares all of them with some other draws.
    comparedRuns = min(settings.runs / runsOfDraw, ParameterDraws.count) * runsOfDraw
    guard policy.transfers.count * comparedRuns <= Self.mostFigures else { return nil }
  }

  /// The most transfers of all compared runs together; more would take too much memory and time.
  private static let mostFigures = 300_000

  /// The runs of a draw. The estimate has the same runs on the same devices, so that differences come from the draw's values
  /// alone.
  func runs(ofDraw draw: Int) -> [Int] {
    (draw * runsOfDraw..<(draw + 1) * runsOfDraw).map { $0 % comparedRuns }
  }

  /// The policy under the values of a draw.
  func experiment(ofDraw draw: Int) -> Experiment {
    Experiment(policy, draws.settings(settings, draw: draw))
  }

  /// The figures of a run in each draw that uses the run's device, in the order of the draws.
  func figures(ofRun run: Int, in experiments: [Experiment], _ runner: inout Runner) -> [RunFigures] {
    guard run < comparedRuns else { return [] }
    return stride(from: run, to: runsOfDraw * ParameterDraws.count, by: comparedRuns).map { position in
      let experiment = experiments[position / runsOfDraw]
      return RunFigures(experiment, runner.result(of: run, experiment.model))
    }
  }

  /// The figures grouped by draw, then by run of the draw. `figures` has the same figures grouped by run, then by draw.
  func figuresByDraw(_ figures: [[RunFigures]]) -> [[RunFigures]] {
    (0..<ParameterDraws.count).map { draw in
      (draw * runsOfDraw..<(draw + 1) * runsOfDraw).map { figures[$0 % comparedRuns][$0 / comparedRuns] }
    }
  }

  /// The prediction from the figures of all draws, and the figures `own` of the same runs with the values of the model.
  func prediction(
    _ drawn: [[RunFigures]], of experiments: [Experiment], comparedWith own: [RunFigures],
    _ estimate: Estimate
  ) -> Prediction {
    let shares = estimate.transfers.enumerated().map { TransferShares($1, $0) }
    let hasBudgets = !policy.budgets.isEmpty
    let figures = drawn.enumerated().map { draw, runs -> Prediction.Draw in
      let keepsUp = Self.keepsUp(runs, experiments[draw])
      let pairs = zip(self.runs(ofDraw: draw).map { own[$0] }, runs).map { (before: $0, after: $1) }
      let change = pairs.map { $0.after.sum(of: .energyPerDay) - $0.before.sum(of: .energyPerDay) }
      let energy = estimate.totals[.energyPerDay].value + change.reduce(0, +) / Double(max(1, change.count))
      // Without budgets, only the completions and the energy are needed.
      guard hasBudgets else {
        return Prediction.Draw(
          completions: shares.map { Self.quantiles($0.completion(pairs)) }, keepsUp: keepsUp,
          energyPerDay: max(0, energy), limited: [:])
      }
      let changed = estimate.changed(as: pairs, shares)
      return Prediction.Draw(
        completions: changed.transfers.map { Self.quantiles($0.completion) }, keepsUp: keepsUp,
        energyPerDay: max(0, energy), limited: BudgetVerdict.figures(policy, changed))
    }
    let errors = estimate.transfers.enumerated().map { index, transfer in
      let runs = own.map { $0.completions[index] }
      return Dictionary(
        uniqueKeysWithValues: Quantile.allCases.map {
          ($0, RelativeError(of: $0, in: transfer.completion, runs, ofRuns: estimate.runs))
        })
    }
    return Prediction(
      figures, inGroups: comparedRuns / runsOfDraw, of: draws, errors: errors)
  }

  /// Whether each transfer keeps up with its work in the runs of a draw.
  private static func keepsUp(_ runs: [RunFigures], _ experiment: Experiment) -> [Bool] {
    experiment.transfers.enumerated().map { index, transfer in
      var growth = Mean()
      for run in runs { growth.add(run.backlogsPerDay[index]) }
      let planned = experiment.model.transfers[transfer.index]
      return Backlog(of: planned, growth: growth, in: experiment.model) == nil
    }
  }

  private static func quantiles(_ completion: Distribution) -> [Quantile: Double] {
    Dictionary(
      uniqueKeysWithValues: Quantile.allCases.map { ($0, completion.quantile($0.share) ?? .infinity) })
  }
}

/// The figures of a run without a change, and of the same run with the change.
private typealias RunPair = (before: RunFigures, after: RunFigures)

/// The distributions of a transfer's figures without a change.
private struct TransferShares {
  private let index: Int
  private let completion: CumulativeShares
  /// The distributions of the figures other than the completion that reports show as quantiles.
  private let others: [(figure: Figure, shares: CumulativeShares)]

  init(_ transfer: TransferEstimate, _ index: Int) {
    self.index = index
    completion = CumulativeShares(transfer.completion)
    others = TransferDistributions.figures.map { figure in
      (figure, CumulativeShares(transfer.distribution(of: figure)))
    }
  }

  /// The completion with the change.
  func completion(_ runs: [RunPair]) -> Distribution {
    let runs = runs.map { (before: $0.before.completions[index], after: $0.after.completions[index]) }
    // If the change affects how often the work comes up, the completions can't be paired.
    guard runs.allSatisfy({ $0.before.count == $0.after.count }) else {
      return Distribution(groups: runs.map(\.after))
    }
    var pairs: [PairedValues.Pair] = []
    for run in runs {
      for index in run.after.indices { pairs.append((run.before[index], run.after[index])) }
    }
    return PairedValues(pairs).distribution(from: completion)
  }

  /// Changes the figures of a transfer by the effect that the change has in the pairs of runs.
  func change(_ transfer: inout TransferEstimate, _ runs: [RunPair]) {
    func pairs(_ figure: Figure) -> PairedValues {
      PairedValues(runs.map { ($0.before[figure, index], $0.after[figure, index]) })
    }
    transfer.completion = completion(runs)
    for (figure, shares) in others {
      transfer.distributions[figure] = pairs(figure).distribution(from: shares)
    }
    // Only figures that budgets limit are needed.
    for figure in Figure.limited where figure.column != nil && !figure.hasQuantiles {
      let mean = max(0, pairs(figure).mean(from: transfer[figure]))
      transfer.means[figure] = Mean(of: figure.isShare ? min(1, mean) : mean)
    }
  }
}

extension Estimate {
  /// The estimate with the figures of transfers changed by the effect that a change has in the pairs of runs.
  fileprivate func changed(as runs: [RunPair], _ shares: [TransferShares]) -> Estimate {
    var changed = self
    changed.interpretations = []
    for index in changed.transfers.indices { shares[index].change(&changed.transfers[index], runs) }
    return changed
  }
}
