internal import PolicyModel

/// When the system launches the app for a task or a push by itself, over the first week of a run.
struct LaunchModel: Sendable {
  /// What a week came to.
  struct Sample: Sendable {
    /// Launches by day, on average over the week.
    let launchesPerDay: Double
    /// Milliseconds to the first launch; `nil` where there is none.
    let firstLaunch: Instant?
  }

  private let device: DeviceDay
  private let parameters: Parameters
  private let without: Set<Mechanism>

  init(_ device: DeviceDay, _ parameters: Parameters, without: Set<Mechanism> = []) {
    self.device = device
    self.parameters = parameters
    self.without = without
  }

  /// A task's launches in a run; the request is submitted at its start.
  func sample(_ task: TaskRequest, seed: UInt64, run: Int) -> Sample {
    let launches = launches(of: task, seed: seed, run: run)
    return Sample(launchesPerDay: Double(launches.count) / 7, firstLaunch: launches.first)
  }

  /// When a run's week has a task launched.
  func launches(of task: TaskRequest, seed: UInt64, run: Int) -> [Instant] {
    let plan = Plan(tasks: [task], pushes: [], on: device, parameters, without: without)
    var simulation = Simulation(plan, seed: seed, run: run)
    var launches: [Instant] = []
    while simulation.step() {
      while launches.count < (simulation.tasks.first?.launches ?? 0) { launches.append(simulation.now) }
    }
    return launches
  }

  /// A push's launches in a run, evenly sent on the ideal device and at random times on any other.
  func sample(_ push: Push, seed: UInt64, run: Int) -> Sample {
    let plan = Plan(tasks: [], pushes: [push], on: device, parameters, without: without)
    var simulation = Simulation(plan, seed: seed, run: run)
    simulation.run()
    let state = simulation.pushes.first
    return Sample(launchesPerDay: Double(state?.launches ?? 0) / 7, firstLaunch: state?.first)
  }
}
