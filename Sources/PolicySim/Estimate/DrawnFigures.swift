/// The figures of runs, and of the same runs in the draws of uncertain parameters that take their devices.
struct DrawnFigures: Sendable {
  /// The figures of each run.
  private(set) var own: [RunFigures] = []
  /// The figures of each run in its draws.
  private(set) var drawn: [[RunFigures]] = []

  /// Adds a run.
  mutating func add(_ run: RunFigures, _ draws: [RunFigures]) {
    own.append(run)
    drawn.append(draws)
  }

  /// Adds the runs that follow.
  mutating func add(_ other: DrawnFigures) {
    own += other.own
    drawn += other.drawn
  }
}
