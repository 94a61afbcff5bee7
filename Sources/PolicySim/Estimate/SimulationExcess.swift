package import PolicyModel

/// A policy with more work than an estimate simulates.
package struct SimulationExcess: Error, Sendable {
  /// The declaration that probably has the most work.
  package enum Subject: Sendable {
    /// A transfer that recurs.
    case recurrence(of: String)
    /// The items of a transfer.
    case items(of: String)
    case push(String)
    /// A task that the user starts.
    case task(String)
    /// A task that the system launches as often as the model allows.
    case refreshes(of: String)
    /// No declaration, but the device.
    case scenario(String)
  }

  /// The bound that the policy exceeds.
  package enum Reason: Sendable {
    /// The runs will have at least this many events, as is known before the runs.
    case certain(events: Double)
    /// The runs have had more events than the bound.
    case simulated
    /// A run has had more events than the bound of a single run.
    case run
    /// A run has more work at a time than it can keep in memory; no option changes this bound.
    case memory
  }

  /// The declaration that probably has the most work.
  package let subject: Subject
  /// The bound that the policy exceeds.
  package let reason: Reason
  /// The runs of the estimate.
  package let runs: Int
  /// The most events of an estimate, or of a run if the reason is `run`.
  package let limit: Int
}

extension Estimator {
  /// The most events of an estimate, unless another limit is set.
  package static let usualMostEvents = 50_000_000
  /// The meter of an estimate. If the settings ask for more runs than usual, the limit grows in proportion.
  package static func meter(of policy: Policy, _ settings: Settings) -> EventMeter {
    let usual = usualRuns(of: policy)
    return EventMeter(limit: usualMostEvents, times: (settings.runs + usual - 1) / usual)
  }

  /// The most jobs and failed items that a run keeps.
  package static let mostKept = Simulation.mostKept

  /// The excess that is certain before any run; `nil` if no excess is certain, or if the events are not bounded.
  package static func certainExcess(of policy: Policy, _ settings: Settings) -> SimulationExcess? {
    guard let limit = settings.meter?.limit else { return nil }
    let model = SimulationModel(policy, settings)
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let work = model.certainWork
    guard let largest = work.max(by: { $0.events < $1.events }) else { return nil }
    func excess(_ reason: SimulationExcess.Reason) -> SimulationExcess {
      SimulationExcess(subject: largest.subject, reason: reason, runs: runs, limit: limit)
    }
    let events = SimulationModel.events(work) * Double(runs)
    if events > Double(limit) { return excess(.certain(events: events)) }
    return largest.events > Double(Simulation.mostKept) ? excess(.memory) : nil
  }

  /// The excess that has ended the runs of an estimate; `nil` if the estimate is complete.
  package static func excess(of policy: Policy, _ settings: Settings) -> SimulationExcess? {
    guard let meter = settings.meter, let bound = meter.excess else { return nil }
    let model = SimulationModel(policy, settings)
    let subject: SimulationExcess.Subject =
      model.largestTransfer.map { $0.count > 1 ? .items(of: $0.name) : .recurrence(of: $0.name) }
      ?? model.certainWork.max { $0.events < $1.events }?.subject ?? .scenario(settings.day.name)
    let reason: SimulationExcess.Reason =
      switch bound {
      case .events: .simulated
      case .run: .run
      case .memory: .memory
      }
    return SimulationExcess(
      subject: subject, reason: reason, runs: settings.day.isIdeal ? 1 : max(1, settings.runs),
      limit: bound == .run ? meter.limitOfRun : meter.limit)
  }
}
