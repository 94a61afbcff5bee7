/// One release of a transfer's work.
struct Job: Sendable {
  /// The index of the transfer.
  let transfer: Int
  /// The time at which the job's first items were submitted.
  let start: Instant
  /// The time at which the work came up; before `start` if the work had to wait for the user to open the app, or for a task
  /// or push.
  let arises: Instant
  /// Whether the job is the transfer's first.
  let isFirst: Bool
  /// Whether the estimate counts the job.
  let isMeasured: Bool

  /// Items submitted so far.
  var submitted = 0
  /// Submitted items that have not ended.
  var outstanding = 0
  /// Items that timed out, were cancelled, or failed too often.
  var failed = 0
  /// Failed items that the app will submit again when it receives the event.
  var toRetry = 0
  /// Whether the job has not ended.
  var isOpen = true
  /// Items that have ended and whose events the app has not received.
  var undelivered = 0
  /// Whether a resource timeout or a missing network has ended the job.
  var isStopped = false

  var finished = 0
  /// The end of the last item that finished.
  var lastFinish: Instant?
  /// The time of the last failure of an item.
  var lastFailure: Instant?
  var expired = 0
  var missedDeadline = 0
  /// Items that finished after the end of their validity, after the deadline, or both.
  var spoiled = 0
  var launches = 0
  /// Milliseconds in which the limiter held at least one item.
  var held: Int64 = 0
  /// The number of the job's batches that are held.
  private var heldBatches: Int32 = 0
  /// The time since which at least one batch is held.
  private var heldSince: Instant = 0
  var wifiBytes: Double = 0
  var cellularBytes: Double = 0
  /// Milliseconds in which a radio was on for the job.
  var radioTime: Double = 0
  /// Joules.
  var energy: Double = 0

  init(transfer: Int, start: Instant, arises: Instant? = nil, isFirst: Bool = true, isMeasured: Bool = true) {
    self.transfer = transfer
    self.start = start
    self.arises = arises ?? start
    self.isFirst = isFirst
    self.isMeasured = isMeasured
  }

  /// Whether the job has been submitted by a time, and has not ended at this time; the run has to be past this time.
  func isOutstanding(at time: Instant) -> Bool {
    guard start <= time else { return false }
    return isOpen || max(lastFinish ?? start, lastFailure ?? start) > time
  }

  /// Seconds from the time at which the work comes up until the last item of the transfer finishes; infinite if any item
  /// never finishes; `nil` if the transfer has no items.
  func completion(of transfer: PlannedTransfer) -> Double? {
    guard transfer.count > 0 else { return nil }
    guard finished == transfer.count, let lastFinish else { return .infinity }
    return Double(lastFinish - arises) / 1_000
  }

  /// Counts a batch of the job that begins to be held.
  @inline(__always)
  mutating func beginHold(at now: Instant) {
    if heldBatches == 0 { heldSince = now }
    heldBatches += 1
  }

  /// Counts a batch of the job that is no longer held, because it is released or has ended; times in which several batches are
  /// held count once.
  @inline(__always)
  mutating func endHold(at now: Instant) {
    heldBatches -= 1
    if heldBatches == 0 { held += now - heldSince }
  }
}
