internal import PolicyModel

/// The results of a transfer in one run.
struct TransferResult: Sendable {
  /// The first job.
  private(set) var first: Job
  /// The jobs of the transfer's window; empty if only the first one counts.
  private var later: [Job] = []
  /// The sums over the jobs that count.
  private(set) var sums = TransferRun()
  /// The days over which the jobs that count spread.
  var days: Double { sums.days }
  /// The growth of the number of outstanding jobs in the window; 0 without a window.
  private(set) var backlogGrowth = 0
  /// The number of jobs.
  private var count = 0

  /// The results of a transfer without jobs, which has an empty one.
  init(transfer: Int) { first = Job(transfer: transfer, start: .never) }

  /// The results of a run that was made before.
  init(first: Job, counted: [Job], days: Double, backlogGrowth: Int, of transfer: borrowing PlannedTransfer) {
    self.first = first
    later = counted
    sums.days = days
    self.backlogGrowth = backlogGrowth
    sumUp(transfer)
  }

  /// The jobs that count: those of the window, or the first one.
  var jobs: [Job] { later.isEmpty ? [first] : later }

  /// Calls a function with each job that counts.
  @inline(__always)
  func forEachJob(_ body: (borrowing Job) -> Void) {
    if later.isEmpty { body(first) }
    for index in later.indices { body(later[index]) }
  }

  /// Makes room for jobs of the window.
  mutating func reserve(_ count: Int) { later.reserveCapacity(count) }

  /// Adds a job of a run, in order; counts those that come up before a time.
  mutating func add(_ job: borrowing Job, of transfer: borrowing PlannedTransfer, countingUntil end: Instant)
  {
    if job.arises < end { count += 1 }
    if job.isFirst { first = copy job }
    guard let window = transfer.window else { return }
    if window.contains(job.arises) { later.append(copy job) }
    backlogGrowth +=
      (job.isOutstanding(at: window.upperBound) ? 1 : 0) - (job.isOutstanding(at: window.lowerBound) ? 1 : 0)
  }

  /// Adds jobs of which only the number is known.
  mutating func add(uncarried number: Int) { count += number }

  /// Computes the figures from the jobs, when all of them are added.
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
    self.sums = sums
  }

  /// The length of the window of a transfer's work. If only its first time counts: the days until the next one, or until the
  /// end of the work, at least one.
  private func daysOfJobs(_ transfer: borrowing PlannedTransfer, until end: Instant) -> Double {
    let day = Double(DailyPattern.day)
    if let window = transfer.window { return Double(window.upperBound - window.lowerBound) / day }
    if transfer.comesUpWithStart { return max(1e-3, Double(end) / day / Double(max(1, count))) }
    if let period = transfer.period { return Double(period) / day }
    let last = max(first.lastFinish ?? first.start, first.lastFailure ?? first.start)
    return max(1, Double(last - first.start) / day)
  }
}
