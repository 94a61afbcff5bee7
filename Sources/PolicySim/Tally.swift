/// What some of an experiment's runs came to; those of all runs are merged of it.
struct Tally: Sendable {
  /// What a transfer came to.
  struct Transfer: Sendable {
    let completion: Distribution
    let launches: Distribution
    let launchesPerDay: Distribution
    let limiterDelay: Distribution
    let means: TransferMeans
  }

  /// When and how often the system launched the app for a task or push.
  struct Launches: Sendable {
    let perDay: Distribution
    let first: Distribution
  }

  let transfers: [Transfer]
  let tasks: [Launches]
  let pushes: [Launches]
  let launchesPerDay: Distribution
  let totals: TotalMeans

  /// What these runs of an experiment came to.
  init(_ experiment: Experiment, _ runs: [RunTally]) {
    transfers = experiment.transfers.indices.map { Transfer(experiment, $0, runs) }
    tasks = experiment.tasks.indices.map { index in Launches(runs.map { $0.tasks[index] }) }
    pushes = experiment.pushes.indices.map { index in Launches(runs.map { $0.pushes[index] }) }
    launchesPerDay = Distribution(runs.map(experiment.launchesPerDay))
    totals = TotalMeans(experiment, runs)
  }

  /// All of what several of them hold, in their order.
  init(merging parts: [Tally]) {
    func merged<Value, Result>(
      _ list: (Tally) -> [Value], _ merge: ([Value]) -> Result
    ) -> [Result] {
      let lists = parts.map(list)
      return (lists.first ?? []).indices.map { index in merge(lists.map { $0[index] }) }
    }
    transfers = merged(\.transfers, Transfer.init(merging:))
    tasks = merged(\.tasks, Launches.init(merging:))
    pushes = merged(\.pushes, Launches.init(merging:))
    launchesPerDay = Distribution(merging: parts.map(\.launchesPerDay))
    totals = parts.reduce(into: TotalMeans()) { $0.add($1.totals) }
  }
}

extension Tally.Launches {
  fileprivate init(_ samples: [RunSample.Launches]) {
    perDay = Distribution(samples.map(\.launchesPerDay))
    first = Distribution(samples.compactMap(\.firstLaunch).map { Double($0) / 1_000 })
  }

  fileprivate init(merging parts: [Self]) {
    perDay = Distribution(merging: parts.lazy.map(\.perDay))
    first = Distribution(merging: parts.lazy.map(\.first))
  }
}

extension Tally.Transfer {
  fileprivate init(_ experiment: Experiment, _ transfer: Int, _ runs: [RunTally]) {
    let place = experiment.transfers[transfer].entry
    completion = Distribution(runs.compactMap { experiment.completion(transfer, $0) })
    launches = Distribution(runs.map { Double($0.occurrences[place].launches) })
    launchesPerDay = Distribution(
      runs.map { Double($0.occurrences[place].launches) / experiment.days(transfer, $0) })
    limiterDelay = Distribution(runs.map { Double($0.occurrences[place].held) / 1_000 })
    var means = TransferMeans(experiment.plan.entries[place])
    for run in runs {
      means.add(
        run.occurrences[place], of: experiment.plan.entries[place], days: experiment.days(transfer, run))
    }
    self.means = means
  }

  fileprivate init(merging parts: [Self]) {
    completion = Distribution(merging: parts.lazy.map(\.completion))
    launches = Distribution(merging: parts.lazy.map(\.launches))
    launchesPerDay = Distribution(merging: parts.lazy.map(\.launchesPerDay))
    limiterDelay = Distribution(merging: parts.lazy.map(\.limiterDelay))
    var means = parts[0].means
    for part in parts.dropFirst() { means.add(part.means) }
    self.means = means
  }
}

extension TransferMeans {
  /// Of no runs yet.
  fileprivate init(_ entry: Plan.Entry) {
    guard entry.count > 0 else { return }
    unfinishedShare = Mean()
    expiredShare = Mean()
    missedDeadlineShare = Mean()
  }

  fileprivate mutating func add(_ occurrence: Occurrence, of entry: Plan.Entry, days: Double) {
    let whole = Double(entry.count)
    let unfinished = Double(entry.count - occurrence.finished)
    let late = Double(occurrence.missedDeadline) + (entry.deadline < .max ? unfinished : 0)
    unfinishedShare?.add(unfinished / whole)
    expiredShare?.add(Double(occurrence.expired) / whole)
    missedDeadlineShare?.add(late / whole)
    wifiBytes.add(occurrence.wifiBytes)
    wifiBytesPerDay.add(occurrence.wifiBytes / days)
    cellularBytes.add(occurrence.cellularBytes)
    cellularBytesPerDay.add(occurrence.cellularBytes / days)
    radioSeconds.add(occurrence.radioTime / 1_000)
    energy.add(occurrence.energy)
    energyPerDay.add(occurrence.energy / days)
  }

  fileprivate mutating func add(_ other: TransferMeans) {
    if let share = other.unfinishedShare { unfinishedShare?.add(share) }
    if let share = other.expiredShare { expiredShare?.add(share) }
    if let share = other.missedDeadlineShare { missedDeadlineShare?.add(share) }
    wifiBytes.add(other.wifiBytes)
    wifiBytesPerDay.add(other.wifiBytesPerDay)
    cellularBytes.add(other.cellularBytes)
    cellularBytesPerDay.add(other.cellularBytesPerDay)
    radioSeconds.add(other.radioSeconds)
    energy.add(other.energy)
    energyPerDay.add(other.energyPerDay)
  }
}

extension TotalMeans {
  fileprivate init(_ experiment: Experiment, _ runs: [RunTally]) {
    self.init()
    for run in runs {
      var (wifi, cellular) = (0.0, 0.0)
      var joules = (run.tasks + run.pushes).reduce(0) {
        $0 + $1.energyPerDay
      }
      for (index, transfer) in experiment.transfers.enumerated() {
        let occurrence = run.occurrences[transfer.entry]
        let days = experiment.days(index, run)
        wifi += occurrence.wifiBytes / days
        cellular += occurrence.cellularBytes / days
        joules += occurrence.energy / days
      }
      wifiBytes.add(wifi)
      cellularBytes.add(cellular)
      energy.add(joules)
    }
  }

  fileprivate mutating func add(_ other: TotalMeans) {
    wifiBytes.add(other.wifiBytes)
    cellularBytes.add(other.cellularBytes)
    energy.add(other.energy)
  }
}
