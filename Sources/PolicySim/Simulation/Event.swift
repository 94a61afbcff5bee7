/// The events of a run by time.
typealias EventQueue = PriorityQueue<Event>

/// An event at a known time.
struct Event: Comparable, Sendable {
  /// What happens; equal times are settled in this order.
  enum Kind: UInt8, Sendable {
    /// A batch's resource timeout ends.
    case deadline
    /// A batch may use another network from now on.
    case threshold
    /// The limiter lets a batch go.
    case opening
    /// A task's handler has had its time.
    case taskEnd
    /// The system may find time for a task.
    case launchOpportunity
    /// A push arrives.
    case push
    /// The push that is stored may be delivered.
    case storedPush
    /// A transfer's work comes up again.
    case work
  }

  let time: Instant
  /// The kind and the place of what it happens to, as one number.
  private let order: Int64
  /// Which one of those that were in this place it was set for.
  let generation: Int

  init(time: Instant, kind: Kind, index: Int, generation: Int = 0) {
    self.time = time
    order = Int64(kind.rawValue) << 56 | Int64(index)
    self.generation = generation
  }

  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: order >> 56)) ?? .work }
  /// The place of what it happens to.
  var index: Int { Int(order & 0xFF_FFFF_FFFF_FFFF) }

  static func < (left: Event, right: Event) -> Bool {
    left.time != right.time ? left.time < right.time : left.order < right.order
  }
}
