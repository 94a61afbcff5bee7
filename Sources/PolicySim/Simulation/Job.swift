/// One release of a transfer's work.
struct Job: Sendable {
  /// The index of the transfer.
  let transfer: Int
  /// The time at which its first items were submitted.
  let start: Instant
  /// The time at which the work came up; before `start` if it had to wait for the user to open the app.
  let arises: Instant
  /// Whether it is the transfer's first one.
  let isFirst: Bool
  /// Whether the estimate counts it.
  let isMeasured: Bool

  /// Items submitted so far.
  var submitted = 0
  /// Submitted items that are not over.
  var outstanding = 0
  /// Items that timed out, were cancelled, or failed too often.
  var failed = 0
  /// Failed items that the app will submit again when it receives the event.
  var toRetry = 0
  /// Whether it is not over.
  var isOpen = true
  /// Items that are over and whose events the app has not received.
  var undelivered = 0
  /// Whether a resource timeout has ended it.
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
  /// Its batches that are held.
  private var heldBatches: Int32 = 0
  /// The time since which any batch is held.
  private var heldSince: Instant = 0
  var wifiBytes: Double = 0
  var cellularBytes: Double = 0
  /// Milliseconds in which a radio was on for it.
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

  /// Whether the job has come up and is not over at a time after which the run has gone on.
  func isOutstanding(at time: Instant) -> Bool {
    guard arises <= time else { return false }
    return isOpen || max(lastFinish ?? start, lastFailure ?? start) > time
  }

  /// Seconds from the time at which the work comes up until every item of a transfer is through: infinite if any never is; `nil` if there are no
  /// items.
  func completion(of transfer: PlannedTransfer) -> Double? {
    guard transfer.count > 0 else { return nil }
    guard finished == transfer.count, let lastFinish else { return .infinity }
    return Double(lastFinish - arises) / 1_000
  }

  /// One of its batches begins to be held.
  @inline(__always)
  mutating func beginHold(at now: Instant) {
    if heldBatches == 0 { heldSince = now }
    heldBatches += 1
  }

  /// One of its batches is no longer held; times in which several are held count once.
  @inline(__always)
  mutating func endHold(at now: Instant) {
    heldBatches -= 1
    if heldBatches == 0 { held += now - heldSince }
  }

  /// One of its batches ends while it is held: it waited for its end, not for the limiter.
  @inline(__always)
  mutating func dropHold() { heldBatches -= 1 }
}
