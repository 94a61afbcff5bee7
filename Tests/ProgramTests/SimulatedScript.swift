import PolicyModel
import Testing

@testable import PolicyGen
@testable import PolicySim

/// A run of the simulator as the lines of a script: the same foreground sessions, ends, launches and
/// submissions in the same order.
struct SimulatedScript {
  private(set) var lines: [String]
  private let code: DrivenCode
  private var wakes = 0

  /// The most lines of a script. A script may end at any line.
  private static let limit = 600

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The run of a policy in a scenario.
  init(_ code: DrivenCode, on day: String) throws {
    self.code = code
    lines = DrivenScript.declarations(of: code)
    let device = try #require(DeviceDay(day, in: code.policy))
    var simulation = Simulation(
      SimulationModel(code.policy, on: device, Parameters(), measuring: .firstTimes), seed: 1, run: 0)
    simulation.takesRoundsAtOnce = false
    lines.append("launch")
    submit(simulation, since: RunBuffer())
    if !simulation.device.foregroundSessions.isOpen { lines.append("background") }
    while lines.count < Self.limit {
      let before = simulation
      guard simulation.step() else { break }
      append(before, simulation)
    }
  }

  private mutating func append(_ before: Simulation, _ after: Simulation) {
    if after.device.foregroundSessions.isOpen, !before.device.foregroundSessions.isOpen {
      lines.append("foreground")
    }
    end(before, after)
    wake(before, after)
    submit(after, since: before.jobs)
    if !after.device.foregroundSessions.isOpen, before.device.foregroundSessions.isOpen {
      lines.append("background")
    }
  }

  private func session(of job: Job, in simulation: Simulation) -> (Policy.Transfer, Policy.Session)? {
    let name = simulation.model.transfers[job.transfer].name
    guard let transfer = code.backgroundTransfers.first(where: { $0.name.value == name }),
      let session = code.policy.session(of: transfer), session.target.value == Policy.Target.app
    else { return nil }
    return (transfer, session)
  }

  /// Ends as many tasks as ended in the simulator.
  private mutating func end(_ before: Simulation, _ after: Simulation) {
    for (old, new) in zip(before.jobs, after.jobs) {
      guard let (_, session) = session(of: new, in: after) else { continue }
      let ended = (new.submitted - old.submitted) - (new.outstanding - old.outstanding)
      for _ in 0..<max(0, ended) { lines.append("finish \(session.drivenIdentifier)") }
    }
  }

  /// Wakes the app when the simulator does. Every second time, the process has ended and the app is launched.
  private mutating func wake(_ before: Simulation, _ after: Simulation) {
    for (old, new) in zip(before.jobs, after.jobs) where new.launches > old.launches {
      guard let (_, session) = session(of: new, in: after) else { continue }
      wakes += 1
      if wakes.isMultiple(of: 2) { lines.append("terminate") }
      lines.append("wake \(session.drivenIdentifier)")
    }
  }

  /// Submits the items that the app submitted in the simulator.
  private mutating func submit(_ after: Simulation, since before: RunBuffer<Job>) {
    for (index, job) in after.jobs.enumerated() {
      guard let (transfer, session) = session(of: job, in: after) else { continue }
      var items = job.submitted - (before.indices.contains(index) ? before[index].submitted : 0)
      let batchSize = after.model.transfers[job.transfer].batchSize
      while items > 0 {
        let count = min(items, batchSize)
        lines.append(DrivenScript.submission(of: transfer, on: session, count: count, rest: 0))
        items -= count
      }
    }
  }
}
