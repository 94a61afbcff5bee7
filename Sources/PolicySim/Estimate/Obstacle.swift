internal import PolicyModel

/// The mechanism that keeps the work of a transfer from completing.
package struct Obstacle: Sendable {
  /// The transfer.
  package let transfer: String
  /// The mechanism without which most of the work completes; `nil` if no mechanism alone is in the way.
  package let mechanism: Mechanism?
}

extension TransferEstimate {
  /// The share of cases from which on work that is left undone is the exception.
  private static let usualShare = 0.5

  /// Whether the work is left undone in most cases.
  package var isMostlyUndone: Bool { completeShare.map { $0 < Self.usualShare } ?? false }
}

extension Estimator {
  /// Enough runs to tell apart "never" and "mostly".
  private static let obstacleRuns = 20
  /// The share of cases that have to complete without a mechanism, beyond those that complete with it.
  private static let leastGain = 0.25

  /// The obstacles of the transfers whose work is left undone in most cases: runs without one mechanism after the other.
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
      // Runs that had to end say nothing.
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
