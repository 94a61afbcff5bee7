/// Makes one run after the other, in the memory of the same simulation.
///
/// A run has the same device under all models of a policy on the same day, so the runner makes the device only once.
struct Runner {
  private var start: RunStart
  private var simulation: Simulation
  private let endsWithTransfers: Bool

  /// A runner for runs of an experiment; `run` is the first run.
  init(_ experiment: Experiment, from run: Int) {
    let seed = experiment.settings.seed
    let model = experiment.model.model(ofRun: run, seed: seed)
    start = RunStart(model, seed: seed, run: run)
    simulation = Simulation(idle: model, start)
    simulation.meter = experiment.settings.meter
    endsWithTransfers = experiment.settings.countsOnlyTransfers
  }

  mutating func result(of run: Int, _ model: SimulationModel) -> RunResult {
    let model = model.model(ofRun: run, seed: start.seed)
    if start.run != run || !start.isStart(of: model) {
      start = RunStart(model, seed: start.seed, run: run)
    }
    simulation.restart(model, start)
    simulation.stopsTransfers = true
    simulation.endsWithTransfers = endsWithTransfers && model.transfersEndCounting
    simulation.run()
    return RunResult(simulation)
  }
}
