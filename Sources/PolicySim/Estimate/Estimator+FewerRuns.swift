package import PolicyModel

/// An estimate within the events that its settings allow.
package struct BoundedEstimate: Sendable {
  /// The estimate, possibly from fewer runs than requested.
  package let estimate: Estimate
  /// The number of runs that the settings ask for, if the estimate has fewer; `nil` if it has all of these runs.
  package let requestedRuns: Int?
}

extension Estimator {
  /// The least number of runs of an estimate with fewer runs than the settings ask for.
  private static let fewestRuns = 10
  /// The number of trial runs, from which the number of events of further runs is estimated.
  private static let trialRuns = 4
  /// The share of the allowed events that the estimated runs may have: some runs have more events than the trial runs.
  private static let usedShare = 0.6

  /// The estimate of a policy within the events that its settings allow. If `choosesRuns` is true, the estimate has fewer runs if they have
  /// too many events, and more runs if more runs decide whether the policy's budgets are kept.
  ///
  /// - Throws: `SimulationExcess` if even a few runs have too many events, or if the estimate may not have fewer runs.
  package static func boundedEstimate(
    _ policy: Policy, _ settings: Settings, choosesRuns: Bool, on workers: some ParallelMap
  ) throws(SimulationExcess) -> BoundedEstimate {
    let excess: SimulationExcess
    do throws(SimulationExcess) {
      let estimate = try whole(policy, settings, on: workers)
      let decided = choosesRuns ? deciding(policy, settings, estimate, on: workers) : nil
      return BoundedEstimate(estimate: decided ?? estimate, requestedRuns: nil)
    } catch {
      excess = error
    }
    guard choosesRuns, let fewer = fewerRuns(policy, settings) else { throw excess }
    do throws(SimulationExcess) {
      return BoundedEstimate(estimate: try whole(policy, fewer, on: workers), requestedRuns: settings.runs)
    } catch {
      // The error reports the excess of the runs that the caller asked for.
      throw excess
    }
  }

  /// The estimate with enough runs to decide the budgets that `estimate` leaves undecided. `nil` if `estimate` decides all budgets, or if
  /// these runs have too many events.
  private static func deciding(
    _ policy: Policy, _ settings: Settings, _ estimate: Estimate, on workers: some ParallelMap
  ) -> Estimate? {
    guard let more = settingsWithMoreRuns(policy, settings, estimate) else { return nil }
    do throws(SimulationExcess) { return try whole(policy, more, on: workers) } catch { return nil }
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

  /// The settings with the number of runs that the allowed events permit; `nil` if this number is too small for an estimate.
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
    // Fewer than `leastPredictedRuns` runs have no draws, which would take as many events as hundreds of runs.
    fewer.runs = Int(min(fitting, Double(min(settings.runs, leastPredictedRuns) - 1)))
    fewer.predicts = false
    fewer.explanations = []
    fewer.meter = meter.renewed
    return fewer.runs >= fewestRuns ? fewer : nil
  }
}
