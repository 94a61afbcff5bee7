internal import PolicyModel

/// What one run came to.
struct RunSample: Sendable {
  /// How often something made the system launch the app, in the first week of a run.
  struct Launches: Sendable {
    /// Launches by day.
    let launchesPerDay: Double
    /// Milliseconds to the first one; `nil` where there is none.
    let firstLaunch: Instant?
    /// Launches in the whole run whose time was up before their work was done.
    let cutOffs: Int
    /// Joules by day.
    let energyPerDay: Double

    init(_ counts: LaunchCounts) {
      launchesPerDay = Double(counts.launches) / days
      firstLaunch = counts.first
      cutOffs = counts.cutOffs
      energyPerDay = counts.energy / days
    }
  }

  private static let days = 7.0

  /// The first occurrence of each transfer, by the plan's order.
  let occurrences: [Occurrence]
  /// The transfers of the plan.
  let entries: [Plan.Entry]
  /// The tasks that the system launches by itself, by the policy's order.
  let tasks: [Launches]
  /// The pushes, by the policy's order.
  let pushes: [Launches]
  /// How often work that goes on when the user leaves the app was cut off, by the plan's order.
  let backgroundTasks: [BackgroundTaskState]
  /// What the reading of when the delay is forgotten has decided.
  let lapseChoices: LapseChoices
  /// Over how many days each transfer's first occurrence spreads, by the plan's order.
  let occurrenceDays: [Double]

  init(_ simulation: Simulation) {
    let plan = simulation.plan
    lapseChoices = simulation.lapseChoices
    entries = plan.entries
    // What nothing has submitted is there, too, and nothing has come of it.
    var first = plan.entries.indices.map { Occurrence(entry: $0, start: .never, isMeasured: true) }
    var counts = [Int](repeating: 0, count: plan.entries.count)
    for occurrence in simulation.occurrences {
      counts[occurrence.entry] += 1
      if occurrence.isMeasured { first[occurrence.entry] = occurrence }
    }
    for (entry, count) in simulation.laterCounts.enumerated() { counts[entry] += count }
    occurrences = first
    // When the last thing happened before the end of the week says nothing.
    let end = max(simulation.now, min(plan.span, plan.settings.horizon))
    occurrenceDays = first.indices.map { place in
      Self.days(first[place], of: plan.entries[place], counts[place], until: end)
    }
    tasks = plan.launches.taskOrder.compactMap { place in
      plan.launches.tasks[place].kind == .continuedProcessing ? nil : Launches(simulation.tasks[place].counts)
    }
    pushes = plan.launches.pushOrder.map { Launches(simulation.pushes[$0].counts) }
    backgroundTasks = Array(simulation.backgroundTasks)
  }

  /// Those until it comes up again: by itself, or on average where a task or a push submits it. Otherwise those until its
  /// end, and at least one.
  private static func days(
    _ occurrence: Occurrence, of entry: Plan.Entry, _ count: Int, until end: Instant
  ) -> Double {
    let day = Double(DailyPattern.day)
    if entry.isStarted { return max(1e-3, Double(end) / day / Double(max(1, count))) }
    if let period = entry.period { return Double(period) / day }
    let last = max(occurrence.lastFinish ?? occurrence.start, occurrence.lastFailure ?? occurrence.start)
    return max(1, Double(last - occurrence.start) / day)
  }
}
