internal import PlatformFacts
internal import PolicyModel

extension Estimate {
  /// The estimate of accumulated runs.
  init(_ experiment: Experiment, runs: Int, _ results: VariantAccumulators, of policy: Policy) {
    let accumulator = results.base
    let settings = experiment.settings
    func transferEstimate(_ index: Int, _ own: RunAccumulator.Transfer) -> TransferEstimate {
      let transfer = experiment.transfers[index]
      return TransferEstimate(
        name: transfer.name, completion: own.delays.completion,
        firstCompletion: experiment.recurs(index) ? own.delays.firstCompletion : own.delays.completion,
        recurs: experiment.recurs(index),
        backlog: Backlog(
          of: experiment.model.transfers[transfer.index], growth: own.means.backlogPerDay,
          in: experiment.model),
        bands: results.figures(index, \.completion),
        completeRuns: own.delays.completeRuns,
        launches: own.delays.launches, launchesBands: results.figures(index, \.launches),
        limiterDelay: own.delays.limiterDelay,
        limiterDelayBands: results.figures(index, \.limiterDelay), distributions: own.distributions,
        means: own.means)
    }
    let transfers = accumulator.transfers.enumerated().map(transferEstimate)
    let interpretations = results.differentBounds.map { bound in
      Interpretation(
        name: ModelInterpretation(bound.variant).name,
        transfers: bound.transfers.enumerated().map(transferEstimate))
    }
    let tasks = zip(experiment.tasks, accumulator.tasks).map { task, launches in
      TaskEstimate(
        name: task.name.value, launchesPerDay: launches.perDay, firstLaunch: launches.first,
        ageAtOpen: launches.agesAtOpen,
        startsPerDay: task.type?.value == .continuedProcessing ? launches.starts : nil)
    }
    let pushes = zip(experiment.pushes, accumulator.pushes).compactMap { push, launches -> PushEstimate? in
      guard let sent = push.perDay?.value else { return nil }
      return PushEstimate(
        name: push.name.value, sentPerDay: sent, launchesPerDay: launches.perDay, outcomes: launches.outcomes)
    }
    self.init(
      scenario: settings.day.name, seed: settings.seed, runs: runs, parameters: settings.parameters,
      transfers: transfers, interpretations: interpretations, tasks: tasks, pushes: pushes,
      assumptions: policy.estimateAssumptions + policy.unmodeledRules(with: settings.parameters),
      notEstimated: NotEstimated.all(of: policy),
      launchesPerDay: accumulator.launchesPerDay, totals: accumulator.totals, isExact: settings.day.isIdeal)
  }
}
