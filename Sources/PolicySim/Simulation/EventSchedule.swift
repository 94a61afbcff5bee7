/// The events of a run that are known in advance.
struct EventSchedule: Sendable {
  private static let leastThreshold = 12

  private var queue = EventQueue()
  /// The number of events above which the queue is compacted.
  private var threshold = Self.leastThreshold

  @inline(__always) var first: Event? { queue.first }

  /// Whether any event is due.
  @inline(__always)
  mutating func areDue(at now: Instant) -> Bool { queue.first.map { $0.time <= now } ?? false }

  /// Takes copies of buffers that another run shares.
  mutating func ensureUnique() { queue.ensureUnique() }

  /// Removes all events for the next run.
  mutating func restart() {
    queue.restart()
    threshold = Self.leastThreshold
  }

  @inline(__always)
  mutating func push(_ event: Event) { queue.push(event) }

  @inline(__always)
  mutating func pop() { queue.pop() }

  /// Whether the queue is so long that removing outdated events is worth the time.
  @inline(__always) var isLarge: Bool { queue.count > threshold }

  /// Removes outdated events; the next compaction follows when the queue has more than doubled.
  mutating func compact(_ isOutdated: (Event) -> Bool) {
    queue.removeAll(where: isOutdated)
    threshold = 2 * queue.count + Self.leastThreshold
  }

  /// Removes the events of batches and of released work.
  mutating func removeTransferEvents() {
    queue.removeAll { $0.kind.isOfBatch || $0.kind == .work }
  }
}
