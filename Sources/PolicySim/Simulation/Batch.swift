/// Items of a job that were submitted to a session together.
struct Batch: Sendable {
  /// The index of the job.
  let job: Int
  /// The index of the transfer.
  let transfer: Int
  /// The index of the session.
  let session: Int
  /// The number of batches before it.
  let age: Int
  let created: Instant
  /// The end of the resource timeout.
  let deadline: Instant
  /// The time after which the server rejects its requests.
  let isAcceptedUntil: Instant
  /// The time at which the limiter releases it.
  var opens: Instant
  /// The time before which the system may not begin it.
  let begins: Instant
  /// The time at which it stops waiting for power, if it is discretionary.
  let powerRequirementEnds: Instant
  /// The time at which it stops waiting for Wi-Fi, if it is discretionary.
  let networkRequirementEnds: Instant
  /// Whether the limiter holds it.
  var isHeld: Bool
  /// Whether the system chooses its time.
  var isDiscretionary: Bool
  /// Whether it is discretionary only until the user opens the app.
  let isDiscretionaryByInference: Bool
  /// Whether the server asks for credentials.
  let isChallenged: Bool
  /// Items that have not begun.
  var waiting: Int
  /// Items that are being transferred.
  var active = 0
  /// Items that have begun and lack a network.
  var paused = 0
  /// The network that carries it.
  var network: Network?
  /// Whether it is in its session's queue.
  var isQueued = false
  /// The number of this batch among those that have had its index; 0 if it is over.
  var generation: Int

  /// Whether any item is neither finished nor failed.
  var isUnfinished: Bool { waiting + active + paused > 0 }
}

/// A network that carries items.
enum Network: Sendable {
  case wifi, cellular
}
