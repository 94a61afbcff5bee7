/// One time that a transfer's work came up.
struct Job: Sendable {
  /// The transfer's index in the model.
  let transfer: Int
  /// When its first items were submitted.
  let start: Instant
  /// Whether the estimate counts it: the first one of its transfer.
  let isMeasured: Bool

  /// Items handed over so far.
  var submitted = 0
  /// Handed over and not yet done.
  var outstanding = 0
  /// Ended without having come through: timed out, cancelled, or failed too often.
  var failed = 0
  /// Failed, and to be handed over again when the app hears of it.
  var toRetry = 0
  /// Whether more is to come of it.
  var isOpen = true
  /// Done, and the app has not heard of it.
  var undelivered = 0
  /// A resource timeout ends the chain.
  var isStopped = false

  var finished = 0
  /// When the last item that finished did so.
  var lastFinish: Instant?
  /// When the last item that failed did so.
  var lastFailure: Instant?
  var expired = 0
  var missedDeadline = 0
  var launches = 0
  /// Milliseconds in which the limiter held at least one item.
  var held: Int64 = 0
  private var heldUntil: Instant = 0
  var wifiBytes: Double = 0
  var cellularBytes: Double = 0
  /// Milliseconds in which a radio was on for it.
  var radioTime: Double = 0
  /// Joules.
  var energy: Double = 0

  init(transfer: Int, start: Instant, isMeasured: Bool) {
    self.transfer = transfer
    self.start = start
    self.isMeasured = isMeasured
  }

  /// Counts a time in which an item was held; times that overlap count once.
  mutating func addHold(from start: Instant, to end: Instant) {
    held += max(0, end - max(start, heldUntil))
    heldUntil = max(heldUntil, end)
  }
}
