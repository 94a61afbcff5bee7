internal import PolicyModel

/// A policy under one set of parameters, ready to be run as often as one likes.
struct Experiment: Sendable {
  /// A transfer that is measured.
  struct MeasuredTransfer: Sendable {
    let name: String
    /// Its place in the plan.
    let entry: Int
  }

  let settings: Estimator.Settings
  let plan: Plan
  /// The transfers in the policy's order; those without a session are left out.
  let transfers: [MeasuredTransfer]
  /// The tasks that the system launches by itself.
  let tasks: [TaskRequest]
  let pushes: [Push]
  let launchEnergy: Double
  private let model: LaunchModel

  init(_ policy: Policy, _ settings: Estimator.Settings) {
    self.settings = settings
    let plan = Plan(policy, on: settings.day, settings.parameters, without: settings.without)
    self.plan = plan
    let places = Dictionary(
      plan.entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    transfers = policy.transfers.compactMap { transfer in
      places[transfer.name.value].map { MeasuredTransfer(name: transfer.name.value, entry: $0) }
    }
    tasks = Self.launchedTasks(of: policy)
    pushes = policy.pushes
    model = LaunchModel(settings.day, settings.parameters, without: settings.without)
    launchEnergy = settings.parameters.number("launch_J")
  }

  /// The tasks that the system launches by itself; of app refresh requests only one can be pending.
  private static func launchedTasks(of policy: Policy) -> [TaskRequest] {
    let firstRefresh = policy.tasks(ofType: .appRefresh).first?.name.value
    return policy.tasks.filter { task in
      switch task.type?.value {
      case .appRefresh: task.name.value == firstRefresh
      case .processing, .healthResearch: true
      case .continuedProcessing, nil: false
      }
    }
  }

  /// What a run comes to.
  func run(_ run: Int) -> RunTally {
    var simulation = Simulation(plan, seed: settings.seed, run: run)
    simulation.run()
    return RunTally(
      occurrences: simulation.occurrences.filter(\.isMeasured),
      tasks: tasks.map { model.sample($0, seed: settings.seed, run: run) },
      pushes: pushes.map { model.sample($0, seed: settings.seed, run: run) })
  }

  /// Seconds from the submission to the end of the last item that finished; `nil` where none did.
  func completion(_ transfer: Int, _ run: RunTally) -> Double? {
    let occurrence = run.occurrences[transfers[transfer].entry]
    return occurrence.lastFinish.map { Double($0 - occurrence.start) / 1_000 }
  }

  /// Over how many days a transfer's work spreads: those until it comes up again, or until its end and at least one.
  func days(_ transfer: Int, _ run: RunTally) -> Double {
    let day = 86_400.0
    if let period = plan.entries[transfers[transfer].entry].period { return Double(period) / 1_000 / day }
    return max(1, (completion(transfer, run) ?? 0) / day)
  }

  /// The app's launches by day.
  func launchesPerDay(_ run: RunTally) -> Double {
    let resumes = transfers.indices.reduce(0) {
      $0 + Double(run.occurrences[transfers[$1].entry].launches) / days($1, run)
    }
    return (run.tasks + run.pushes).reduce(resumes) { $0 + $1.launchesPerDay }
  }
}

/// What one run came to.
struct RunTally: Sendable {
  /// The first occurrence of each transfer, by the plan's order.
  let occurrences: [Occurrence]
  let tasks: [LaunchModel.Sample]
  let pushes: [LaunchModel.Sample]
}
