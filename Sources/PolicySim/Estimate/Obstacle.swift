internal import PolicyModel

/// The mechanism that keeps the work of a transfer from completing.
package struct Obstacle: Sendable {
  /// The name of the transfer.
  package let transfer: String
  /// The mechanism without which much more of the work completes; `nil` if no single mechanism makes such a difference.
  package let mechanism: Mechanism?
}

extension TransferEstimate {
  /// The share of cases that have to complete for work to count as usually done.
  private static let usualShare = 0.5

  /// Whether the work does not complete in most cases.
  package var isMostlyUndone: Bool { completeShare.map { $0 < Self.usualShare } ?? false }
}

extension Estimator {
  /// The number of runs without a mechanism: enough to distinguish "never" from "mostly".
  private static let obstacleRuns = 20
  /// The least difference between the share of cases that complete without a mechanism and the share of cases that complete with the
  /// mechanism.
  private static let leastGain = 0.25

  /// The obstacles of the transfers that do not complete in most cases, from runs without each mechanism in turn.
  static func obstacles(
    of policy: Policy, _ settings: Settings, in estimate: Estimate, on workers: some ParallelMap
  ) -> [Obstacle] {
    let undone = estimate.transfers.filter(\.isMostlyUndone)
    guard !undone.isEmpty else { return [] }
    let mechanisms = Mechanism.allCases.filter { !settings.disabledMechanisms.contains($0) }
    let shares = workers.map(mechanisms, done: 0, of: mechanisms.count) { mechanism in
      var changed = settings
      changed.disabledMechanisms.insert(mechanism)
      changed.runs = min(settings.runs, obstacleRuns)
      changed.meter = settings.meter?.renewed
      let experiment = Experiment(policy, changed)
      let results = experiment.results(0..<(changed.day.isIdeal ? 1 : changed.runs))
      // Runs that ended because of too many events show nothing.
      guard changed.meter?.excess == nil else { return undone.map { _ in 0.0 } }
      return undone.map { transfer -> Double in
        guard let index = experiment.transfers.firstIndex(where: { $0.name == transfer.name }) else {
          return 0
        }
        return results.reduce(0) { sum, run in
          let sums = experiment.sums(index, run)
          return sum + sums.average(sums.complete)
        } / Double(max(1, results.count))
      }
    }
    return undone.enumerated().map { index, transfer in
      let best = mechanisms.indices.max { shares[$0][index] < shares[$1][index] }
      let least = (transfer.completeShare ?? 0) + leastGain
      return Obstacle(
        transfer: transfer.name,
        mechanism: best.flatMap { shares[$0][index] >= least ? mechanisms[$0] : nil })
    }
  }
}
