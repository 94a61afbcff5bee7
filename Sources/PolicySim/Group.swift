/// Items of one occurrence that were handed over to a session together.
struct Group: Sendable {
  /// The occurrence's place in the simulation.
  let occurrence: Int
  /// The transfer's place in the plan.
  let entry: Int
  let created: Instant
  /// When the resource timeout ends it.
  let deadline: Instant
  /// When the limiter lets it start; what is not yet open is held.
  var opens: Instant
  /// Whether it is held by the limiter.
  var isHeld: Bool
  /// Whether the system may choose its time; dropped when the user opens the app, if it was only inferred.
  var isDiscretionary: Bool
  let isDiscretionaryByInference: Bool
  /// Whether the server asks these items for credentials.
  var isChallenged: Bool
  /// Items that have not begun.
  var waiting: Int
  /// Items on the wire.
  var active = 0
  /// Items that have begun and can't go on for want of a network.
  var paused: [ActiveItem] = []
  /// What carries it now.
  var network: Network?

  /// Whether any item is neither finished nor failed.
  var isUnfinished: Bool { waiting + active + paused.count > 0 }
}

/// What carries bytes.
enum Network: Sendable {
  case wifi, cellular
}

/// An item that has begun.
struct ActiveItem: Sendable {
  /// The group's place in its session.
  var group: Int
  /// Bytes, or milliseconds on the wire, that are left.
  var remaining: Double
  /// All of its bytes, or milliseconds.
  let whole: Double
  /// Bytes in each unit of `remaining`.
  let bytesPerUnit: Double
  /// Whether `remaining` is milliseconds.
  let isTimed: Bool
  /// Milliseconds of its own until the server asks for credentials; negative where it doesn't.
  var untilChallenge: Int64 = -1
  /// Until when it waits for the app to answer.
  var stalledUntil: Instant = 0
}

/// A session in the course of a run.
struct SessionState: Sendable {
  /// What it has been handed and has not been reported, by rank and then by age.
  var groups: [Group] = []
  /// What is on the wire.
  var items: [ActiveItem] = []
  /// Whether its first item is still to come.
  var isFresh = true

  /// Whether anything is neither finished nor failed.
  var isUnfinished: Bool { groups.contains { $0.isUnfinished } }
}
