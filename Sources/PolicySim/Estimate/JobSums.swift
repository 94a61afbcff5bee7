/// The sums of figures over the jobs of a transfer that count in a run.
struct JobSums: Sendable {
  /// The number of jobs.
  private(set) var count = 0
  /// Jobs of which every item finished.
  private(set) var complete = 0.0
  /// Items.
  private(set) var unfinished = 0.0
  private(set) var expired = 0.0
  private(set) var missedDeadline = 0.0
  private(set) var finished = 0.0
  private(set) var validAndOnTime = 0.0
  /// Background resumes.
  private(set) var launches = 0.0
  private(set) var wifiBytes = 0.0
  private(set) var cellularBytes = 0.0
  /// Seconds in which a radio was on.
  private(set) var radioSeconds = 0.0
  /// Joules.
  private(set) var energy = 0.0

  /// Adds a job.
  @inline(__always)
  mutating func add(_ job: borrowing Job, of transfer: borrowing PlannedTransfer) {
    count += 1
    if job.finished == transfer.count { complete += 1 }
    unfinished += Double(transfer.count - job.finished)
    expired += Double(job.expired)
    missedDeadline += Double(job.missedDeadline)
    finished += Double(job.finished)
    validAndOnTime += Double(job.finished - job.spoiled)
    launches += Double(job.launches)
    wifiBytes += job.wifiBytes
    cellularBytes += job.cellularBytes
    radioSeconds += job.radioTime / 1_000
    energy += job.energy
  }

  /// The average of a sum over the jobs.
  func average(_ sum: Double) -> Double { sum / Double(count) }
}

/// The shares of a transfer's items in a run; not numbers if there are no items.
struct ItemShares: Sendable {
  let unfinished: Double
  let expired: Double
  let missedDeadline: Double
  let delivered: Double
  let validAndOnTime: Double

  init(_ sums: JobSums, of experiment: Experiment, _ number: Int) {
    let index = experiment.transfers[number].index
    let whole = Double(experiment.model.transfers[index].count)
    let left = sums.average(sums.unfinished)
    let hasDeadline = experiment.model.transfers[index].deadline < .max
    unfinished = left / whole
    expired = sums.average(sums.expired) / whole
    missedDeadline = (sums.average(sums.missedDeadline) + (hasDeadline ? left : 0)) / whole
    delivered = sums.average(sums.finished) / whole
    validAndOnTime = sums.average(sums.validAndOnTime) / whole
  }
}
