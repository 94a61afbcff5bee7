/// Items of a job that were submitted to a session together.
struct Batch: Sendable {
  /// The index of the job.
  let job: Int
  /// The index of the transfer.
  let transfer: Int
  /// The index of the session.
  let session: Int
  /// The batch's number in the order of submission.
  let age: Int
  let created: Instant
  /// The end of the resource timeout.
  let deadline: Instant
  /// The time after which the server rejects the batch's requests.
  let isAcceptedUntil: Instant
  /// The time at which the limiter releases the batch.
  var opens: Instant
  /// The time before which the system may not begin the batch.
  let begins: Instant
  /// The time at which a discretionary batch stops waiting for power.
  let powerRequirementEnds: Instant
  /// The time at which a discretionary batch stops waiting for Wi-Fi.
  let networkRequirementEnds: Instant
  /// Whether the limiter holds the batch.
  var isHeld: Bool
  /// Whether the system chooses the time of the batch.
  var isDiscretionary: Bool
  /// Whether the batch is discretionary only because the app submitted it in the background. When the user opens the app, the batch stops
  /// being discretionary.
  let isDiscretionaryByInference: Bool
  /// Whether the server asks for credentials.
  let isChallenged: Bool
  /// Items that have not begun.
  var waiting: Int
  /// Items that are being transferred.
  var active = 0
  /// Items that have begun and lack a network.
  var paused = 0
  /// The network that carries the batch.
  var network: Network?
  /// Whether the batch is in the queue of its session.
  var isQueued = false
  /// The number that distinguishes this batch from other batches with the same index; 0 after the batch has ended.
  var generation: Int

  /// Whether any item is neither finished nor failed.
  var isUnfinished: Bool { waiting + active + paused > 0 }
}

/// A network that carries items.
enum Network: Sendable {
  case wifi, cellular
}
