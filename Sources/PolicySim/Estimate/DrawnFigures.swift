/// The figures of runs, and the figures of the same runs in the draws of uncertain parameters that use the devices of these
/// runs.
struct DrawnFigures: Sendable {
  /// The figures of each run.
  private(set) var own: [RunFigures] = []
  /// For each run, the figures of the run in each draw that uses its device.
  private(set) var drawn: [[RunFigures]] = []

  mutating func add(_ run: RunFigures, _ draws: [RunFigures]) {
    own.append(run)
    drawn.append(draws)
  }

  /// Adds the following runs.
  mutating func add(_ other: DrawnFigures) {
    own += other.own
    drawn += other.drawn
  }
}
