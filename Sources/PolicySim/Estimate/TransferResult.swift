internal import PolicyModel

/// The results of a transfer in one run.
struct TransferResult: Sendable {
  /// The transfer's first job.
  private(set) var first: Job
  /// The jobs in the transfer's window; empty if only the first job counts.
  private var later: [Job] = []
  /// The sums over the jobs that count.
  private(set) var sums = TransferRun()
  /// The days in which the jobs that count come up.
  var days: Double { sums.days }
  /// The growth of the number of submitted jobs that have not ended, in the window; 0 without a window. Work that waits to be
  /// submitted does not count: the next visit, task or push submits all of it.
  private(set) var backlogGrowth = 0
  /// The number of jobs.
  private var count = 0

  /// The results of a transfer without jobs; an empty job that never starts takes the place of the first job.
  init(transfer: Int) { first = Job(transfer: transfer, start: .never) }

  /// The results of a transfer, from the record of a run.
  init(first: Job, counted: [Job], days: Double, backlogGrowth: Int, of transfer: borrowing PlannedTransfer) {
    self.first = first
    later = counted
    sums.days = days
    self.backlogGrowth = backlogGrowth
    sumUp(transfer)
  }

  /// The jobs that count: the jobs in the window, or the first job.
  var jobs: [Job] { later.isEmpty ? [first] : later }

  /// Calls a function with each job that counts.
  @inline(__always)
  func forEachJob(_ body: (borrowing Job) -> Void) {
    if later.isEmpty { body(first) }
    for index in later.indices { body(later[index]) }
  }

  /// Reserves memory for jobs in the window.
  mutating func reserve(_ count: Int) { later.reserveCapacity(count) }

  /// Adds a job of a run; jobs have to be added in order. `count` includes only jobs that come up before `end`.
  mutating func add(_ job: borrowing Job, of transfer: borrowing PlannedTransfer, countingUntil end: Instant)
  {
    if job.arises < end { count += 1 }
    if job.isFirst { first = copy job }
    guard let window = transfer.window else { return }
    if window.contains(job.arises) { later.append(copy job) }
    backlogGrowth +=
      (job.isOutstanding(at: window.upperBound) ? 1 : 0) - (job.isOutstanding(at: window.lowerBound) ? 1 : 0)
  }

  /// Adds a number of jobs that the run has not simulated.
  mutating func add(uncarried number: Int) { count += number }

  /// Computes the figures after all jobs have been added.
  mutating func finish(_ transfer: borrowing PlannedTransfer, until end: Instant) {
    sums.days = daysOfJobs(transfer, until: end)
    sumUp(transfer)
  }

  private mutating func sumUp(_ transfer: borrowing PlannedTransfer) {
    var sums = TransferRun()
    sums.days = self.sums.days
    sums.itemsOfJob = transfer.count
    sums.hasDeadline = transfer.deadline < .max
    forEachJob { sums.add($0, of: transfer) }
    // If more bytes come up than the device can carry in the days of the counted jobs, the jobs take more
    // days.
    let bytes = sums.wifiBytes + sums.cellularBytes
    let most = transfer.mostBytesPerDay * (1 + 1e-9)
    if bytes > most * sums.days { sums.days = bytes / transfer.mostBytesPerDay }
    self.sums = sums
  }

  /// The days that the counted jobs represent: the number of jobs times the period of the work. The days of the window are less exact,
  /// because a window may contain a job more or less than its length suggests.
  ///
  /// Without a period, the result is the days of the window. Without a window, it is the average days between jobs, or else the days that
  /// the first job takes, at least one.
  private func daysOfJobs(_ transfer: borrowing PlannedTransfer, until end: Instant) -> Double {
    let day = Double(DailyPattern.day)
    if !transfer.comesUpWithStart, let period = transfer.period {
      return Double(period) / day * Double(max(1, later.count))
    }
    if let window = transfer.window { return Double(window.upperBound - window.lowerBound) / day }
    if transfer.comesUpWithStart { return max(1e-3, Double(end) / day / Double(max(1, count))) }
    let last = max(first.lastFinish ?? first.start, first.lastFailure ?? first.start)
    return max(1, Double(last - first.start) / day)
  }
}
