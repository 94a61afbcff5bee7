package import PolicyModel

/// An estimate that fits into the events that it may have.
package struct BoundedEstimate: Sendable {
  /// The estimate.
  package let estimate: Estimate
  /// The runs that were asked for, if there was only room for fewer; `nil` for all of them.
  package let requestedRuns: Int?
}

extension Estimator {
  /// The least runs of an estimate that makes do with fewer.
  private static let fewestRuns = 10
  /// The runs from which the events of others are known.
  private static let trialRuns = 4
  /// The part of the events that runs may have: some have more than those of the trial.
  private static let usedShare = 0.6

  /// The estimate of a policy within the events that its settings allow, with fewer runs if there are too many; `canHaveFewer`
  /// says whether it may.
  ///
  /// - Throws: `SimulationExcess` if even a few runs have too many.
  package static func boundedEstimate(
    _ policy: Policy, _ settings: Settings, canHaveFewer: Bool, on workers: some ParallelMap
  ) throws(SimulationExcess) -> BoundedEstimate {
    let excess: SimulationExcess
    do throws(SimulationExcess) {
      return BoundedEstimate(estimate: try whole(policy, settings, on: workers), requestedRuns: nil)
    } catch {
      excess = error
    }
    guard canHaveFewer, let fewer = fewerRuns(policy, settings) else { throw excess }
    do throws(SimulationExcess) {
      return BoundedEstimate(estimate: try whole(policy, fewer, on: workers), requestedRuns: settings.runs)
    } catch {
      // The runs of the call are those that have too many.
      throw excess
    }
  }

  /// The estimate with all runs.
  private static func whole(
    _ policy: Policy, _ settings: Settings, on workers: some ParallelMap
  ) throws(SimulationExcess) -> Estimate {
    if let excess = certainExcess(of: policy, settings) { throw excess }
    let estimate = estimate(policy, settings, on: workers)
    if let excess = excess(of: policy, settings) { throw excess }
    return estimate
  }

  /// The settings with as many runs as fit; `nil` if there are hardly any.
  private static func fewerRuns(_ policy: Policy, _ settings: Settings) -> Settings? {
    guard !settings.day.isIdeal, let meter = settings.meter else { return nil }
    var trial = settings
    trial.runs = trialRuns
    trial.predicts = false
    trial.explanations = []
    trial.meter = meter.renewed
    guard trialRuns < settings.runs, certainExcess(of: policy, trial) == nil else { return nil }
    var computation = Computation(policy, trial)
    while !computation.isDone { computation.add(computation.nextBlocks.map(computation.results)) }
    guard let counted = trial.meter?.counted, trial.meter?.excess == nil else { return nil }
    let fitting = Double(meter.limit) * usedShare / Double(max(1, counted)) * Double(trialRuns)
    var fewer = settings
    // With fewer runs than these there are no draws, which take as many events as hundreds of runs.
    fewer.runs = Int(min(fitting, Double(min(settings.runs, leastPredictedRuns) - 1)))
    fewer.predicts = false
    fewer.explanations = []
    fewer.meter = meter.renewed
    return fewer.runs >= fewestRuns ? fewer : nil
  }
}
