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
  /// The transfers in the policy's order; those that the plan leaves out are left out here, too.
  let transfers: [MeasuredTransfer]
  /// The tasks that the system launches by itself.
  let tasks: [TaskRequest]
  let pushes: [Push]

  init(_ policy: Policy, _ settings: Estimator.Settings) {
    self.settings = settings
    let plan = Plan(policy, on: settings.day, settings.parameters, without: settings.without)
    self.plan = plan
    let places = Dictionary(
      plan.entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    transfers = policy.transfers.compactMap { transfer in
      places[transfer.name.value].map { MeasuredTransfer(name: transfer.name.value, entry: $0) }
    }
    let launched = Set(plan.launches.tasks.filter { $0.kind != .continuedProcessing }.map(\.name))
    tasks = policy.tasks.filter { launched.contains($0.name.value) }
    pushes = policy.wakingPushes
  }

  /// What a run comes to.
  func run(_ run: Int) -> RunSample { self.run(run, of: plan) }

  /// What a run comes to under a reading of when the limiter's delay is forgotten.
  func run(_ run: Int, of plan: Plan) -> RunSample {
    var simulation = Simulation(plan, seed: settings.seed, run: run)
    simulation.stopsTransfers = true
    simulation.run()
    return RunSample(simulation)
  }

  /// Seconds from the submission to the end of the last item that finished; `nil` where none did.
  func completion(_ transfer: Int, _ run: RunSample) -> Double? {
    let occurrence = run.occurrences[transfers[transfer].entry]
    return occurrence.lastFinish.map { Double($0 - occurrence.start) / 1_000 }
  }

  /// Over how many days a transfer's work spreads.
  func days(_ transfer: Int, _ run: RunSample) -> Double {
    run.occurrenceDays[transfers[transfer].entry]
  }

  /// The app's launches by day.
  func launchesPerDay(_ run: RunSample) -> Double {
    let resumes = transfers.indices.reduce(0) {
      $0 + Double(run.occurrences[transfers[$1].entry].launches) / days($1, run)
    }
    return (run.tasks + run.pushes).reduce(resumes) { $0 + $1.launchesPerDay }
  }
}
