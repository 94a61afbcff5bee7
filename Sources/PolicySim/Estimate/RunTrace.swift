package import PolicyModel

/// The trace of one run of an estimate.
package struct RunTrace: Sendable {
  /// The run's number, from 0.
  package let run: Int
  /// Milliseconds from midnight to the start of the run; `nil` on the ideal device, which has no time of day.
  package let clock: Int64?
  /// The events in order.
  package let events: [TraceEvent]
  /// Seconds from the time at which the work of a transfer comes up until its last item finishes, in the policy's order;
  /// `nil` if an item never finishes.
  package let completions: [(transfer: String, seconds: Double?)]

  /// A trace of given events.
  package init(
    run: Int, clock: Int64?, events: [TraceEvent], completions: [(transfer: String, seconds: Double?)]
  ) {
    self.run = run
    self.clock = clock
    self.events = events
    self.completions = completions
  }
}

extension Estimator {
  /// The number of runs among which `run(of:_:completing:nearestTo:)` searches.
  private static let candidates = 500

  /// Traces a run of an estimate.
  package static func trace(_ policy: Policy, _ settings: Settings, run: Int) -> RunTrace {
    let model = SimulationModel(policy, settings, measuring: .firstTimes)
    var simulation = Simulation(model, seed: settings.seed, run: run, isTraced: true)
    simulation.meter = settings.meter
    simulation.run()
    let completions = policy.transfers.compactMap { transfer in
      model.transfers.firstIndex { $0.name == transfer.name.value }.map { index in
        (transfer: transfer.name.value, seconds: completion(of: index, in: simulation))
      }
    }
    return RunTrace(
      run: run, clock: settings.day.isIdeal ? nil : simulation.device.offset % DailyPattern.day,
      events: simulation.timeline, completions: completions)
  }

  /// The first run in which a transfer's completion is nearest to a time in seconds, or never comes if the time is infinite;
  /// run 0 if no run fits.
  package static func run(
    of policy: Policy, _ settings: Settings, completing transfer: String, nearestTo seconds: Double
  ) -> Int {
    let model = SimulationModel(policy, settings, measuring: .firstTimes)
    guard !settings.day.isIdeal, let index = model.transfers.firstIndex(where: { $0.name == transfer }) else {
      return 0
    }
    let distances = (0..<min(candidates, max(1, settings.runs))).map { run -> Double in
      var simulation = Simulation(model, seed: settings.seed, run: run)
      simulation.meter = settings.meter
      simulation.run()
      guard let completion = completion(of: index, in: simulation) else {
        return seconds < .infinity ? .infinity : 0
      }
      return abs(completion - seconds)
    }
    return distances.indices.min { distances[$0] < distances[$1] } ?? 0
  }

  private static func completion(of transfer: Int, in simulation: Simulation) -> Double? {
    let job = simulation.jobs.first { $0.isFirst && $0.transfer == transfer }
    let seconds = job?.completion(of: simulation.model.transfers[transfer]) ?? .infinity
    return seconds < .infinity ? seconds : nil
  }
}
