/// Items of one job that were handed over to a session together.
struct Batch: Sendable {
  /// The job's index in the simulation.
  let job: Int
  /// The transfer's index in the model.
  let transfer: Int
  /// The session's index in the model.
  let session: Int
  /// How many batches there were before.
  let age: Int
  let created: Instant
  /// When the resource timeout ends it.
  let deadline: Instant
  /// When the limiter lets it start; what is not yet open is held.
  let opens: Instant
  /// Before when the system may not begin it.
  let begins: Instant
  /// When it waits for power no longer, if the system may choose its time.
  let powerRequirementEnds: Instant
  /// When it waits for Wi-Fi no longer, if the system may choose its time.
  let networkRequirementEnds: Instant
  /// Whether it is held by the limiter.
  var isHeld: Bool
  /// Whether the system may choose its time; dropped when the user opens the app, if it was only inferred.
  var isDiscretionary: Bool
  let isDiscretionaryByInference: Bool
  /// Whether the server asks these items for credentials.
  let isChallenged: Bool
  /// Items that have not begun.
  var waiting: Int
  /// Items on the wire.
  var active = 0
  /// Items that have begun and can't go on for want of a network.
  var paused = 0
  /// What carries it now.
  var network: Network?
  /// Whether it is in its session's queue for a place on the wire.
  var isQueued = false
  /// Which one it is of those that were in its place in the simulation; 0 if it is over.
  var generation: Int

  /// Whether any item is neither finished nor failed.
  var isUnfinished: Bool { waiting + active + paused > 0 }
}

/// What carries bytes.
enum Network: Sendable {
  case wifi, cellular
}

/// An item that has begun.
struct ActiveItem: Sendable {
  /// The batch's index in the simulation.
  var batch: Int
  /// Bytes, or milliseconds on the wire, that are left.
  var remaining: Double
  /// All of its bytes, or milliseconds.
  let whole: Double
  /// What is left when this try fails; 0 if it does not.
  var failsAt = 0.0
  /// Bytes in each unit of `remaining`.
  let bytesPerUnit: Double
  /// Whether `remaining` is milliseconds.
  let isTimed: Bool
  /// How often it was tried before.
  var failures = 0
  /// Milliseconds of its own until the server asks for credentials; negative where it doesn't.
  var untilChallenge: Int64 = -1
  /// Until when it waits for the app to answer.
  var stalledUntil: Instant = 0
  /// Whether it has just left the wire.
  var isOff = false

  /// Whether nothing of this try is left.
  var isOver: Bool { remaining - failsAt <= whole * 1e-9 }
}

/// What waits in a session.
struct SessionQueue: Sendable {
  /// Groups that may have a place on the wire.
  var ready = PriorityQueue<Rank>()
  /// Groups that wait for a connection to their host, by host.
  var blocked: [Int: PriorityQueue<Rank>] = [:]
  /// Jobs of which the app has something to hear.
  var jobsWithEvents = RunBuffer<Int>()

  /// Takes a copy of memory that another run has, too: see `RunBuffer`.
  mutating func ensureUnique() {
    ready.ensureUnique()
    for host in blocked.keys { blocked[host]?.ensureUnique() }
    jobsWithEvents.ensureUnique()
  }
}

/// A session in the course of a run.
struct SessionState: Sendable {
  /// Items that are neither finished nor failed.
  var unfinished = 0
  /// Items on the wire.
  var active = 0
  /// How many jobs the app has something to hear of.
  var pendingEvents = 0
  /// Whether its first item is still to come.
  var isFresh = true
}

/// A batch's place among those of its session: by priority, then by age.
struct Rank: Comparable, Sendable {
  /// The transfer's index in the model.
  let transfer: Int
  /// How many batches there were before.
  let age: Int
  /// The batch's index in the simulation.
  let batch: Int

  static func < (left: Rank, right: Rank) -> Bool {
    left.transfer != right.transfer ? left.transfer < right.transfer : left.age < right.age
  }
}
