package import PolicyModel

/// Estimates what a policy costs.
package enum Estimator {
  /// How an estimate is made.
  package struct Settings: Sendable {
    /// The device's day.
    package var day: DeviceDay
    /// The model's parameters.
    package var parameters: Parameters
    /// The seed of all random numbers.
    package var seed: UInt64 = 1
    /// How many runs to make.
    package var runs = 2_000
    /// What the device and the daemon do without.
    package var without: Set<Mechanism> = []

    /// The usual number of runs on a device's day.
    package init(day: DeviceDay, parameters: Parameters) {
      self.day = day
      self.parameters = parameters
    }
  }

  /// The estimate of a policy's transfers; `progress` hears now and then how many of all runs are done.
  package static func estimate(
    _ policy: Policy, _ settings: Settings, progress: (Int, Int) -> Void = { _, _ in }
  ) -> Estimate {
    let runs = settings.day.isIdeal ? 1 : max(1, settings.runs)
    let readings: [ResumeLimiter.Lapse] = [settings.parameters.limiter.lapse, .idle, .literal]
    var done = 0
    let samples = readings.map { reading in
      var parameters = settings.parameters
      if reading != settings.parameters.limiter.lapse {
        _ = parameters.set("limiter.lapse", to: reading.rawValue)
      }
      let plan = Plan(policy, on: settings.day, parameters, without: settings.without)
      return (0..<runs).map { run in
        // The same random numbers in each reading: the difference is the reading's alone.
        var simulation = Simulation(plan, seed: settings.seed, run: run)
        simulation.run()
        done += 1
        progress(done, runs * readings.count)
        return RunSample(simulation)
      }
    }
    return Summary(policy, settings, runs: runs, samples[0], idle: samples[1], literal: samples[2]).estimate
  }

  /// The tasks that the system launches by itself; of app refresh requests only one can be pending.
  fileprivate static func launchedTasks(of policy: Policy) -> [TaskRequest] {
    let firstRefresh = policy.tasks(ofType: .appRefresh).first?.name.value
    return policy.tasks.filter { task in
      switch task.type?.value {
      case .appRefresh: task.name.value == firstRefresh
      case .processing, .healthResearch: true
      case .continuedProcessing, nil: false
      }
    }
  }
}

/// What one run came to.
struct RunSample {
  /// The first occurrence of each transfer, by the plan's order.
  let occurrences: [Occurrence]
  /// The transfers' names and how often they come up, by the plan's order.
  let entries: [Plan.Entry]

  init(_ simulation: Simulation) {
    occurrences = simulation.occurrences.filter(\.isMeasured)
    entries = simulation.plan.entries
  }
}

/// Makes an estimate of samples.
private struct Summary {
  private static let day = 86_400.0

  let estimate: Estimate

  init(
    _ policy: Policy, _ settings: Estimator.Settings, runs: Int, _ samples: [RunSample], idle: [RunSample],
    literal: [RunSample]
  ) {
    let names = (samples.first?.entries ?? []).map(\.name)
    let transfers = policy.transfers.compactMap { transfer -> TransferEstimate? in
      guard let index = names.firstIndex(of: transfer.name.value) else { return nil }
      return Self.transfer(transfer.name.value, index, samples, idle, literal)
    }
    let model = LaunchModel(settings.day, settings.parameters, without: settings.without)
    var total = samples.map { sample in
      sample.occurrences.indices.reduce(0) {
        $0 + Double(sample.occurrences[$1].launches) / Self.days(sample, $1)
      }
    }
    let tasks = Estimator.launchedTasks(of: policy).map { task in
      let weeks = (0..<runs).map { model.sample(task, seed: settings.seed, run: $0) }
      for run in total.indices { total[run] += weeks[run].launchesPerDay }
      return TaskEstimate(
        name: task.name.value, launchesPerDay: Distribution(weeks.map(\.launchesPerDay)),
        firstLaunch: Distribution(weeks.compactMap(\.firstLaunch).map { Double($0) / 1_000 }))
    }
    let pushes = policy.pushes.map { push in
      let weeks = (0..<runs).map { model.sample(push, seed: settings.seed, run: $0) }
      for run in total.indices { total[run] += weeks[run].launchesPerDay }
      return Self.push(push, Distribution(weeks.map(\.launchesPerDay)))
    }
    estimate = Estimate(
      scenario: settings.day.name, seed: settings.seed, runs: runs, parameters: settings.parameters,
      transfers: transfers, tasks: tasks, pushes: pushes, launchesPerDay: Distribution(total))
  }

  private static func push(_ push: Push, _ launches: Distribution) -> PushEstimate {
    let sent = push.perDay?.value ?? 0
    let share = launches.mean.flatMap { sent > 0 ? max(0, 1 - $0 / sent) : nil }
    return PushEstimate(
      name: push.name.value, sentPerDay: sent, launchesPerDay: launches, coalescedShare: share)
  }

  private static func transfer(
    _ name: String, _ index: Int, _ samples: [RunSample], _ idle: [RunSample], _ literal: [RunSample]
  ) -> TransferEstimate {
    let count = Double(samples[0].entries[index].count) * Double(samples.count)
    let occurrences = samples.map { $0.occurrences[index] }
    func share(_ items: (Occurrence) -> Int) -> Double? {
      count > 0 ? Double(occurrences.reduce(0) { $0 + items($1) }) / count : nil
    }
    func mean(_ value: (Occurrence) -> Double) -> Double {
      occurrences.reduce(0) { $0 + value($1) } / Double(occurrences.count)
    }
    func perDay(_ value: (Occurrence) -> Double) -> [Double] {
      samples.map { value($0.occurrences[index]) / days($0, index) }
    }
    func average(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let whole = samples[0].entries[index].count
    let hasDeadline = samples[0].entries[index].deadline < .max
    return TransferEstimate(
      name: name, completion: completion(samples, index),
      bands: (completion(idle, index), completion(literal, index)),
      unfinishedShare: share { whole - $0.finished },
      expiredShare: share(\.expired),
      missedDeadlineShare: share { $0.missedDeadline + (hasDeadline ? whole - $0.finished : 0) },
      launches: Distribution(occurrences.map { Double($0.launches) }),
      launchesPerDay: Distribution(perDay { Double($0.launches) }),
      limiterDelay: Distribution(occurrences.map { Double($0.held) / 1_000 }), wifiBytes: mean(\.wifiBytes),
      cellularBytes: mean(\.cellularBytes), cellularBytesPerDay: average(perDay(\.cellularBytes)),
      radioSeconds: mean(\.radioTime) / 1_000, energy: mean(\.energy), energyPerDay: average(perDay(\.energy))
    )
  }

  private static func completion(_ samples: [RunSample], _ index: Int) -> Distribution {
    Distribution(
      samples.compactMap { sample in
        let occurrence = sample.occurrences[index]
        return occurrence.lastFinish.map { Double($0 - occurrence.start) / 1_000 }
      })
  }

  /// Over how many days an occurrence spreads: those until it comes up again, or until its end and at least one.
  private static func days(_ sample: RunSample, _ index: Int) -> Double {
    if let period = sample.entries[index].period { return Double(period) / 1_000 / day }
    let occurrence = sample.occurrences[index]
    let end = occurrence.lastFinish.map { Double($0 - occurrence.start) / 1_000 / day } ?? 0
    return max(1, end)
  }
}
