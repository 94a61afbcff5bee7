/// The events of a run by time.
typealias EventQueue = PriorityQueue<Event>

/// An event at a known time.
struct Event: Comparable, Sendable {
  /// The kind of an event; decides the order of events at equal times.
  enum Kind: UInt8, Sendable {
    /// A batch's resource timeout ends.
    case deadline
    /// A change of the networks that a batch may use.
    case threshold
    /// The limiter releases a batch.
    case opening
    /// The time of a task's handler ends.
    case taskEnd
    /// The system may have time for a task.
    case launchOpportunity
    /// A push arrives.
    case push
    /// The stored push may be delivered.
    case storedPush
    /// A transfer releases its next job.
    case work

    /// Whether events of this kind happen to a batch.
    @inline(__always) var isOfBatch: Bool { rawValue <= Kind.opening.rawValue }
  }

  let time: Instant
  /// The kind and the index of the subject as one number.
  private let order: Int64
  /// The generation of the subject when the event was scheduled; for `work`, the time at which the work came up.
  let generation: Int

  init(time: Instant, kind: Kind, index: Int, generation: Int = 0) {
    self.time = time
    order = Int64(kind.rawValue) << 56 | Int64(index)
    self.generation = generation
  }

  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: order >> 56)) ?? .work }
  /// The index of the batch, task, push or transfer to which the event happens.
  var index: Int { Int(order & 0xFF_FFFF_FFFF_FFFF) }

  static func < (left: Event, right: Event) -> Bool {
    if left.time != right.time { return left.time < right.time }
    return left.order != right.order ? left.order < right.order : left.generation < right.generation
  }
}
